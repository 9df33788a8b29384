/** Runs a call that moves money: confirmed by the trade password, once per idempotency key (docs/rules.md §2). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json';
import { calls, type CallName } from '../../contract/index';
import { consume } from '../adapters/rate-limit';
import { withTransaction, type Tx } from '../db/transaction';
import { balancesOf } from '../ledger/balances';
import { LedgerError } from '../ledger/errors';
import {
  closeKey,
  findKey,
  IdempotencyClosedError,
  IdempotencyConflictError,
  KeyBusyError,
  runIdempotent,
  type Intent,
  type KeyState,
} from '../ledger/idempotency';
import { Refusal, type Deps, type UserContext } from './call-context';
import { refuseFrozen, refuseFrozenEarly } from './freeze/guard';
import { assertTradePassword } from './identity/passwords/trade-password';
import { announceCall } from './live/announce';
import { loadSettings } from './settings/settings';
import { tooLittle } from './too-little';

/** The account belongs to the intent: the same key from another account of the user is another input. */
function intentOf({ session, idempotencyKey, now }: UserContext, call: CallName, input: unknown): Intent {
  if (idempotencyKey === null) throw new Refusal('idempotency-missing');
  const text = canonicalJson({ accountId: session.accountId, input });
  const inputHash = createHash('sha256').update(text).digest('hex');
  return { userId: session.userId, key: idempotencyKey, call, inputHash, now };
}

/** A closed key is a row for ever: who asks for keys that were never used is slowed down. */
const CLOSINGS = { points: 60, windowMs: 10 * 60_000 };

/**
 * Makes it final that nothing happened under a key that nothing is known of; a call that is just running is waited for
 * (docs/rules.md §2). @throws Refusal rate-limited, unavailable (that call takes too long)
 */
export async function closeIntent(
  deps: Deps,
  intent: Pick<Intent, 'userId' | 'key' | 'now'>,
): Promise<Exclude<KeyState, { state: 'unknown' }>> {
  const { isAllowed, retryAfterMs } = await consume(deps, `close-key:${intent.userId}`, CLOSINGS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  try {
    return await withTransaction(deps.db, (tx) => closeKey(tx, intent));
  } catch (error) {
    throw error instanceof KeyBusyError ? new Refusal('unavailable') : error;
  }
}

/** Explanations of the ledger's refusals that only the call itself can give. */
export interface Explanations {
  /** The refusal when a pool cannot pay, with the figure of this moment; without it, that is an error of ours. */
  poolEmpty?(): Promise<Refusal>;
}

export interface ConfirmedCall<T> extends Explanations {
  call: CallName;
  /** The input that makes the intent: everything but the secrets that confirm it. */
  input: unknown;
  /**
   * Resolves when the user has confirmed it. It runs before the transaction, so that a wrong try stays counted when
   * everything else rolls back, and not at all when the key's answer is there.
   */
  confirm(): Promise<void>;
  /** True for a call that posts nothing and only needs its key: maintenance does not stop it. */
  movesNothing?: boolean;
  effect(tx: Tx): Promise<T>;
}

/**
 * The ledger's refusal as the user is told it. The ledger names the account that has too little: only of the session's own cash is
 * anything told, how much there is at this moment. Every other refusal of the ledger is an error of ours.
 */
async function explained(
  { deps, session }: UserContext,
  error: LedgerError,
  { poolEmpty }: Explanations,
): Promise<Refusal | LedgerError> {
  if (error.code === 'pool-empty' && poolEmpty) return poolEmpty();
  if (error.code !== 'insufficient-funds') return error;
  const own = await balancesOf(deps.db.db, session.accountId);
  const short = own.find(({ accountId, kind }) => kind === 'user_cash' && accountId === error.detail);
  return short ? tooLittle(short.available, short.asset) : error;
}

/**
 * Runs `effect` in one transaction with the key row and the answer. A repeated key gets the first answer again, whatever
 * has become of things since, and without confirming or running anything: nothing happens anew. The person's other devices are told
 * what the contract declares of the call.
 * @throws Refusal idempotency-missing, idempotency-conflict, idempotency-closed, unavailable (maintenance), account-frozen
 * ([Note: Freeze guard]), insufficient-funds and that of `poolEmpty` for the ledger's, and what `confirm` and `effect` throw; nothing
 * has happened then.
 */
export async function runConfirmedCall<T>(
  context: UserContext,
  { call, input, confirm, effect, movesNothing = false, ...explanations }: ConfirmedCall<T>,
): Promise<T> {
  const { deps } = context;
  const intent = intentOf(context, call, input);
  const isClosed = calls[call].closedByFreeze === true;
  const { state } = await findKey(deps.db.db, intent.userId, intent.key);
  // Before the secrets are tried: a wrong one of a request that cannot have an effect any more counts for nothing.
  if (state === 'closed') throw new Refusal('idempotency-closed');
  if (state === 'unknown') {
    if (!movesNothing && (await loadSettings(deps.db.db))['app.maintenance']) throw new Refusal('unavailable');
    if (isClosed) await refuseFrozenEarly(deps.db.db, intent);
    await confirm();
  }
  try {
    return await withTransaction(deps.db, (tx) =>
      runIdempotent(tx, intent, async () => {
        if (isClosed) await refuseFrozen(tx, intent);
        const answer = await effect(tx);
        await announceCall(tx, call, intent.userId, intent.now);
        return answer;
      }),
    );
  } catch (error) {
    const isAboutKey = error instanceof IdempotencyConflictError || error instanceof IdempotencyClosedError;
    if (isAboutKey) throw new Refusal(error.code);
    throw error instanceof LedgerError ? await explained(context, error, explanations) : error;
  }
}

/**
 * A call that the trade password alone confirms. It is no part of the input: an intent that is sent again with the right one
 * is the same intent.
 * @throws Refusal as `runConfirmedCall` does, and the trade password's
 */
export function runMoneyCall<I extends { tradePassword: string }, T>(
  context: UserContext,
  call: CallName,
  input: I,
  effect: (tx: Tx) => Promise<T>,
  explanations: Explanations = {},
): Promise<T> {
  const { tradePassword, ...rest } = input;
  return runConfirmedCall(context, {
    call,
    input: rest,
    confirm: () => assertTradePassword(context, tradePassword),
    effect,
    ...explanations,
  });
}
