/** Makes a call: validate → cache → seal, send, open → validate → store → tell (docs/architecture.md "The data's way"). */
import * as z from 'zod/mini';
import type { sessionOpened } from '../contract/calls/session';
import { canonicalJson } from '../contract/canonical-json';
import type { CallError } from '../contract/errors';
import type { LangCode } from '../contract/ids';
import type { Answer, InvokeOptions } from './api';
import type { Patience } from './cache/patience';
import { StoreClosedError } from './cache/store';
import type { Vault } from './cache/vault';
import type { CallLookup } from './call-book';
import type { KnownCall } from './known-call';
import { readCached, writeCached, type AnswerCache } from './cached-answers';
import { callError, invalidInput } from './call-errors';
import type { RandomBytes } from './envelope/handshake';
import type { LazyMoneyCalls } from './outbox/lazy-money-calls';
import type { OpenSession, SessionKeeper } from './session/session-keeper';
import type { Staleness } from './staleness';
import type { SendResult, Transport } from './transport/transport';

export interface InvokerOptions {
  keeper: SessionKeeper;
  device: Vault;
  transport: Transport;
  money: LazyMoneyCalls;
  staleness: Staleness;
  patience: Patience;
  serverNow: () => number;
  lang: () => LangCode;
  pause: () => Promise<void>;
  randomBytes: RandomBytes;
  findCall: (name: string) => Promise<CallLookup>;
}

type Params = Record<string, unknown>;

/** One call on its way. */
interface CallInFlight {
  call: KnownCall;
  params: Params;
  /** Null for public calls. */
  session: OpenSession | null;
  /** Calls off a read that nobody waits for. */
  signal?: AbortSignal;
}

export class Invoker {
  /** Equal reads that run at the same time share one request. */
  readonly #reads = new Map<string, Promise<Answer<unknown>>>();
  #asked = 0;
  /** For each question, the number of the asking that got its newest answer. */
  readonly #answered = new Map<string, number>();
  /** For each question, the epoch in which this worker last asked it and got the newest answer. */
  readonly #epochs = new Map<string, number>();

  constructor(private readonly options: InvokerOptions) {}

  /** Whatever goes wrong is a value; only a defect of ours is thrown. */
  async invoke(name: string, input: unknown, options: InvokeOptions = {}): Promise<Answer<unknown>> {
    try {
      return await this.#invoke(name, input, options);
    } catch (error) {
      // The session ended under the call, here or in another tab. Anything else is a defect of ours.
      if (error instanceof StoreClosedError) return refuse(callError('session-closed'));
      throw error;
    }
  }

