/**
 * The one way into the domain: finds the call, checks session and idempotency key, parses the input, runs the handler and
 * parses its answer. Knows nothing of HTTP or envelopes; the doors and the inner router are above it.
 */
import * as z from 'zod/mini';
import { isDefined, type CallDefinition, type Method } from '../../contract/call';
import {
  ERROR_DATA,
  errorDataOf,
  GATEWAY_ERROR_NUMBERS,
  type ErrorBody,
  type GatewayErrorCode,
} from '../../contract/errors';
import { mayRefuse } from '../../contract/may-refuse';
import { uuid, type LangCode } from '../../contract/ids';
import { calls, declarations, type CallName } from '../../contract/index';
import { compareVersions } from '../../contract/release';
import { doubtOf } from '../adapters/clock';
import { OverloadError } from '../adapters/concurrency';
import { sqlFailure } from '../db/errors';
import {
  Refusal,
  type CallContext,
  type Deps,
  type Handlers,
  type Session,
  type UserContext,
} from '../domain/call-context';
import { underFreezeGuard } from '../domain/freeze/guard';
import { resolveEnding, resolveSession } from '../domain/identity/sessions/resolve-session';
import { loadSettings } from '../domain/settings/settings';
import { exact } from './exact';
import { fieldMessages, textsOf } from './field-messages';
import { errorMessage } from './messages';

/** Every request brings these facts along, whichever door it came in by. */
export interface Caller {
  requestId: string;
  lang: LangCode;
  address: string;
  userAgent: string;
  /** Version that the app sends; null for an app that is too old to send it, and for a text that is no version. */
  appVersion: string | null;
  /** Token of the Authorization header; null when there is none or it cannot be one. */
  token: string | null;
}

export interface InnerCall {
  method: string;
  uri: string;
  params: unknown;
  idempotencyKey: string | null;
  /** The account that the person confirmed it for. */
  accountId: string | null;
}

export type Answer = { ok: true; data: unknown } | { ok: false; code: GatewayErrorCode; body: ErrorBody };

/** Handlers by name. The upload door brings its own, since only it has a file. */
export type MountedName = Exclude<CallName, 'uploadImage'>;
export type MountedHandlers = Handlers<MountedName>;

/** Writes that time decides nothing about: they go on while the clock is doubted. */
const TIMELESS: ReadonlySet<string> = new Set<CallName>([
  'logout',
  'askOutcome',
  'revokeSession',
  'revokeOtherSessions',
  'keepAuthenticator',
  'reportRelease',
  'markMessagesRead',
]);

/** Writes that do the same in every version, and that nobody is to be kept from: they go on in an app that is too old. */
const AGELESS: ReadonlySet<string> = new Set<CallName>([
  'logout',
  'askOutcome',
  'reportRelease',
  'revokeSession',
  'revokeOtherSessions',
  'keepAuthenticator',
  'freezeAccount',
  'freezeAccountByLink',
]);

/** Carries out a call once everything around it is checked. */
type CallRunner = (context: CallContext | UserContext, input: unknown) => Promise<unknown>;

export interface Dispatcher {
  dispatch(caller: Caller, call: InnerCall, run?: { name: CallName; with: CallRunner }): Promise<Answer>;
  /** Turns a thrown value into the refusal that the caller may be told; the rest goes to the log. */
  explain(thrown: unknown, caller: Caller, name: string): Refusal;
  refuse(lang: LangCode, refusal: Refusal): Answer;
}

/** Every declaration by uri, then by method. */
const byUri = new Map<string, Map<Method, (typeof declarations)[number]>>();
for (const declaration of declarations) {
  const methods = byUri.get(declaration.uri) ?? new Map<Method, (typeof declarations)[number]>();
  byUri.set(declaration.uri, methods.set(declaration.method, declaration));
}

/** The contract's call at this place. @throws Refusal unknown-call, wrong-method, not-open */
function find({ method, uri }: InnerCall): CallDefinition {
  const methods = byUri.get(uri);
  if (!methods) throw new Refusal('unknown-call');
  const declaration = method === 'GET' || method === 'POST' ? methods.get(method) : undefined;
  if (!declaration) throw new Refusal('wrong-method');
  if (!isDefined(declaration)) throw new Refusal('not-open');
  return declaration;
}

