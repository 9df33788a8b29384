/**
 * One intent, one effect (docs/rules.md §2): the key row, the effects and the answer commit together, and the same key with
 * the same input gets the first answer again, for ever.
 *
 * A refusal (anything that `effect` throws) rolls all of it back, the key included: nothing happened, so the same intent
 * may be sent again when its reason is gone (balance topped up, window open). What is stored is what took effect, and the
 * keys that were closed because somebody was told that nothing did.
 */
import { sql } from 'drizzle-orm';
import { presentName } from '../../contract/former-names';
import type { Queries } from '../db/client';
import { sqlFailure } from '../db/errors';
import type { Tx } from '../db/transaction';

export interface Intent {
  userId: string;
  /** Made by the client once per intent, 8–100 characters. */
  key: string;
  /** The call's name. */
  call: string;
  /** A digest of the parsed input: the same key with another input is refused. */
  inputHash: string;
  /** UTC ms. */
  now: number;
}

export class IdempotencyConflictError extends Error {
  readonly code = 'idempotency-conflict';
  constructor() {
    super('the idempotency key was used for another call or input');
    this.name = 'IdempotencyConflictError';
  }
}

/** A key that was closed never has an effect. */
export class IdempotencyClosedError extends Error {
  readonly code = 'idempotency-closed';
  constructor() {
    super('the idempotency key was closed before this request arrived');
    this.name = 'IdempotencyClosedError';
  }
}

/** A call with this key is running, and nobody knows yet how it ends. */
export class KeyBusyError extends Error {
  constructor() {
    super('a call with this idempotency key is still running');
    this.name = 'KeyBusyError';
  }
}

/** Closing waits so long for a running call: less than the asking device waits for the answer (worker/outbox/money-calls.ts). */
export const CLOSE_WAIT_MS = 2_500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `effect` once for `intent`; later runs get its stored answer without running it. A concurrent run waits for the
 * first to commit. The answer must survive JSON. Call it first in its transaction, and let what `effect` throws end that.
 * @throws IdempotencyConflictError, IdempotencyClosedError
 */
export async function runIdempotent<T>(tx: Tx, intent: Intent, effect: () => Promise<T>): Promise<T> {
  const { userId, key, call, inputHash } = intent;
  const { rowCount } = await tx.execute(sql`
    INSERT INTO idempotency_keys (user_id, key, call, input_hash, created_at)
    VALUES (${userId}::bigint, ${key}, ${call}, ${inputHash}, to_timestamp(${intent.now}::numeric / 1000))
    ON CONFLICT (user_id, key) DO NOTHING`);
  if (rowCount === 1) {
    const value = await effect();
    const answer = JSON.stringify({ value });
    await tx.execute(
      sql`UPDATE idempotency_keys SET answer = ${answer}::jsonb WHERE user_id = ${userId}::bigint AND key = ${key}`,
    );
    // Returns what a retry would get, so that the first answer and every later one are the same.
    return (JSON.parse(answer) as { value: T }).value;
  }
  const { rows } = await tx.execute<{ call: string; input_hash: string; answer: { value: T } | null; closed: boolean }>(
    sql`SELECT call, input_hash, answer, closed FROM idempotency_keys WHERE user_id = ${userId}::bigint AND key = ${key}`,
  );
  const [first] = rows;
  if (first?.closed) throw new IdempotencyClosedError();
  if (!first?.answer) throw new Error('an idempotency key without its answer');
  // [Note: Former names] The key may have been used before the call was renamed, and its row never changes.
  if (presentName(first.call) !== call || first.input_hash !== inputHash) throw new IdempotencyConflictError();
  return first.answer.value;
}

/** The state of a key: `closed` is final, and so is the answer; `unknown` only says that nothing is committed so far. */
export type KeyState = { state: 'unknown' } | { state: 'done'; answer: unknown } | { state: 'closed' };

export async function findKey(queries: Queries, userId: string, key: string): Promise<KeyState> {
  const { rows } = await queries.execute<{ answer: { value: unknown } | null; closed: boolean }>(
    sql`SELECT answer, closed FROM idempotency_keys WHERE user_id = ${userId}::bigint AND key = ${key}`,
  );
  const [row] = rows;
  if (row?.closed) return { state: 'closed' };
  return row?.answer ? { state: 'done', answer: row.answer.value } : { state: 'unknown' };
}

/**
 * Closes a key that nothing is known of, so that no request with it can have an effect any more. Waits for a call that is
 * just running: its answer, or that it was rolled back, decides. Call it alone in its transaction.
 * @throws KeyBusyError when that call still runs after `CLOSE_WAIT_MS`; nothing is closed then
 */
export async function closeKey(
  tx: Tx,
  { userId, key, now }: Pick<Intent, 'userId' | 'key' | 'now'>,
): Promise<Exclude<KeyState, { state: 'unknown' }>> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${CLOSE_WAIT_MS}`));
  try {
    await tx.execute(sql`
      INSERT INTO idempotency_keys (user_id, key, closed, created_at)
      VALUES (${userId}::bigint, ${key}, true, to_timestamp(${now}::numeric / 1000))
      ON CONFLICT (user_id, key) DO NOTHING`);
  } catch (error) {
    throw sqlFailure(error)?.code === LOCK_NOT_AVAILABLE ? new KeyBusyError() : error;
  }
  const found = await findKey(tx, userId, key);
  if (found.state === 'unknown') throw new Error('an idempotency key without its answer');
  return found;
}
