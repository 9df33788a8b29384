/**
 * Calls that move money. The same intent is never carried out twice, whatever dies or gets lost in between.
 *
 * [Note: Idempotency] The idempotency key of an intent is the intent's own UUID. It is persisted before sending all the
 * same, as the note that something was sent; but even when that note is lost (evicted, kept in memory only), the
 * same intent cannot get another key, and the gateway answers a known key with its first answer.
 */
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call';
import { outcome as outcomeCall } from '../../contract/calls/content';
import type { CallError } from '../../contract/errors';
import { uuid } from '../../contract/ids';
import type { Answer, Settlement } from '../api';
import { canonicalJson } from '../cache/canonical-json';
import type { IntentRow } from '../cache/schema';
import { callError } from '../call-errors';
import { toHex, type Sha256 } from '../envelope/digest';
import type { SetTimer } from '../environment';
import type { EventHub } from '../event-hub';
import type { OpenSession } from '../session/session-keeper';
import type { Connection } from '../transport/connection';
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
  callNamed: (name: string) => CallDefinition | undefined;
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

  /** What became of an intent; asks the gateway unless it is known. */
  async settle(session: OpenSession, call: CallDefinition, intentId: string): Promise<Settlement<unknown>> {
    await this.#running.get(intentId)?.answer.catch(() => null);
    const outbox = this.#outbox(session);
    const intent = await outbox.find(intentId);
    const kept = intent?.state === 'done' ? await outbox.answerOf(intent) : null;
    if (kept) return { state: 'done', answer: kept.answer };
    const result = await this.#ask(session, call, intentId);
    if (result.state === 'done')
      await this.#conclude(session, call, intent ?? newIntent(session, call, intentId), result);
    if (result.state === 'absent') await outbox.mark(intentId, 'refused');
    return result;
  }

  /**
   * Settles in the background what an earlier run, or a lost connection, left open, and tells by `settled` events.
   * Asks again by itself. Never throws.
   */
  async settleOpen(session: OpenSession, askAgainMs = FIRST_ASK_AGAIN_MS): Promise<void> {
    if (this.#settling.has(session)) return;
    this.#settling.add(session);
    const isAllSettled = await this.#settleAll(session).catch(() => true);
    this.#settling.delete(session);
    if (!isAllSettled) this.#askAgain(session, askAgainMs);
  }

  async #settleAll(session: OpenSession): Promise<boolean> {
    const outbox = this.#outbox(session);
    let isAllSettled = true;
    for (const intent of await outbox.open()) {
      const call = this.options.callNamed(intent.call);
      if (!call || this.#running.has(intent.intentId)) continue;
      const settlement = await this.settle(session, call, intent.intentId);
      if (settlement.state === 'unknown') {
        isAllSettled = false;
        continue;
      }
      const { intentId } = intent;
      this.options.events.emit({ type: 'settled', intentId, call: call.name, result: settlement.state });
    }
    await outbox.prune();
    return isAllSettled;
  }

  #askAgain(session: OpenSession, delayMs: number): void {
    if (this.#waiting.has(session) || delayMs > LAST_ASK_AGAIN_MS) return;
    this.#waiting.add(session);
    const { signal } = session.leaving;
    void sleep(this.options.setTimer, delayMs, signal).then(() => {
      this.#waiting.delete(session);
      if (!signal.aborted) void this.settleOpen(session, delayMs * 2);
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
    if (known && known.state !== 'refused') {
      const kept = known.state === 'done' ? await outbox.answerOf(known) : null;
      if (kept) return { ok: true, data: kept.answer, asOf: known.updatedAt, source: 'cache', isStale: false };
      const settlement = await this.#ask(session, call, intentId, OUTCOME_DEADLINE_WITHIN_CALL_MS);
      if (settlement.state === 'done') return this.#conclude(session, call, known, settlement);
      if (settlement.state === 'unknown') return this.#unknown(session);
    }
    if (!(await this.#isReachable())) return refuse(callError('offline'));
    const intent = { ...newIntent(session, call, intentId), inputHash };
    await outbox.begin(intent);
    return this.#send(session, call, params, intent);
  }

  async #send(
    session: OpenSession,
    call: CallDefinition,
    params: Record<string, unknown>,
    intent: NewIntent,
  ): Promise<Answer<unknown>> {
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
    if (result.isNothingDone) return this.#refused(session, intent, result.error);
    return this.#ambiguous(session, call, intent, result);
  }

  async #refused(session: OpenSession, { intentId }: NewIntent, error: CallError): Promise<Answer<unknown>> {
    await this.#outbox(session).mark(intentId, 'refused');
    await this.options.onRefusal(session, error);
    return refuse(error);
  }

  /** Sent, and no answer that decides: the gateway is asked before anything is said. */
  async #ambiguous(
    session: OpenSession,
    call: CallDefinition,
    intent: NewIntent,
    { error }: Extract<SendResult, { ok: false }>,
  ): Promise<Answer<unknown>> {
    await this.#outbox(session).mark(intent.intentId, 'unknown');
    // A gateway that was too slow may still be at it: its "absent" would not be the last word now.
    if (error.code === 'timeout') return this.#unknown(session);
    const settlement = await this.#ask(session, call, intent.intentId, OUTCOME_DEADLINE_WITHIN_CALL_MS);
    if (settlement.state === 'done') return this.#conclude(session, call, intent, settlement);
    if (settlement.state === 'absent') return this.#refused(session, intent, error);
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

type NewIntent = Omit<IntentRow, 'state' | 'updatedAt' | 'answer'>;

/** See [Note: Idempotency]. */
function newIntent(session: OpenSession, call: CallDefinition, intentId: string): NewIntent {
  return { intentId, call: call.name, accountId: session.accountId, inputHash: '', key: intentId };
}

function refuse(error: CallError): Answer<never> {
  return { ok: false, error };
}