function parseInput(definition: CallDefinition, params: unknown, lang: LangCode): unknown {
  const parsed = z.safeParse(definition.input, params);
  if (parsed.success) return parsed.data;
  throw new Refusal('invalid-input', { fields: fieldMessages(parsed.error.issues, params, lang) });
}

/** @throws Refusal idempotency-missing on a money call without a proper key */
function keyFor(definition: CallDefinition, key: string | null): string | null {
  if (definition.effect !== 'money') return null;
  if (key === null || !z.safeParse(uuid, key).success) throw new Refusal('idempotency-missing');
  return key;
}

/** A call that moves money names its account (docs/rules.md §1, races). @throws Refusal wrong-account */
function checkAccount(definition: CallDefinition, session: Session | null, accountId: string | null): void {
  if (definition.effect === 'money' && session?.accountId !== accountId) throw new Refusal('wrong-account');
}

/** SQLSTATE classes that mean "the database is away or full", not "the statement is wrong". */
const UNAVAILABLE_SQL = /^(08|53|57)/;
const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof OverloadError) return true;
  const failure = sqlFailure(thrown);
  if (failure) return UNAVAILABLE_SQL.test(failure.code);
  for (let current = thrown; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && UNAVAILABLE_SYSTEM.has(code)) return true;
    // `pg` says one of these for a pool that waited too long or a connection that broke; it has no code for them.
    if (/timeout exceeded when trying to connect|Connection terminated|timeout expired/.test(current.message))
      return true;
  }
  return false;
}

class OutputMismatch extends Error {
  constructor(readonly issues: readonly string[]) {
    super('an answer does not fit the contract');
    this.name = 'OutputMismatch';
  }
}

