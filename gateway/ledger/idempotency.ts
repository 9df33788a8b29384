/**
 * One intent, one effect (rules.md §2): the key row, the effects and the answer commit together, and the same key with the
 * same input gets the first answer again, for ever.
 *
 * A refusal (anything that `effect` throws) rolls all of it back, the key included: nothing happened, so the same intent
 * may be sent again when its reason is gone (balance topped up, window open). What is stored is only what took effect.
 */
import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
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

/**
 * Runs `effect` once for `intent`; later runs get its stored answer without running it. A concurrent run waits for the
 * first to commit. The answer must survive JSON. Call it first in its transaction, and let what `effect` throws end that.
 * @throws IdempotencyConflictError
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
    // What a retry would get, so that the first answer and every later one are the same.
    return (JSON.parse(answer) as { value: T }).value;
  }
  const { rows } = await tx.execute<{ call: string; input_hash: string; answer: { value: T } | null }>(
    sql`SELECT call, input_hash, answer FROM idempotency_keys WHERE user_id = ${userId}::bigint AND key = ${key}`,
  );
  const [first] = rows;
  if (!first?.answer) throw new Error('an idempotency key without its answer');
  if (first.call !== call || first.input_hash !== inputHash) throw new IdempotencyConflictError();
  return first.answer.value;
}

/**
 * What became of a user's intent: the stored answer, or null when nothing took effect under this key (so far: while the
 * call still runs, its row is not visible yet).
 */
export async function findAnswer(queries: Queries, userId: string, key: string): Promise<{ answer: unknown } | null> {
  const { rows } = await queries.execute<{ answer: { value: unknown } | null }>(
    sql`SELECT answer FROM idempotency_keys WHERE user_id = ${userId}::bigint AND key = ${key}`,
  );
  const answer = rows[0]?.answer;
  return answer ? { answer: answer.value } : null;
}