  async #invoke(
    name: string,
    input: unknown,
    { source, intentId, accountId }: InvokeOptions,
  ): Promise<Answer<unknown>> {
    const { keeper, money, findCall } = this.options;
    const found = await findCall(name);
    if (!found.call) {
      const { current } = keeper;
      const isMoney = intentId && current && found.error.code === 'network';
      return isMoney ? money.unsent(current, intentId) : refuse(found.error);
    }
    const { call } = found;
    const parsed = z.safeParse(call.input, input);
    if (!parsed.success) return refuse(invalidInput(parsed.error.issues));
    const params = parsed.data as Params;
    const session = call.access === 'user' ? keeper.current : null;
    if (call.access === 'user' && !session) return refuse(callError('session-closed'));
    const flight = { call, params, session };
    if (call.effect === 'money' && session) {
      // Another tab may have switched since.
      if (session.accountId !== accountId) return refuse(callError('wrong-account'));
      return money.invoke(session, call, params, intentId);
    }
    if (call.effect !== 'read') return this.#write(flight);
    // The page still shows the account that another tab has left: it hears of the switch by another channel.
    if (session && accountId && session.accountId !== accountId) return refuse(callError('session-closed'));
    return source === 'cache' ? this.#readDoubting(flight) : this.#readShared(flight);
  }

  /** Returns whether the answer to a read is kept and young enough: by the call's own measure, or by `maxAgeMs`. */
  async isFresh(session: OpenSession, name: string, input: unknown, maxAgeMs?: number): Promise<boolean> {
    const flight = await this.#ahead(session, name, input);
    if (!flight) return true;
    const answer = await this.#readCached(flight, maxAgeMs);
    return answer.ok && !answer.isStale;
  }

  /** Returns the data of the kept answer to a read, undefined without one. */
  async kept(session: OpenSession, name: string, input: unknown): Promise<unknown> {
    const flight = await this.#ahead(session, name, input);
    const answer = flight && (await this.#readCached(flight));
    return answer?.ok ? answer.data : undefined;
  }

  /**
   * Reads into the cache before anybody asks; the page's own calls do not wait for it.
   * @returns false when nothing came; where the gateway has no such thing, there is nothing to come
   */
  async readAhead(session: OpenSession, name: string, input: unknown, signal: AbortSignal): Promise<boolean> {
    const flight = await this.#ahead(session, name, input);
    const answer = flight && (await this.#read({ ...flight, signal }));
    return answer !== null && (answer.ok || answer.error.code === 'not-found');
  }

  async #ahead(session: OpenSession, name: string, input: unknown): Promise<CallInFlight | null> {
    const { call } = await this.options.findCall(name);
    const parsed = call && z.safeParse(call.input, input);
    if (!call || !parsed?.success || call.effect !== 'read') return null;
    return { call, params: parsed.data as Params, session: call.access === 'user' ? session : null };
  }

  async #readCached({ call, params, session }: CallInFlight, maxAgeMs?: number): Promise<Answer<unknown>> {
    const { patience, serverNow } = this.options;
    const answer = await patience.with(readCached(call, params, this.#shelf(session), serverNow(), maxAgeMs));
    return answer ? { ok: true, source: 'cache', ...answer } : refuse(callError('offline'));
  }

  /**
   * Takes a person's kept answer for young only where this worker has got it since it last heard of a change. Others may have heard of
   * one that a full disk could not note ([Note: Full disk] in store.ts): so a start asks anew.
   */
  async #readDoubting(flight: CallInFlight): Promise<Answer<unknown>> {
    const answer = await this.#readCached(flight);
    if (!answer.ok || !flight.session) return answer;
    const isSure = this.#epochs.get(this.#questionOf(flight)) === this.options.staleness.epochOf(flight.call.name);
    return { ...answer, isStale: answer.isStale || !isSure };
  }

  #readShared(flight: CallInFlight): Promise<Answer<unknown>> {
    // A read that began before a write must not answer one that was made after it.
    const key = `${this.options.staleness.epochOf(flight.call.name)} ${this.#questionOf(flight)}`;
    const shared = this.#reads.get(key);
    if (shared) return shared;
    const read = this.#read(flight).finally(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    this.#reads.set(key, read);
    return read;
  }

  #questionOf({ call, params, session }: CallInFlight): string {
    const who = session ? `${session.userId} ${session.accountId}` : 'public';
    return `${who} ${this.options.lang()} ${call.name} ${canonicalJson(params)}`;
  }

  async #read(flight: CallInFlight): Promise<Answer<unknown>> {
    const { call, params, session } = flight;
    const { staleness, serverNow, patience } = this.options;
    const shelf = this.#shelf(session);
    const question = this.#questionOf(flight);
    const asked = (this.#asked += 1);
    const epoch = staleness.epochOf(call.name);
    const result = await this.#send(flight);
    if (!result.ok) return refuse(result.error);
    const parsed = z.safeParse(call.output, result.body);
    if (!parsed.success) return refuse(callError('bad-answer'));
    const asOf = serverNow();
    const isOvertaken = asked < (this.#answered.get(question) ?? 0);
    if (!isOvertaken) {
      this.#answered.set(question, asked);
      this.#epochs.set(question, epoch);
    }
    const isStale = isOvertaken || staleness.epochOf(call.name) !== epoch;
    const answer = { data: parsed.data, asOf, isStale };
    const sequence = isOvertaken ? 0 : await patience.with(writeCached(call, params, shelf, answer));
    if (session?.leaving.signal.aborted) return refuse(callError('session-closed'));
    return { ok: true, ...answer, source: 'network', sequence };
  }

  async #write(flight: CallInFlight): Promise<Answer<unknown>> {
    const { call } = flight;
    if (call.opensSession && this.options.keeper.state.state === 'unknown') return refuse(callError('session-closed'));
    const result = await (call.namesDevice || call.captcha ? this.#sendLogIn(flight) : this.#send(flight));
    // A write that may have happened has to be looked at again just as one that has.
    if (result.ok || !result.isNothingDone) await this.options.staleness.invalidate(call.stales ?? []);
    if (!result.ok) return refuse(result.error);
    const parsed = z.safeParse(call.output, result.body);
    if (!parsed.success) return refuse(callError('bad-answer'));
    const data = call.opensSession ? await this.#openSession(parsed.data) : parsed.data;
    return { ok: true, data, asOf: this.options.serverNow(), source: 'network', isStale: false };
  }

  /** Keeps the token here; the page gets the rest. */
  async #openSession(data: unknown): Promise<unknown> {
    // The output of every call that opens a session.
    const { token, ...rest } = data as z.output<typeof sessionOpened>;
    await this.options.keeper.open({ token, userId: rest.userId, accountId: rest.accountId });
    return rest;
  }

  /** A call with which somebody gets in takes more than others, which comes with these calls. */
  async #sendLogIn(flight: CallInFlight): Promise<SendResult> {
    // Without its code, in a broken installation, the gateway takes the device for a new one, and its challenge stands.
    const logIn = await import('./session/log-in').catch(() => null);
    const { deviceToken: _, ...params } = flight.params;
    const send = (more: Pick<CallInFlight, 'call' | 'params'>) => this.#send({ ...flight, ...more });
    return logIn ? logIn.sendLogIn({ ...flight, params }, send, this.options) : send({ ...flight, params });
  }

  async #send({ call, params, session, signal }: CallInFlight): Promise<SendResult> {
    const result = await this.options.transport.send({
      method: call.method,
      uri: call.uri,
      effect: call.effect,
      params,
      token: session?.token ?? null,
      signal: signal ?? session?.leaving.signal,
      isAhead: signal !== undefined,
    });
    if (session?.leaving.signal.aborted) {
      return { ok: false, error: callError('session-closed'), isNothingDone: false };
    }
    if (!result.ok && session) await this.options.keeper.endIfUnauthorized(session, result.error);
    return result;
  }

  #shelf(session: OpenSession | null): AnswerCache {
    const { device, lang } = this.options;
    return session ? { vault: session.vault, partition: session.accountId } : { vault: device, partition: lang() };
  }
}

function refuse(error: CallError): Answer<never> {
  return { ok: false, error };
}
