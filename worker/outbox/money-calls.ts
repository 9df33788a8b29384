/**
 * Calls that move money. The same intent is never carried out twice, whatever dies or gets lost in between, and what is
 * refused here has not happened and never will (docs/rules.md §2).
 *
 * [Note: Idempotency] The idempotency key of an intent is the intent's own UUID. It is persisted before sending all the
 * same, as the note that something was sent; but even when that note is lost (evicted, kept in memory only), the
 * same intent cannot get another key, and the gateway answers a known key with its first answer.
 *
 * [Note: Closing] Asking the gateway for the outcome of a key that it knows nothing of closes the key: a request that is
 * held up on the way is refused when it arrives. So "absent" is final, and whoever wants the same once more makes a new
 * intent. A worker that starts while another tab's request is on its way may close that one's key: the other tab is
 * refused, and its page goes on under a new intent (src/bridge).
 */
import * as z from 'zod/mini';
import { askOutcome } from '../../contract/calls/content';
import { canonicalJson } from '../../contract/canonical-json';
import type { CallError } from '../../contract/errors';
import { presentName } from '../../contract/former-names';
import { uuid } from '../../contract/ids';
import type { Answer, Settlement } from '../api';
import { removeFormerRows } from '../cache/former-rows';
import type { Patience } from '../cache/patience';
import type { CacheTables, IntentRow } from '../cache/schema';
import type { Store } from '../cache/store';
import { StoreFullError } from '../cache/store-errors';
import type { Vault } from '../cache/vault';
import type { CallLookup } from '../call-book';
import type { KnownCall } from '../known-call';
import { callError } from '../call-errors';
import { toHex, type Sha256 } from '../envelope/digest';
import type { SetTimer } from '../environment';
import type { EventHub } from '../event-hub';
import type { OpenSession } from '../session/session-keeper';
import type { Connection } from '../transport/connection';
import { sleep } from '../transport/sleep';
import { spread } from '../transport/spread';
import type { Transport } from '../transport/transport';
import { Outbox } from './outbox';

/** Deadline for asking for an outcome, tries included: the call itself has had its minute. The gateway waits less for a call. */
const OUTCOME_DEADLINE_MS = 4_000;
/** After a try that did not reach the gateway the worker asks again this soon, since somebody waits for the outcome … */
const ASK_AGAIN_MS = 2_000;
const TIMES_ASKED_SOON = 30;
/** … and after a minute ever more rarely, from the first of these to the last; then at the next connection or start. */
const FIRST_LATE_ASK_MS = 15_000;
const LAST_LATE_ASK_MS = 240_000;

export interface MoneyCallsOptions {
  transport: Transport;
  connection: Connection;
  events: EventHub;
  setTimer: SetTimer;
  random: () => number;
  /** [Note: Held up] The note of an intent that is late is behind it on its way to the disk, and in memory until then. */
  patience: Patience;
  sha256: Sha256;
  serverNow: () => number;
  /** The definition of a call of the contract, by name. */
  findCall: (name: string) => Promise<CallLookup>;
  device: Pick<Vault, 'store'>;
  /** Gets the error of every refused answer from the network: a refused token ends the session. */
  onRefusal: (session: OpenSession, error: CallError) => Promise<void>;
  /** Tells the screens; the rows are marked already. */
  onStale: (calls: readonly string[]) => void;
}

interface RunningCall {
  inputHash: Promise<string>;
  answer: Promise<Answer<unknown>>;
}

export class MoneyCalls {
  /** Intents on their way in this worker; only saves asking twice, the outbox is the memory. */
  readonly #running = new Map<string, RunningCall>();
  /** Sessions whose open intents are being settled just now. */
  readonly #settling = new WeakSet<OpenSession>();
  /** Sessions that have a next asking appointed. */
  readonly #waiting = new WeakSet<OpenSession>();

  constructor(private readonly options: MoneyCallsOptions) {}

