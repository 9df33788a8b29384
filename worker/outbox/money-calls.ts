/**
 * Calls that move money. The same intent is never carried out twice, whatever dies or gets lost in between.
 *
 * [Note: Idempotency] The idempotency key of an intent is the intent's own UUID. It is persisted before sending all the
 * same, as the note that something was sent; but even when that note is lost (evicted, kept in memory only), the
 * same intent cannot get another key, and the gateway answers a known key with its first answer.
 *
 * [Note: Absent] That the gateway knows nothing of a key is the last word only when nothing can still arrive: a request
 * that is held up on the way outlives the worker that sent it. Until an intent is as old as a call's deadline its
 * outcome stays open; only the same intent may be sent again meanwhile.
 */
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call';
import { outcome as outcomeCall } from '../../contract/calls/content';
import type { CallError } from '../../contract/errors';
import { uuid } from '../../contract/ids';
import type { Answer, Settlement } from '../api';
import { canonicalJson } from '../cache/canonical-json';
import type { IntentRow } from '../cache/schema';
import type { FoundCall } from '../call-book';
import { callError } from '../call-errors';
import { toHex, type Sha256 } from '../envelope/digest';
import type { SetTimer } from '../environment';
import type { EventHub } from '../event-hub';
import type { OpenSession } from '../session/session-keeper';
import type { Connection } from '../transport/connection';
import { CALL_DEADLINE_MS } from '../transport/retry-policy';
import { sleep } from '../transport/sleep';
import type { SendResult, Transport } from '../transport/transport';
import { Outbox } from './outbox';

/** Asking for an outcome, tries included. Before a call's own answer it is kept short: the call has had its minute. */
const OUTCOME_DEADLINE_MS = 30_000;
const OUTCOME_DEADLINE_WITHIN_CALL_MS = 4_000;
/** What stays open is asked for again, ever more rarely, until this; then at the next connection or start. */
const FIRST_ASK_AGAIN_MS = 15_000;
const LAST_ASK_AGAIN_MS = 240_000;

export interface MoneyCallsOptions {
  transport: Transport;
  connection: Connection;
  events: EventHub;
  setTimer: SetTimer;
  sha256: Sha256;
  serverNow: () => number;
  /** The definition of a call of the contract, by name. */
  findCall: (name: string) => Promise<FoundCall>;
  /** What every answer from the network goes through: a refused token ends the session. */
  onRefusal: (session: OpenSession, error: CallError) => Promise<void>;
  /** Tells the screens; the rows are marked already. */
  onStale: (calls: readonly string[]) => void;
}

type Outcome = { state: 'done'; answer: unknown } | { state: 'absent' } | { state: 'unknown'; error: CallError };

interface Running {
  inputHash: Promise<string>;
  answer: Promise<Answer<unknown>>;
}

export class MoneyCalls {
  /** Intents on their way in this worker; only saves asking twice, the outbox is the memory. */
  readonly #running = new Map<string, Running>();
  /** Sessions whose open intents are being settled just now. */
  readonly #settling = new WeakSet<OpenSession>();
  /** Sessions that have a next asking appointed. */
  readonly #waiting = new WeakSet<OpenSession>();

  constructor(private readonly options: MoneyCallsOptions) {}

  /** @param params parsed input of `call` */
  async invoke(
    session: OpenSession,
    call: CallDefinition,
    params: Record<string, unknown>,
    intentId: string | undefined,
  ): Promise<Answer<unknown>> {
    if (!uuid.safeParse(intentId).success || intentId === undefined) return refuse(callError('idempotency-missing'));
    const inputHash = this.#hash(call, params);
    const running = this.#running.get(intentId);
    if (running) {
      const isSame = (await running.inputHash) === (await inputHash);
      return isSame ? running.answer : refuse(callError('idempotency-conflict'));
    }
    const answer = inputHash.then((hash) => this.#invokeOnce(session, call, params, intentId, hash));
    this.#running.set(intentId, { inputHash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(intentId);
    }
  }