/** Parses the answer strictly before it leaves: fields that the contract does not name do not get out. */
function parseOutput(definition: CallDefinition, answer: unknown): unknown {
  const parsed = z.safeParse(exact(definition.output), answer);
  if (parsed.success) return parsed.data;
  throw new OutputMismatch(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`));
}

/** True when data is what the code declares and nothing else. */
function isExactly(code: GatewayErrorCode, data: unknown): boolean {
  const schema = (ERROR_DATA as Partial<Record<GatewayErrorCode, z.core.$ZodType>>)[code];
  return schema !== undefined && z.safeParse(exact(schema), data).success;
}

/** The body of a refusal, with its data as the contract declares it. @param onUnfit the data does not fit its code */
function bodyOf({ code, details }: Refusal, lang: LangCode, now: number, onUnfit: () => void): ErrorBody {
  const { fields } = details;
  const data = errorDataOf(code, details.data);
  if (details.data !== undefined && !isExactly(code, details.data)) onUnfit();
  return {
    message: errorMessage(lang, code, data, now),
    ...(fields && { fields: textsOf(fields, lang) }),
    ...(data && { data }),
  };
}

export interface DispatcherOptions {
  /** A handler refused with a code that its call does not declare. Default: an error in the log. Tests throw. */
  onUndeclared?: (call: string, code: GatewayErrorCode) => void;
}

export function createDispatcher(
  deps: Deps,
  handlers: MountedHandlers,
  { onUndeclared = (call, code) => deps.log.error('refusal-undeclared', { call, code }) }: DispatcherOptions = {},
): Dispatcher {
  const table = handlers as unknown as Readonly<Record<string, CallRunner>>;

  const isInDoubt = () => doubtOf(deps.clock) !== null;

  async function sessionFor(definition: CallDefinition, { token, lang }: Caller, now: number): Promise<Session | null> {
    if (definition.access === 'public') return null;
    const resolve = definition.name === 'logout' ? resolveEnding : resolveSession;
    const session = token === null ? null : await resolve(deps, token, lang, now);
    if (session) return session;
    // A session that seems to have ended by a clock that is doubted: the device is not to give it up for that.
    throw new Refusal(token !== null && isInDoubt() ? 'clock-drift' : 'unauthorized');
  }

  /** Reading goes on while the clock is doubted. @throws Refusal clock-drift for what time decides about */
  function refuseInDoubt({ name, effect }: CallDefinition): void {
    if (effect !== 'read' && !TIMELESS.has(name) && isInDoubt()) throw new Refusal('clock-drift');
  }

  /** Reading goes on in an app of any age (docs/rules.md §11). @throws Refusal update-needed */
  async function refuseTooOld({ name, effect }: CallDefinition, { appVersion }: Caller): Promise<void> {
    if (effect === 'read' || AGELESS.has(name)) return;
    const least = (await loadSettings(deps.db.db))['app.leastVersion'];
    if (least === '') return;
    const order = appVersion === null ? null : compareVersions(appVersion, least);
    if (order === null || order < 0) throw new Refusal('update-needed');
  }

  async function carryOut(
    caller: Caller,
    call: InnerCall,
    definition: CallDefinition,
    run: CallRunner,
  ): Promise<unknown> {
    refuseInDoubt(definition);
    const now = deps.clock.now();
    const session = await sessionFor(definition, caller, now);
    // Comes before the input is parsed: an app that is too old may send input that is not understood any more.
    await refuseTooOld(definition, caller);
    const key = keyFor(definition, call.idempotencyKey);
    const input = parseInput(definition, call.params, caller.lang);
    checkAccount(definition, session, call.accountId);
    const { requestId, lang, address, userAgent } = caller;
    const name = definition.name as CallName;
    const context: CallContext = { deps, call: name, now, lang, address, userAgent, requestId, idempotencyKey: key };
    const carried = () => run(session ? { ...context, session } : context, input);
    // A call that moves money asks by itself, since a repeated key gets its first answer ([Note: Freeze guard]).
    const isGuarded = session !== null && definition.closedByFreeze === true && definition.effect !== 'money';
    return parseOutput(
      definition,
      await (isGuarded ? underFreezeGuard(deps, { userId: session.userId, now }, carried) : carried()),
    );
  }

  function explain(thrown: unknown, caller: Caller, name: string): Refusal {
    if (thrown instanceof Refusal) return thrown;
    const fields = { requestId: caller.requestId, call: name, error: thrown };
    if (isUnavailable(thrown)) {
      deps.log.warn('call-unavailable', fields);
      return new Refusal('unavailable');
    }
    deps.log.error('call-failed', thrown instanceof OutputMismatch ? { ...fields, issues: thrown.issues } : fields);
    return new Refusal('internal');
  }

  const refuse = (lang: LangCode, refusal: Refusal): Answer => {
    const { code } = refusal;
    const onUnfit = () => deps.log.error('refusal-data-unfit', { code });
    return { ok: false, code, body: bodyOf(refusal, lang, deps.clock.now(), onUnfit) };
  };

  return {
    explain,
    refuse,
    async dispatch(caller, call, run) {
      const startedAt = deps.clock.now();
      let name = 'unknown';
      let definition: CallDefinition | null = null;
      let answer: Answer;
      try {
        definition = find(call);
        name = definition.name;
        // Only the upload door may carry out an upload, and it carries out nothing else.
        if (run ? run.name !== name : name === 'uploadImage') throw new Refusal('wrong-method');
        const handler = run?.with ?? table[name];
        if (!handler) throw new Error(`no handler for ${name}`);
        answer = { ok: true, data: await carryOut(caller, call, definition, handler) };
      } catch (thrown) {
        const refusal = explain(thrown, caller, name);
        if (definition && !mayRefuse(definition, refusal.code)) onUndeclared(name, refusal.code);
        answer = refuse(caller.lang, refusal);
      }
      deps.log.info('call', {
        requestId: caller.requestId,
        call: name,
        code: answer.ok ? 'ok' : answer.code,
        durationMs: deps.clock.now() - startedAt,
      });
      return answer;
    },
  };
}

/** The number that travels for an answer. */
export function numberOf(answer: Answer): number {
  return answer.ok ? 200 : GATEWAY_ERROR_NUMBERS[answer.code];
}

/** The body that travels for an answer. */
export function payloadOf(answer: Answer): unknown {
  return answer.ok ? answer.data : answer.body;
}

/** Names of calls that a handler table must have; a test compares. */
export const MOUNTED_NAMES = Object.keys(calls).filter((name) => name !== 'uploadImage') as MountedName[];
