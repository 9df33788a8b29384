import type { Table } from './database';
import type { MetaRow } from './schema';

/** Row of `meta`, which no clearing of the cache touches. */
export const SEQUENCE_ROW = 'sequence';

/**
 * Numbers what a database keeps, across tabs and starts: the higher of two answers is the later one, also where the device's
 * clock was set in between. Call it inside the transaction that keeps the answer.
 */
export async function nextSequence(meta: Table<MetaRow>): Promise<number> {
  const last = (await meta.get(SEQUENCE_ROW))?.value;
  const next = typeof last === 'number' ? last + 1 : 1;
  await meta.putAll([{ key: SEQUENCE_ROW, value: next }]);
  return next;
}
