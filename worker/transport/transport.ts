/** Sends a call until there is an answer or the retry policy gives up. */
import type { Effect, Method } from '../../contract/call';
import type { EnvelopeProfile } from '../../contract/envelope';
import type { InnerRequest } from '../../contract/request-envelope';
import type { CallError } from '../../contract/errors';
import type { LangCode } from '../../contract/ids';
import { LINE_ERROR_NUMBERS } from '../../contract/line-errors';
import { callError, httpStatusError } from '../call-errors';
import type { Envelope } from '../envelope/envelope';
import type { SetTimer } from '../environment';
import { gatewayError } from '../gateway-error';
import { attempt, type AttemptResult } from './attempt';
import type { ServerClock } from './clock';
import type { Connection } from './connection';
import {
  CALL_DEADLINE_MS,
  MAX_TRIES,
  REFUSED_STATUSES,
  mayRetry,
  retryDelayMs,
  tryDeadlineMs,
  UNREACHED_STATUSES,
} from './retry-policy';
import { sleep } from './sleep';

export interface OutgoingRequest {
  method: Method;
  uri: string;
  effect: Effect;
  params: Record<string, unknown>;
  token: string | null;
  /** The key of a call that moves money, and the account that the person confirmed it for. */
  intent?: InnerRequest['headers'];
  signal?: AbortSignal | undefined;
  file?: Blob;
  /** A `fetch` in place of the usual one, which tells how much of the file has been sent. */
  fetch?: typeof fetch;
  /** At most so many tries; absent: `MAX_TRIES`. */
  maxTries?: number;
  /** Deadline for all tries together; absent: `CALL_DEADLINE_MS`. */
  deadlineMs?: number;
  /** True where nobody waits for the call, so that the line does not count as slow. */
  isAhead?: boolean;
  /** One try only, which may outlive the page: the goodbye at log-out. */
  isGoodbye?: boolean;
}

/** `isNothingDone`: every try was refused. Otherwise it is open whether the call was carried out, or will be. */
export type SendResult = { ok: true; body: unknown } | { ok: false; error: CallError; isNothingDone: boolean };

export interface TransportOptions {
  fetch: typeof fetch;
  setTimer: SetTimer;
  now: () => number;
  /** For deadlines. */
  uptime: () => number;
  random: () => number;
  profile: EnvelopeProfile;
  envelope: Envelope;
  clock: ServerClock;
  connection: Connection;
  origin: () => string;
  lang: () => LangCode;
}

/** Answers that say "the same again, sealed anew, will do"; each is heeded once per call. */
const RESEAL = {
  [LINE_ERROR_NUMBERS['time-window']]: 'time-window',
  [LINE_ERROR_NUMBERS.replayed]: 'replayed',
} as const;

/** Envelope codes after which it is open whether the call was carried out. */
const UNDECIDED: ReadonlySet<number> = new Set([LINE_ERROR_NUMBERS.internal, LINE_ERROR_NUMBERS.unavailable]);

