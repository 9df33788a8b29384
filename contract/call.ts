/** Declares calls. Everything a program needs to know about a call is data on it; nothing is written per call. */
import * as z from 'zod/mini';
import type { ErrorCode } from './errors';
import type { Topic, Topics } from './topics';

export type Method = 'GET' | 'POST';

/** `public`: anybody may make the call; `user`: only somebody who is logged in. */
export type Access = 'public' | 'user';

/**
 * A call has one of three effects: `read` changes nothing and may be repeated; `write` changes something that is not money;
 * `money` moves money: needs an idempotency key, is never queued offline, and its outcome can be asked for.
 */
export type Effect = 'read' | 'write' | 'money';

/**
 * Tells the worker how to keep a call's answers.
 * - none: never (secrets, codes, writes)
 * - record: one row per user, account and input
 * - list: keyset rows by `[account + sort + id]`; items have a text `id` and a numeric `sort` field, newest first
 * - static: the same for all users, kept across log-outs, per language
 */
export type CachePolicy =
  | { kind: 'none' }
  | { kind: 'record'; maxAgeMs: number }
  | ListPolicy
  | { kind: 'static'; maxAgeMs: number };

export interface ListPolicy {
  kind: 'list';
  maxAgeMs: number;
  sort: string;
  /** A field that is kept in clear, so that the device can read by it: a kind, never anything a person would hide. */
  tag?: string;
  /** Fields that a search on the device looks in. */
  search?: readonly string[];
}

/** `spec`: the spec lists the call (section 7); `extension`: we added it, and the spec is silent about it. */
export type Origin = 'spec' | 'extension';

export interface CallDeclaration {
  name: string;
  method: Method;
  /** Path inside the envelope, e.g. `/api/v1/user/info`. */
  uri: string;
  origin: Origin;
}

export interface CallDefinition<
  Name extends string = string,
  Input extends z.core.$ZodType = z.core.$ZodType,
  Output extends z.core.$ZodType = z.core.$ZodType,
  Who extends Access = Access,
> extends CallDeclaration {
  name: Name;
  access: Who;
  effect: Effect;
  cache: CachePolicy;
  input: Input;
  /** A right input, about what nobody has: tests make every call with it. No build of the app has it. */
  example?: z.input<Input>;
  output: Output;
  /** Refusals of its own; every call can also end in the general ones (errors.ts), the door's and local errors. */
  errors: readonly ErrorCode[];
  /** A read's answer changes with these topics. A read that is asked anew each time says `nothing`. */
  shows?: Topics;
  /** A write changes these topics for the person who makes it. */
  changes?: Topics;
  /** A write changes these topics for everybody. */
  changesMarket?: readonly Topic[];
  /** The answer carries a `token` that opens a session: the worker keeps it and never hands it to the page. */
  opensSession: boolean;
  /** The gateway may ask for a proof of work first; the worker solves it and adds it to the input as `captcha`. */
  captcha: boolean;
  /** A frozen account refuses it with `account-frozen` (docs/rules.md §3). */
  closedByFreeze?: true;
  /** The worker adds its `deviceToken` to the input: the gateway then knows the device of whoever gets in with this call. */
  namesDevice: boolean;
}

/** [Note: Topics] Each read says what it shows and each write what it changes: one that is silent does not compile. */
type Consequences =
  | { effect: 'read'; shows: Topics }
  | { effect: 'write' | 'money'; changes: Topics; changesMarket?: readonly Topic[] };
/** Only a call that takes `nothing` does without an example. */
type Example<I extends z.core.$ZodType> =
  z.output<I> extends Record<string, never> ? { example?: never } : { example: z.input<I> };
type OptionalField = 'origin' | 'cache' | 'errors' | 'opensSession' | 'captcha' | 'namesDevice';
type CallFields<N extends string, I extends z.core.$ZodType, O extends z.core.$ZodType, W extends Access> = Omit<
  CallDefinition<N, I, O, W>,
  OptionalField | 'effect' | 'example' | 'shows' | 'changes' | 'changesMarket'