  /** What became of an intent; asks the gateway unless it is known. See [Note: Absent] for `open`. */
  async settle(session: OpenSession, call: CallDefinition, intentId: string): Promise<Settlement<unknown>> {
    await this.#running.get(intentId)?.answer.catch(() => null);
    const outbox = this.#outbox(session);
    const intent = await outbox.find(intentId);
    const kept = intent?.state === 'done' ? await outbox.answerOf(intent) : null;
    if (kept) return { state: 'done', answer: kept.answer };
    const result = await this.#ask(session, call, intentId);
    if (result.state === 'done')
      await this.#conclude(session, call, intent ?? newIntent(session, call, intentId), result);
    if (result.state !== 'absent') return result;
    if (intent && this.#openForMs(intent) > 0) return { state: 'open' };
    await outbox.mark(intentId, 'refused');
    return result;
  }

  /**
   * Settles in the background what an earlier run, or a lost connection, left open, and tells by `settled` events.
   * Asks again by itself. Never throws.
   */
  async settleOpen(session: OpenSession, askAgainMs = FIRST_ASK_AGAIN_MS): Promise<void> {
    if (this.#settling.has(session)) return;
    this.#settling.add(session);
    const openForMs = await this.#settleAll(session).catch(() => 0);
    this.#settling.delete(session);
    if (openForMs > 0) this.#askAgain(session, Math.min(askAgainMs, openForMs), askAgainMs * 2);
  }

  /** @returns how long something stays open, ms: 0 when nothing does, Infinity when nobody knows */
  async #settleAll(session: OpenSession): Promise<number> {
    const outbox = this.#outbox(session);
    let openForMs = 0;
    for (const intent of await outbox.open()) {
      const { call } = await this.options.findCall(intent.call);
      if (!call || this.#running.has(intent.intentId)) continue;
      const settlement = await this.settle(session, call, intent.intentId);
      if (settlement.state === 'unknown' || settlement.state === 'open') {
        openForMs = settlement.state === 'open' ? Math.max(openForMs, this.#openForMs(intent)) : Infinity;
        continue;
      }
      const { intentId } = intent;
      this.options.events.emit({ type: 'settled', intentId, call: call.name, result: settlement.state });
    }
    await outbox.prune();
    return openForMs;
  }

  #askAgain(session: OpenSession, delayMs: number, nextDelayMs = delayMs * 2): void {
    if (this.#waiting.has(session) || delayMs > LAST_ASK_AGAIN_MS) return;
    this.#waiting.add(session);
    const { signal } = session.leaving;
    void sleep(this.options.setTimer, delayMs, signal).then(() => {
      this.#waiting.delete(session);
      if (!signal.aborted) void this.settleOpen(session, nextDelayMs);
    });
  }

  /** Without the trade password: a wrong one is no other intent, and its hash is not for the disk. */
  async #hash(call: CallDefinition, params: Record<string, unknown>): Promise<string> {
    const { tradePassword: _secret, ...remembered } = params;
    return toHex(await this.options.sha256(canonicalJson({ call: call.name, ...remembered })));
  }

  async #invokeOnce(
    session: OpenSession,
    call: CallDefinition,
    params: Record<string, unknown>,
    intentId: string,
    inputHash: string,
  ): Promise<Answer<unknown>> {
    const outbox = this.#outbox(session);
    const known = await outbox.find(intentId);
    if (known && known.inputHash !== inputHash) return refuse(callError('idempotency-conflict'));
    const wasSent = known !== undefined && known.state !== 'refused';
    if (wasSent) {
      const kept = known.state === 'done' ? await outbox.answerOf(known) : null;
      if (kept) return { ok: true, data: kept.answer, asOf: known.updatedAt, source: 'cache', isStale: false };
      const settlement = await this.#ask(session, call, intentId, OUTCOME_DEADLINE_WITHIN_CALL_MS);
      if (settlement.state === 'done') return this.#conclude(session, call, known, settlement);
      if (settlement.state === 'unknown') return this.#unknown(session);
    }
    const mayArrive = wasSent && this.#openForMs(known) > 0;
    if (!(await this.#isReachable())) return mayArrive ? this.#unknown(session) : refuse(callError('offline'));
    const intent = { ...newIntent(session, call, intentId), inputHash };
    await outbox.begin(intent);
    return this.#send(session, call, params, { intent, mayArrive });
  }

  async #send(
    session: OpenSession,
    call: CallDefinition,
    params: Record<string, unknown>,
    sending: Sending,
  ): Promise<Answer<unknown>> {
    const { intent } = sending;
    const result = await this.options.transport.send({
      method: call.method,
      uri: call.uri,
      effect: call.effect,
      params,
      token: session.token,
      idempotencyKey: intent.key,
      signal: session.leaving.signal,
    });
    if (session.leaving.signal.aborted) return refuse(callError('session-closed'));
    if (result.ok) {
      const parsed = z.safeParse(call.output, result.body);
      if (parsed.success) return this.#conclude(session, call, intent, { answer: parsed.data });
      // It was carried out, but what it answered makes no sense: not a failure that the person may repeat.
      await this.#outbox(session).mark(intent.intentId, 'unknown');
      return this.#unknown(session);
    }
    if (result.isNothingDone) return this.#refused(session, sending, result.error);
    return this.#ambiguous(session, call, sending, result);
  }

  /** This try has done nothing. An earlier one of the same intent may still arrive: then it is looked after. */
  async #refused(session: OpenSession, { intent, mayArrive }: Sending, error: CallError): Promise<Answer<unknown>> {
    await this.#outbox(session).mark(intent.intentId, mayArrive ? 'unknown' : 'refused');
    if (mayArrive) this.#askAgain(session, FIRST_ASK_AGAIN_MS);
    await this.options.onRefusal(session, error);
    return refuse(error);
  }

  /** Sent, and no answer that decides: the gateway is asked before anything is said. */
  async #ambiguous(
    session: OpenSession,
    call: CallDefinition,
    sending: Sending,
    { error, mayArrive }: Extract<SendResult, { ok: false }>,
  ): Promise<Answer<unknown>> {
    const { intent } = sending;
    await this.#outbox(session).mark(intent.intentId, 'unknown');
    // A gateway that was too slow may still be at it: its "absent" would not be the last word now.
    if (error.code === 'timeout') return this.#unknown(session);
    const settlement = await this.#ask(session, call, intent.intentId, OUTCOME_DEADLINE_WITHIN_CALL_MS);
    if (settlement.state === 'done') return this.#conclude(session, call, intent, settlement);
    // See [Note: Absent].
    if (settlement.state === 'absent' && !mayArrive) return this.#refused(session, sending, error);
    return this.#unknown(session);
  }