  /** @param params parsed input of `call` */
  async invoke(
    session: OpenSession,
    call: KnownCall,
    params: Record<string, unknown>,
    intentId: string | undefined,
  ): Promise<Answer<unknown>> {
    if (!uuid.safeParse(intentId).success || intentId === undefined) return refuse(callError('idempotency-missing'));
    const inputHash = this.#hash(session, call, params);
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

  /** Tells what became of an intent: asks the gateway unless the outcome is known, which makes it final. See [Note: Closing]. */
  async settle(session: OpenSession, call: KnownCall, intentId: string): Promise<Settlement<unknown>> {
    await this.#running.get(intentId)?.answer.catch(() => null);
    const { patience } = this.options;
    const outbox = this.#outbox(session);
    const intent = await patience.with(outbox.find(intentId));
    const kept = intent?.state === 'done' ? await outbox.answerOf(intent) : null;
    if (kept) return { state: 'done', answer: kept.answer };
    const result = await this.#ask(session, call, intentId);
    if (result.state === 'done')
      await this.#conclude(session, call, intent ?? newIntent(session, call, intentId), result);
    if (result.state === 'absent') await this.#mark(session, intentId, 'refused');
    return result;
  }

  /**
   * Settles in the background what an earlier run, or a lost connection, left open, and tells by `settled` events.
   * Asks again by itself. Never throws. @param round how often it was asked in vain
   */
  async settleOpen(session: OpenSession, round = 0): Promise<void> {
    if (this.#settling.has(session)) return;
    this.#settling.add(session);
    const isAllSettled = await this.#settleAll(session).catch(() => true);
    this.#settling.delete(session);
    if (!isAllSettled) this.#askAgain(session, round);
    await removeFormerRows(session.vault.store as unknown as Store<CacheTables>, this.options.device.store).catch(
      () => {},
    );
  }

  async #settleAll(session: OpenSession): Promise<boolean> {
    const outbox = this.#outbox(session);
    let isAllSettled = true;
    for (const intent of await outbox.open()) {
      const { call } = await this.options.findCall(presentName(intent.call));
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

  #askAgain(session: OpenSession, round = 0): void {
    const isSoon = round < TIMES_ASKED_SOON;
    const delayMs = isSoon ? ASK_AGAIN_MS : FIRST_LATE_ASK_MS * 2 ** (round - TIMES_ASKED_SOON);
    if (this.#waiting.has(session) || delayMs > LAST_LATE_ASK_MS) return;
    const { setTimer, random } = this.options;
    this.#waiting.add(session);
    const { signal } = session.leaving;
    void sleep(setTimer, isSoon ? delayMs : spread(delayMs, random), signal).then(() => {
      this.#waiting.delete(session);
      if (!signal.aborted) void this.settleOpen(session, round + 1);
    });
  }

  /** Without the trade password: a wrong one is no other intent, and its hash is not for the disk. */
  async #hash({ accountId }: OpenSession, call: KnownCall, params: Record<string, unknown>): Promise<string> {
    const { tradePassword: _secret, ...remembered } = params;
    return toHex(await this.options.sha256(canonicalJson({ call: call.name, accountId, ...remembered })));
  }

  async #invokeOnce(
    session: OpenSession,
    call: KnownCall,
    params: Record<string, unknown>,
    intentId: string,
    inputHash: string,
  ): Promise<Answer<unknown>> {
    const outbox = this.#outbox(session);
    const { patience } = this.options;
    const known = await patience.with(outbox.find(intentId));
    if (known && known.inputHash !== inputHash) return refuse(callError('idempotency-conflict'));
    if (known && known.state !== 'refused') {
      const kept = known.state === 'done' ? await outbox.answerOf(known) : null;
      if (kept) return { ok: true, data: kept.answer, asOf: known.updatedAt, source: 'cache', isStale: false };
      const settlement = await this.#ask(session, call, intentId);
      if (settlement.state === 'done') return this.#conclude(session, call, known, settlement);
      if (settlement.state === 'unknown') return this.#unknown(session);
      return this.#refused(session, intentId, callError('idempotency-closed'));
    }
    if (!(await this.#isReachable())) return refuse(callError('offline'));
    const intent = { ...newIntent(session, call, intentId), inputHash };
    try {
      await patience.with(outbox.begin(intent));
    } catch (error) {
      if (error instanceof StoreFullError) return refuse(callError('storage-full'));
      throw error;
    }
    return this.#send(session, call, params, intent);
  }

  async #send(
    session: OpenSession,
    call: KnownCall,
    params: Record<string, unknown>,
    intent: NewIntent,
  ): Promise<Answer<unknown>> {
    const result = await this.options.transport.send({
      method: call.method,
      uri: call.uri,
      effect: call.effect,
      params,
      token: session.token,
      intent: { 'Idempotency-Key': intent.key, 'Account-Id': session.accountId },
      signal: session.leaving.signal,
    });
    if (session.leaving.signal.aborted) return refuse(callError('session-closed'));
    if (result.ok) {
      const parsed = z.safeParse(call.output, result.body);
      if (parsed.success) return this.#conclude(session, call, intent, { answer: parsed.data });
      // It was carried out, but what it answered makes no sense: not a failure that the person may repeat.
      await this.#mark(session, intent.intentId, 'unknown');
      return this.#unknown(session);
    }
    if (result.isNothingDone) return this.#refused(session, intent.intentId, result.error);
    return this.#ambiguous(session, call, intent, result.error);
  }

  /** Nothing was done under this intent, and nothing will be. */
  async #refused(session: OpenSession, intentId: string, error: CallError): Promise<Answer<unknown>> {
    await this.#mark(session, intentId, 'refused');
    await this.options.onRefusal(session, error);
    return refuse(error);
  }

  /** Sent, and no answer that decides: the gateway is asked before anything is said. */
  async #ambiguous(
    session: OpenSession,
    call: KnownCall,
    intent: NewIntent,
    error: CallError,
  ): Promise<Answer<unknown>> {
    await this.#mark(session, intent.intentId, 'unknown');
    const settlement = await this.#ask(session, call, intent.intentId);
    if (settlement.state === 'done') return this.#conclude(session, call, intent, settlement);
    if (settlement.state === 'unknown') return this.#unknown(session);
    // The gateway's own words where it had some; otherwise only the way to it has failed.
    const told = error.message === undefined ? callError('not-carried-out') : error;
    return this.#refused(session, intent.intentId, told);
  }

