/** Keyset paging for lists: each page goes on behind the last record of the previous one. Cursors are opaque to callers. */
import { Refusal } from './call-context';

/** The last record of the previous page of a list that is newest first. */
export interface Keyset {
  /** UTC ms. */
  at: number;
  id: string;
}

/** The same of a list that is in the order of a figure, smallest units. */
export interface FigurePosition {
  value: bigint;
  id: string;
}

export const DEFAULT_PAGE_SIZE = 20;
/** The end of the year 9999: later times have another notation, and the database does not read it. */
const MAX_TIME_MS = 253_402_300_799_999;
const CURSOR = /^([0-9]{1,36})\.([0-9]{1,19})$/;

/** True for the decimal text of a positive bigint: every record's id looks like that. */
export function isRecordId(text: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
}

/** The order of a list, which its cursors are written in. */
interface ListOrder<K> {
  encode(last: K): string;
  /** Null for a text that no answer carried. */
  decode(cursor: string): K | null;
}

export const BY_FIGURE: ListOrder<FigurePosition> = {
  encode: ({ value, id }) => Buffer.from(`${value}.${id}`).toString('base64url'),
  decode(cursor) {
    const [, value, id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
    return value === undefined || !isRecordId(id) ? null : { value: BigInt(value), id };
  },
};

export const BY_TIME: ListOrder<Keyset> = {
  encode: ({ at, id }) => BY_FIGURE.encode({ value: BigInt(at), id }),
  decode(cursor) {
    const last = BY_FIGURE.decode(cursor);
    return last === null || last.value > MAX_TIME_MS ? null : { at: Number(last.value), id: last.id };
  },
};

/** Entries of the ledger: their ids alone, which grow. */
export const BY_ENTRY: ListOrder<string> = {
  encode: (id) => id,
  decode: (cursor) => (isRecordId(cursor) ? cursor : null),
};

/** The page that a caller asks for (contract/ids.ts). */
export interface PageRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface Listing<K, Row, Item> {
  /** @param end the last record of the page before; null for the first page @param limit one more than the page has */
  read(page: { end: K | null; limit: number }): Promise<readonly Row[]>;
  last(row: Row): K;
  view(rows: readonly Row[]): readonly Item[] | Promise<readonly Item[]>;
}

/**
 * Makes one page. The one row too many only tells that there are more.
 * @throws Refusal invalid-input for a cursor that no answer carried
 */
export async function pageOf<K, Row, Item>(
  order: ListOrder<K>,
  { cursor, limit = DEFAULT_PAGE_SIZE }: PageRequest,
  { read, last, view }: Listing<K, Row, Item>,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const end = cursor === undefined ? null : order.decode(cursor);
  if (cursor !== undefined && end === null) throw new Refusal('invalid-input', { fields: { cursor: 'cursor' } });
  const rows = await read({ end, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const lowest = shown.at(-1);
  return {
    items: [...(await view(shown))],
    nextCursor: rows.length > limit && lowest !== undefined ? order.encode(last(lowest)) : null,
  };
}
