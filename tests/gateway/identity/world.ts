/** One gateway's identity in a test: the real services and dispatcher on a real database; time, mail and SMS are the test's. */
import type { AnswerOf } from '../../../contract/call';
import type { AnyErrorData, GatewayErrorCode } from '../../../contract/errors';
import type { LangCode } from '../../../contract/ids';
import { APP_VERSION } from '../../../contract/app-version';
import { calls, type CallInput, type CallName } from '../../../contract/index';
import { handlers } from '../../../gateway/api/handlers';
import type { Mail } from '../../../gateway/adapters/mail';
import type { Sms } from '../../../gateway/adapters/sms';
import type { Database } from '../../../gateway/db/client';
import { createIdentityHandlers } from '../../../gateway/domain/identity/handlers';
import { deliverMessages, deliveryUnderWay } from '../../../gateway/domain/identity/messages/messages';
import type { RegistrationHook } from '../../../gateway/domain/identity/login/registration';
import { resolveSession } from '../../../gateway/domain/identity/sessions/resolve-session';
import { ensureRootUser } from '../../../gateway/domain/identity/users/root-user';
import { createDispatcher, type Answer } from '../../../gateway/http/dispatcher';
import { solveChallenge } from '../../support/proof-of-work';
import type { FigureKey } from '../../../gateway/domain/settings/figures';
import { failUndeclared } from '../support/undeclared';
import { setFigure, testDeps, type TestDeps } from '../world';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const PASSWORD = 'Tr1cky-Kelp';

export interface From {
  token?: string;
  address?: string;
  lang?: LangCode;
  userAgent?: string;
  /** Idempotency key of a call that moves money. */
  key?: string;
  /** The account that such a call is confirmed for. Default: the session's. */
  accountId?: string;
}

export interface World extends TestDeps {
  registered: { userId: string; accountId: string }[];
  advance(ms: number): void;
  /** A call as it comes in through the door, input and answer parsed by the contract. */
  call<N extends CallName>(name: N, input: CallInput<N>, from?: From): Promise<Answer>;
  /** The answer's data. @throws Error when it was refused */
  done<N extends CallName>(name: N, input: CallInput<N>, from?: From): Promise<AnswerOf<(typeof calls)[N]>>;
  refused<N extends CallName>(name: N, input: CallInput<N>, from?: From): Promise<Refused>;
  /** The code of the refusal alone. */
  refusal<N extends CallName>(name: N, input: CallInput<N>, from?: From): Promise<GatewayErrorCode>;
  set(key: FigureKey, value: unknown): Promise<void>;
  /** Everything queued has been sent; the code of the newest message to an address. */
  codeFor(loginName: string): Promise<string>;
  sent(): Promise<(Mail | Sms)[]>;
  invitation(): Promise<string>;
  solve(from?: From): Promise<{ id: string; nonce: string }>;
  /** Registers through the calls and answers the open session. */
  register(loginName: string, options?: { invitationCode?: string; password?: string; from?: From }): Promise<Opened>;
}

export interface Opened {
  token: string;
  userId: string;
  accountId: string;
  expiresAt: number;
}

export interface Refused {
  code: GatewayErrorCode;
  data: AnyErrorData;
}

let lastHost = 0;
/** An address that no other test uses, so that counters of addresses do not meet. */
export function freshAddress(): string {
  lastHost += 1;
  return `10.${(lastHost >> 16) & 255}.${(lastHost >> 8) & 255}.${lastHost & 255}`;
}

let lastUser = 0;
export function freshEmail(): string {
  lastUser += 1;
  return `kelp${lastUser}.${process.pid}@example.com`;
}
export function freshPhone(): string {
  lastUser += 1;
  return `139${String(lastUser).padStart(8, '0')}`;
}

/** @param db a migrated database; several worlds may share one */
export function openWorld(db: Database, now = Date.UTC(2026, 10, 21, 9)): World {
  return worldOf(testDeps(db, now));
}

/** The world of a gateway that a test has opened itself. */
export function worldOf(made: ReturnType<typeof testDeps>): World {
  const { deps, time, mails, sms } = made;
  const { mailer } = deps;
  const registered: World['registered'] = [];
  const onRegistered: RegistrationHook = async (_tx, _deps, { userId, accountId }) => {
    registered.push({ userId, accountId });
  };
  const dispatcher = createDispatcher(
    deps,
    { ...handlers, ...createIdentityHandlers({ onRegistered }) },
    { onUndeclared: failUndeclared },
  );
  let requests = 0;

  const world: World = {
    ...made,
    registered,
    advance: (ms) => {
      time.now += ms;
    },
    call: async (
      name,
      input,
      { token, address = '192.0.2.1', lang = 'EN', userAgent = 'test', key, accountId } = {},
    ) => {
      requests += 1;
      const caller = {
        requestId: `r${requests}`,
        lang,
        address,
        userAgent,
        appVersion: APP_VERSION,
        token: token ?? null,
      };
      const { method, uri } = calls[name];
      const shown = key === undefined || token === undefined ? null : await resolveSession(deps, token, lang, time.now);
      const call = { method, uri, params: input, idempotencyKey: key ?? null };
      const answer = await dispatcher.dispatch(caller, { ...call, accountId: accountId ?? shown?.accountId ?? null });
      // Worlds that share a database share its queue: one that still sends would take the next one's messages. A test that
      // puts a slow mailer in has no such others.
      if (deps.mailer === mailer) await deliveryUnderWay(deps).catch(() => {});
      return answer;
    },
    async done(name, input, from) {
      const answer = await world.call(name, input, from);
      if (!answer.ok) throw new Error(`${name} was refused: ${answer.code} ${JSON.stringify(answer.body)}`);
      return answer.data as AnswerOf<(typeof calls)[typeof name]>;
    },
    async refused(name, input, from) {
      const answer = await world.call(name, input, from);
      if (answer.ok) throw new Error(`${name} was not refused`);
      return { code: answer.code, data: answer.body.data ?? {} };
    },
    refusal: async (name, input, from) => (await world.refused(name, input, from)).code,
    set: (key, value) => setFigure(deps, key, value),
    async sent() {
      await deliverMessages(deps);
      return [...mails, ...sms];
    },
    async codeFor(loginName) {
      await deliverMessages(deps);
      // A link in a mail may look like a code; its subject has none.
      const texts = [...mails.map(({ to, subject }) => ({ to, text: subject })), ...sms];
      const codes = texts.flatMap(({ to, text }) =>
        to === loginName ? (/(?<![0-9])[0-9]{6}(?![0-9])/.exec(text)?.[0] ?? []) : [],
      );
      const code = codes.at(-1);
      if (!code) throw new Error(`no code was sent to ${loginName}`);
      return code;
    },
    invitation: async () => (await ensureRootUser(deps)).invitationCode,
    async solve(from) {
      const challenge = await world.done('authCaptcha', {}, from);
      return { id: challenge.id, nonce: solveChallenge(challenge) };
    },
    async register(loginName, { invitationCode, password = PASSWORD, from = { address: freshAddress() } } = {}) {
      const invited = invitationCode ?? (await world.invitation());
      if (loginName.includes('@'))
        await world.done('sendRegisterCode', { email: loginName, invitationCode: invited }, from);
      else await world.done('sendSmsCode', { phone: loginName, purpose: 'register', invitationCode: invited }, from);
      const code = await world.codeFor(loginName);
      const checked = await world.done('checkRegisterInfo', { loginName, invitationCode: invited, code }, from);
      return world.done('register', { ticket: checked.ticket ?? '', nickname: 'Kelp', password }, from);
    },
  };
  return world;
}