export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /** Never throws. Each try has a fresh handshake and timestamp; the idempotency key stays the same. */
  async send(outgoing: OutgoingRequest): Promise<SendResult> {
    // An upload tells how far it is.
    const isWaitedFor = !outgoing.isAhead && !outgoing.isGoodbye && !outgoing.file;
    const end = isWaitedFor ? this.options.connection.waits() : null;
    const result = await this.#send(outgoing);
    end?.();
    return result;
  }

  async #send(outgoing: OutgoingRequest): Promise<SendResult> {
    const { options } = this;
    const giveUpAt = options.uptime() + (outgoing.deadlineMs ?? CALL_DEADLINE_MS);
    const resealed = new Set<string>();
    let isNothingDone = true;
    let tries = 0;
    for (;;) {
      const deadlineMs = tryDeadlineMs(outgoing.effect, tries, giveUpAt - options.uptime());
      const result = await this.#attempt(outgoing, deadlineMs);
      if (await this.#shouldReseal(result, resealed)) continue;
      tries += 1;
      isNothingDone &&= isRefused(result);
      const delayMs = retryDelayMs(result, tries, options.random());
      const goesOn =
        !outgoing.isGoodbye &&
        mayRetry(result, outgoing.effect) &&
        tries < this.#triesAllowed(outgoing) &&
        options.uptime() + delayMs < giveUpAt;
      if (!goesOn) return this.#conclude(result, isNothingDone);
      await sleep(options.setTimer, delayMs, outgoing.signal);
    }
  }

  #attempt(outgoing: OutgoingRequest, deadlineMs: number): Promise<AttemptResult> {
    const { options } = this;
    const { profile } = options;
    const door = outgoing.file ? profile.uploadId : profile.gatewayId;
    const tools = {
      fetch: outgoing.fetch ?? options.fetch,
      setTimer: options.setTimer,
      envelope: options.envelope,
      serverNow: () => options.clock.now(),
      deviceNow: options.now,
    };
    return attempt(tools, {
      url: `${options.origin()}/api/${door}`,
      inner: {
        method: outgoing.method,
        uri: outgoing.uri,
        headers: outgoing.intent ?? {},
        params: outgoing.params,
      },
      token: outgoing.token,
      lang: options.lang(),
      deadlineMs,
      signal: outgoing.signal,
      ...(outgoing.isGoodbye ? { keepalive: true } : {}),
      ...(outgoing.file ? { file: outgoing.file } : {}),
    });
  }

  /** Once it is known that there is no network, waiting for more tries only delays the answer. */
  #triesAllowed({ maxTries = MAX_TRIES }: OutgoingRequest): number {
    const { connection } = this.options;
    return connection.isHintedOffline || !connection.isOnline ? 1 : maxTries;
  }

  async #shouldReseal(result: AttemptResult, resealed: Set<string>): Promise<boolean> {
    if (result.kind !== 'answer') return false;
    const why = RESEAL[result.answer.code as keyof typeof RESEAL] as string | undefined;
    if (why === undefined || resealed.has(why)) return false;
    resealed.add(why);
    if (why === 'replayed') return true;
    const error = await gatewayError(result.answer.code, result.answer.body);
    const serverTime = error.code === 'time-window' ? error.data?.serverTime : undefined;
    if (serverTime === undefined) return false;
    this.options.clock.correct(serverTime);
    return true;
  }

  async #conclude(result: AttemptResult, isNothingDone: boolean): Promise<SendResult> {
    const { connection } = this.options;
    if (result.kind === 'network') connection.saw(false);
    // Somebody on the way answered in the gateway's place, perhaps: one question decides for calls and probes alike.
    else if (result.kind === 'status' && UNREACHED_STATUSES.has(result.status)) void connection.check();
    else if (result.kind !== 'timeout' && result.kind !== 'aborted') connection.saw(true);
    if (result.kind === 'answer' && result.answer.code === 200) return { ok: true, body: result.answer.body };
    return { ok: false, error: await this.#errorOf(result), isNothingDone };
  }

  async #errorOf(result: AttemptResult): Promise<CallError> {
    switch (result.kind) {
      case 'answer':
        return gatewayError(result.answer.code, result.answer.body);
      case 'network':
        return callError(this.options.connection.isHintedOffline ? 'offline' : 'network');
      case 'timeout':
        return callError('timeout');
      case 'status':
        return httpStatusError(result.status, result.message, result.retryAfterMs);
      case 'bad-answer':
        return callError('bad-answer');
      case 'aborted':
        return callError('session-closed');
    }
  }
}

/** The gateway, or a proxy before it, answered that it did not carry out the request. */
function isRefused(result: AttemptResult): boolean {
  if (result.kind === 'answer') return !UNDECIDED.has(result.answer.code);
  return result.kind === 'status' && (result.status < 500 || REFUSED_STATUSES.has(result.status));
}
