/** The real gateway app in this process, on the embedded database, and people's devices in front of it. New users get demo money. */
import { DEFAULT_PROFILE, type EnvelopeAnswer } from '../../../contract/envelope';
import type { InnerRequest } from '../../../contract/request-envelope';
import { calls, type CallInput, type CallName } from '../../../contract/index';
import { handlers } from '../../../gateway/api/handlers';
import { createApp, type GatewayApp } from '../../../gateway/app';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_TRADE_PASSWORD, seedDemo } from '../../../gateway/demo/seed-demo';
import type { Deps } from '../../../gateway/domain/call-context';
import { deliverMessages } from '../../../gateway/domain/identity/messages/messages';
import { ensureRootUser } from '../../../gateway/domain/identity/users/root-user';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import type { Environment } from '../../../worker/environment';
import { freshAddress, worldOf, type World } from '../../gateway/identity/world';
import { openGatewayWorld, testDeps } from '../../gateway/world';
import { createMigrated } from '../../gateway/support/database';
import { openAnswer, sealForm, type ClientAnswer } from '../../support/envelope-client';
import { STREAM_DOOR } from '../../support/live-client';
import { Device, type Tab } from '../support/harness';
import { newerResponse, newerStream, type Later } from '../support/newer-gateway';

export const DEMO = { email: DEMO_EMAIL, password: DEMO_PASSWORD, tradePassword: DEMO_TRADE_PASSWORD };
export const PASSWORD = 'quiet-lapis-77';
export const TRADE_PASSWORD = '246813';

/** The feed of live changes asks the database as soon as everything else had its turn: nobody waits half a second. */
const soon = (callback: () => void) => {
  const timer = setTimeout(callback, 10);
  return () => clearTimeout(timer);
};

const START = Date.UTC(2026, 10, 21, 9);

/** A fault that the requests of one call meet, as often as `times` says. */
export interface Fault {
  uri: string;
  kind:
    /** Carried out; its answer does not arrive. */
    | 'answer-lost'
    /** Does not arrive. */
    | 'request-lost'
    /** Something on the way sends it twice; the second answer arrives. */
    | 'sent-twice';
  times: number;
}

export interface SeenRequest extends InnerRequest {
  token: string | null;
  handshake: string;
}

/** One person's device: the real worker, whose network is the gateway in this process. */
export class Person {
  readonly device = new Device();
  readonly address = freshAddress();
  readonly faults: Fault[] = [];
  /** Every request that reached the gateway, opened. */
  readonly seen: SeenRequest[] = [];
  isReachable = true;
  /** Turns answers into those of a gateway of a later version; null: the gateway is today's. */
  later: Later | null = null;
  /** The gateway's last answer, before a later version's additions. */
  lastAnswer: ClientAnswer<unknown> | null = null;
  /** Something on the way lets no stream through. */
  isStreamBlocked = false;
  /** Count of the requests for a stream. */
  streamsAsked = 0;
  #line = new AbortController();

  /** @param skewMs how far the device's clock is behind the server's */
  constructor(
    private readonly gateway: RealGateway,
    public skewMs = 0,
  ) {
    const { time } = this.device;
    time.pass(gateway.now() - skewMs - time.now());
    // Pauses between tries are over at once; deadlines are not.
    time.skipPauses();
  }

  /** A page with its worker, started. */
  tab(changes: Partial<Environment> = {}): Promise<Tab> {
    return this.device.startedTab({ fetch: this.fetch, ...changes });
  }

  /** The uris that reached the gateway, in order. */
  uris(): string[] {
    return this.seen.map(({ uri }) => uri);
  }

  /** Every open stream breaks off. */
  cutStreams(): void {
    this.#line.abort();
    this.#line = new AbortController();
  }

  async #stream(url: URL, { signal, ...init }: RequestInit): Promise<Response> {
    this.streamsAsked += 1;
    if (this.isStreamBlocked) return new Response('', { status: 502 });
    const { body, headers, status } = await this.gateway.app.request(url, init);
    const broken = AbortSignal.any([this.#line.signal, ...(signal ? [signal] : [])]);
    const line = new TransformStream<Uint8Array, Uint8Array>();
    const told = this.later && status === 200 ? body?.pipeThrough(newerStream(this.later)) : body;
    return new Response(told?.pipeThrough(line, { signal: broken }), { headers, status });
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    this.gateway.advanceTo(this.device.time.now() + this.skewMs);
    const url = new URL(String(input));
    if (url.pathname === STREAM_DOOR) return this.#stream(url, init ?? {});
    if (url.pathname !== `/api/${DEFAULT_PROFILE.gatewayId}`) return this.gateway.app.request(url, init);
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', this.address);
    const body = String(init?.body);
    const seen = openRequest(body, headers.get('authorization'));
    const fault = this.faults.find(({ uri, times }) => uri === seen.uri && times > 0);
    if (fault) fault.times -= 1;
    if (fault?.kind === 'request-lost') throw new TypeError('Failed to fetch');
    const post = () => {
      this.seen.push(seen);
      headers.set('content-type', 'application/x-www-form-urlencoded');
      return this.gateway.app.request(url, { method: 'POST', headers, body });
    };
    const answer = await post();
    if (fault?.kind === 'answer-lost') throw new TypeError('Failed to fetch');
    return this.#hear(fault?.kind === 'sent-twice' ? await post() : answer);
  };

  async #hear(response: Response): Promise<Response> {
    if (response.status === 200) this.lastAnswer = openAnswer((await response.clone().json()) as EnvelopeAnswer);
    return this.later ? newerResponse(response, this.later) : response;
  }
}