  /** The page is told so, and by an event when it is known. */
  #unknown(session: OpenSession): Answer<never> {
    this.#askAgain(session, FIRST_ASK_AGAIN_MS);
    return refuse(callError('outcome-unknown'));
  }

  async #conclude(
    session: OpenSession,
    call: CallDefinition,
    intent: NewIntent,
    { answer }: { answer: unknown },
  ): Promise<Answer<unknown>> {
    await this.#outbox(session).conclude(intent, answer, call.invalidates);
    this.options.onStale(call.invalidates);
    return { ok: true, data: answer, asOf: this.options.serverNow(), source: 'network', isStale: false };
  }

  async #ask(
    session: OpenSession,
    call: CallDefinition,
    key: string,
    deadlineMs = OUTCOME_DEADLINE_MS,
  ): Promise<Outcome> {
    const result = await this.options.transport.send({
      method: outcomeCall.method,
      uri: outcomeCall.uri,
      effect: 'read',
      params: { key },
      token: session.token,
      signal: session.leaving.signal,
      deadlineMs,
    });
    if (!result.ok) {
      await this.options.onRefusal(session, result.error);
      return { state: 'unknown', error: result.error };
    }
    const parsed = outcomeCall.output.safeParse(result.body);
    if (!parsed.success) return { state: 'unknown', error: callError('bad-answer') };
    if (parsed.data.state === 'absent') return { state: 'absent' };
    const answer = z.safeParse(call.output, parsed.data.answer);
    return answer.success
      ? { state: 'done', answer: answer.data }
      : { state: 'unknown', error: callError('bad-answer') };
  }

  /** How long what was sent of an intent may still arrive, ms. A clock that was corrected since makes nothing younger. */
  #openForMs({ begunAt }: Pick<IntentRow, 'begunAt'>): number {
    const ageMs = this.options.serverNow() - begunAt;
    return Math.abs(ageMs) < CALL_DEADLINE_MS ? CALL_DEADLINE_MS - Math.max(0, ageMs) : 0;
  }

  /** Refuses before anything is sent when there is no way to the gateway. */
  async #isReachable(): Promise<boolean> {
    const { connection } = this.options;
    if (connection.isHintedOffline) return false;
    return connection.isOnline || connection.check();
  }

  #outbox(session: OpenSession): Outbox {
    return new Outbox(session.vault, this.options.serverNow);
  }
}

type NewIntent = Omit<IntentRow, 'state' | 'updatedAt' | 'begunAt' | 'answer'>;

interface Sending {
  intent: NewIntent;
  /** Something of the same intent was sent before, and has not been heard of. */
  mayArrive: boolean;
}

/** See [Note: Idempotency]. */
function newIntent(session: OpenSession, call: CallDefinition, intentId: string): NewIntent {
  return { intentId, call: call.name, accountId: session.accountId, inputHash: '', key: intentId };
}

function refuse(error: CallError): Answer<never> {
  return { ok: false, error };
}