> &
  Partial<Pick<CallDefinition<N, I, O, W>, OptionalField>> &
  Example<I> &
  Consequences;

/**
 * Declares a call with its schemas. [Note: Strict and tolerant] Inputs are strict objects at every depth: the gateway refuses a
 * field that it does not know, since ignoring the field could do something else than the sender meant. Outputs are plain objects
 * at every depth: a client drops the fields that a later gateway adds. The gateway itself answers with exactly what is declared
 * (gateway/http/exact.ts).
 */
/*@__NO_SIDE_EFFECTS__*/
export function defineCall<
  const N extends string,
  I extends z.core.$ZodType,
  O extends z.core.$ZodType,
  const W extends Access,
>(definition: CallFields<N, I, O, W>): CallDefinition<N, I, O, W> {
  return {
    origin: 'spec',
    cache: { kind: 'none' },
    errors: [],
    opensSession: false,
    captcha: false,
    namesDevice: false,
    ...definition,
  };
}

/** Names a call of the spec whose shapes are not decided yet; the gateway answers it with `not-open`. */
/*@__NO_SIDE_EFFECTS__*/
export function nameCall<const N extends string>(name: N, method: Method, uri: string): CallDeclaration & { name: N } {
  return { name, method, uri, origin: 'spec' };
}

export function isDefined(call: CallDeclaration): call is CallDefinition {
  return 'input' in call;
}

function isDeclaration(value: unknown): value is CallDeclaration {
  return typeof value === 'object' && value !== null && 'uri' in value && 'method' in value && 'name' in value;
}

/** The declarations among the exports of modules. */
export function declaredIn(...modules: readonly object[]): CallDeclaration[] {
  return modules.flatMap((module) => Object.values(module) as unknown[]).filter(isDeclaration);
}

/** The calls with shapes among the exports of modules. */
export function definedIn(...modules: readonly object[]): readonly CallDefinition[] {
  return declaredIn(...modules).filter(isDefined);
}

/** A caller passes this in. */
export type InputOf<C> = C extends CallDefinition<string, infer I, z.core.$ZodType> ? z.input<I> : never;
/** A handler gets this, parsed. */
export type ParsedInputOf<C> = C extends CallDefinition<string, infer I, z.core.$ZodType> ? z.output<I> : never;
/** A caller gets this, parsed. */
export type OutputOf<C> = C extends CallDefinition<string, z.core.$ZodType, infer O> ? z.output<O> : never;
/** A handler answers this. */
export type AnswerOf<C> = C extends CallDefinition<string, z.core.$ZodType, infer O> ? z.input<O> : never;
/** A page gets this: the worker keeps the token back. */
export type PageOutputOf<C> = OutputOf<C> extends { token: string } ? Omit<OutputOf<C>, 'token'> : OutputOf<C>;

/** The input of a call that takes none. */
export const nothing = z.strictObject({});
/** The output of a call that tells nothing but that it was done. */
export const noAnswer = z.object({});

/**
 * Makes a part of an output that may grow in kind: `otherwise` where a later gateway tells a kind that this version does not know,
 * so that one part does not make the whole unreadable. The gateway itself tells nothing but `known` ([Note: Strict and tolerant]).
 */
/*@__NO_SIDE_EFFECTS__*/
export function knownOr<T extends z.core.$ZodType, const V extends z.output<T>>(known: T, otherwise: V) {
  const unknown = z.pipe(
    z.unknown(),
    z.transform(() => otherwise),
  );
  return z.union([known, unknown]) as z.ZodMiniType<z.output<T>, z.input<T>>;
}

/** As `knownOr`, with null for what this version does not know. */
/*@__NO_SIDE_EFFECTS__*/
export function knownOrNull<T extends z.core.$ZodType>(known: T) {
  return knownOr(z.nullable(known), null);
}
