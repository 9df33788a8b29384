/** Keyset paging for lists: newest first, by a moment and the record's id. Cursors are opaque to callers. */
import { Refusal } from './call-context';

/** The last record of the previous page. */
export interface Keyset {
  at: number;
  id: string;
}

export const DEFAULT_PAGE_SIZE = 20;
/** The end of the year 9999: what comes after it is written otherwise, and the database does not read it. */
const MAX_TIME_MS = 253_402_300_799_999;
const CURSOR = /^([0-9]{1,16})\.([0-9]{1,19})$/;

/** True for the decimal text of a positive bigint: what every record's id looks like. */
export function isRecordId(text: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
}

export function encodeCursor({ at, id }: Keyset): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** @throws Refusal invalid-input for a text that no answer carried. */
export function decodeCursor(cursor: string | undefined): Keyset | null {
  if (cursor === undefined) return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, at = '', id = ''] = match ?? [];
  if (!match || Number(at) > MAX_TIME_MS || !isRecordId(id)) {
    throw new Refusal('invalid-input', { fields: { cursor: 'cursor' } });
  }
  return { at: Number(at), id };
}

/** A page out of `limit + 1` rows: the one too many only tells that there are more. */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyset: (row: Row) => Keyset,
  view: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(view), nextCursor: rows.length > limit && last ? encodeCursor(keyset(last)) : null };
}