  /** The page is told so, and by an event when it is known. */
  #unknown(session: OpenSession): Answer<never> {
    this.#askAgain(session);
    return refuse(callError('outcome-unknown'));
  }

  async #conclude(
    session: OpenSession,
    call: KnownCall,
    intent: NewIntent,
    { answer }: { answer: unknown },
  ): Promise<Answer<unknown>> {
    const { stales = [] } = call;
    await this.options.patience.with(this.#outbox(session).conclude(intent, answer, stales));
    this.options.onStale(stales);
    return { ok: true, data: answer, asOf: this.options.serverNow(), source: 'network', isStale: false };
  }

  async #ask(session: OpenSession, call: KnownCall, key: string): Promise<Settlement<unknown>> {
    const result = await this.options.transport.send({
      method: askOutcome.method,
      uri: askOutcome.uri,
      // A key is closed once: this write may be tried again like a read.
      effect: 'read',
      params: { key },
      token: session.token,
      signal: session.leaving.signal,
      deadlineMs: OUTCOME_DEADLINE_MS,
    });
    if (!result.ok) {
      await this.options.onRefusal(session, result.error);
      return { state: 'unknown', error: result.error };
    }
    const parsed = askOutcome.output.safeParse(result.body);
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

  async #mark(session: OpenSession, intentId: string, state: 'unknown' | 'refused'): Promise<void> {
    await this.options.patience.with(this.#outbox(session).mark(intentId, state));
  }

  #outbox(session: OpenSession): Outbox {
    return new Outbox(session.vault, this.options.serverNow);
  }
}

type NewIntent = Omit<IntentRow, 'state' | 'updatedAt' | 'answer'>;

/** See [Note: Idempotency]. */
function newIntent(session: OpenSession, call: KnownCall, intentId: string): NewIntent {
  return { intentId, call: call.name, accountId: session.accountId, inputHash: '', key: intentId };
}

function refuse(error: CallError): Answer<never> {
  return { ok: false, error };
}