function openRequest(body: string, token: string | null): SeenRequest {
  const form = new URLSearchParams(body);
  const handshake = form.get('handshake') ?? '';
  const inner = openAnswer({ code: 0, handshake, data: form.get('data') ?? '' }).data as InnerRequest;
  return { ...inner, token, handshake };
}

export class RealGateway {
  readonly #people: Person[] = [];

  private constructor(
    readonly db: Database,
    readonly deps: Deps,
    readonly app: GatewayApp['app'],
    readonly feed: GatewayApp['feed'],
    readonly invitationCode: string,
    private readonly time: { now: number },
    private readonly messages: { to: string; text: string }[][],
    /** Calls past door and worker, for what a test needs to be there. */
    readonly world: World,
  ) {}

  /** @param hasHistory with the demo user and their forty days, which take a while to be lived through */
  static async open({ hasHistory }: { hasHistory: boolean }): Promise<RealGateway> {
    const { config } = await createMigrated('embedded');
    const db = await openDatabase(config);
    const parts = testDeps(db, START);
    const { time, mails, sms } = parts;
    const deps: Deps = { ...parts.deps, isDemo: true, givesDemoCredit: true };
    await seedConfiguration(deps);
    const { invitationCode } = await ensureRootUser(deps);
    if (hasHistory) await seedDemo(deps);
    else await (await openGatewayWorld(db, START)).fundPool('20000');
    const options = {
      handlers,
      appDir: null,
      releasesDir: null,
      mailboxDir: null,
      callsPerMinute: 100_000,
      trustedProxies: 1,
      setTimer: soon,
    };
    const { app, feed } = await createApp(deps, options);
    return new RealGateway(db, deps, app, feed, invitationCode, time, [mails, sms], worldOf({ ...parts, deps }));
  }

  now(): number {
    return this.time.now;
  }

  /** The server's clock never goes back. */
  advanceTo(nowMs: number): void {
    this.time.now = Math.max(this.time.now, nowMs);
  }

  person(skewMs = 0): Person {
    const person = new Person(this, skewMs);
    this.#people.push(person);
    return person;
  }

  /** The newest code that was sent to an address or number. @throws Error without one */
  async codeFor(loginName: string): Promise<string> {
    await deliverMessages(this.deps);
    // Newer mail may tell of something, and hold no code.
    const texts = this.messages.flat().flatMap(({ to, text }) => (to === loginName ? text : []));
    const code = texts.flatMap((text) => /(?<![0-9])[0-9]{6}(?![0-9])/.exec(text)?.[0] ?? []).at(-1);
    if (!code) throw new Error(`no code was sent to ${loginName}`);
    return code;
  }

  /** A call past the worker, with a token that a test has taken from the wire. */
  async send<N extends CallName>(name: N, input: CallInput<N>, token: string): Promise<ClientAnswer<unknown>> {
    const { method, uri } = calls[name];
    const response = await this.app.request(`/api/${DEFAULT_PROFILE.gatewayId}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
      body: sealForm({ method, uri, headers: {}, params: input }, this.now()).toString(),
    });
    return openAnswer((await response.json()) as { code: number; handshake: string; data: string });
  }

  async close(): Promise<void> {
    for (const { device } of this.#people) device.close();
    this.feed.close();
    await this.db.close();
  }
}

/** The ticket that `register` needs, by the calls that the screens make. */
export async function registrationTicket(gateway: RealGateway, { api }: Tab, email: string): Promise<string> {
  const { invitationCode } = gateway;
  done(await api.invoke('sendRegisterCode', { email, invitationCode }));
  const code = await gateway.codeFor(email);
  const checked = done(await api.invoke('checkRegisterInfo', { loginName: email, invitationCode, code }));
  return checked.ticket ?? '';
}

export async function register(gateway: RealGateway, tab: Tab, email: string): Promise<void> {
  const ticket = await registrationTicket(gateway, tab, email);
  done(await tab.api.invoke('register', { ticket, nickname: 'Lin', password: PASSWORD }));
}

/** The data of an answer that has to be one. @throws Error with the refusal */
export function done<T>(answer: { ok: true; data: T } | { ok: false; error: unknown }): T {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
