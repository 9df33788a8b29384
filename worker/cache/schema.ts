/** Declares which rows a device keeps, in which tables, and which events clear them. */
import type { Bytes } from '../envelope/base64';
import type { Key, DatabaseLayout } from './database';

/** Sealed with the database's key, or JSON where the browser cannot keep a key. */
export type RowBody = Bytes | string;

export interface MetaRow {
  key: string;
  value: unknown;
}

/** `partition`: the trading account for what is a user's, the language for what is public. Caches never mix. */
export interface RecordRow {
  partition: string;
  call: string;
  /** Canonical JSON of the input. */
  input: string;
  /** The call's fingerprint when the row was kept (scripts/support/answer-shapes.ts); the row is not read under another one. */
  shape?: string | undefined;
  asOf: number;
  /** See sequence.ts; rows of an earlier version have none. */
  sequence?: number;
  isStale: boolean;
  body: RowBody;
}

/** One list that can be paged: a call with its filters. Its rows are always without gaps from the newest on. */
export interface ScopeRow {
  partition: string;
  list: string;
  call: string;
  /** As `shape` of a record; the same for all rows of the list. */
  shape?: string | undefined;
  /** True where the oldest kept row is the end of the list. */
  isComplete: boolean;
  /** Raised when the list becomes stale; rows stored before have a smaller one. */
  revision: number;
  /** The revision and time of the newest first page: an empty list has no rows that could tell. */
  freshRevision: number;
  asOf: number;
  /** Sequence of the newest first page; see sequence.ts. */
  sequence?: number | undefined;
}

export interface ListRow {
  partition: string;
  list: string;
  sort: number;
  /** The item's id, so written that text order is the server's order. */
  order: string;
  /** The server's cursor for what comes after this row, on rows that ended a page. */
  cursor?: string;
  /** The item's kind, where the call declares one. */
  tag?: string;
  asOf: number;
  revision: number;
  body: RowBody;
}

export type IntentState = 'sending' | 'unknown' | 'done' | 'refused';

export interface IntentRow {
  intentId: string;
  call: string;
  accountId: string;
  /** sha256 of the canonical input without the trade password. */
  inputHash: string;
  /** The idempotency key, the same for every try. */
  key: string;
  state: IntentState;
  /** Server's clock, UTC ms. */
  updatedAt: number;
  answer?: RowBody;
}

export interface DraftRow {
  form: string;
  body: RowBody;
}

/** An image of a form that is not sent yet: its bytes until they are up, then the id of the upload. */
export interface FormImageRow {
  form: string;
  /** In the order in which the person chose them. */
  key: string;
  /** Of the bytes, e.g. `image/jpeg`. */
  type: string;
  /** Sealed; empty once the image is up. */
  body: Bytes;
  uploadId?: string;
  /** The lock whose key sealed it when it was carried over (worker/lock/carried-images.ts). */
  lockId?: string;
}

export interface CacheTables {
  meta: MetaRow;
  records: RecordRow;
  scopes: ScopeRow;
  rows: ListRow;
}

export interface UserTables extends CacheTables {
  intents: IntentRow;
  drafts: DraftRow;
  formImages: FormImageRow;
}

const CACHE_LAYOUT: DatabaseLayout<CacheTables> = {
  meta: ['key'],
  records: ['[partition+call+input]', 'call'],
  scopes: ['[partition+list]', 'call'],
  // An index holds only the rows that have all of its parts: those with a cursor, those with a tag.
  rows: ['[partition+list+sort+order]', '[partition+list+cursor]', '[partition+list+tag+sort+order]'],
};

/** One database per user. */
export const USER_LAYOUT: DatabaseLayout<UserTables> = {
  ...CACHE_LAYOUT,
  intents: ['intentId', 'state'],
  drafts: ['form'],
  formImages: ['[form+key]'],
};
/** The device's own: the session, and what is the same for every user. */
export const DEVICE_LAYOUT: DatabaseLayout<CacheTables> = CACHE_LAYOUT;

/** Reasons to throw rows away. `refused`: the gateway ended the session (code 401). */
export type ClearReason = 'refused' | 'logged-out' | 'cache-cleared' | 'key-lost';

/**
 * Lists for each table of a user's database the events that clear it. `logged-out` deletes the whole database. After `refused`
 * the same person will log in again: drafts stay, and so do money intents, whose outcome has to be settled then.
 */
export const CLEAR_ON: { readonly [Name in keyof UserTables]: readonly ClearReason[] } = {
  meta: ['logged-out'],
  records: ['refused', 'logged-out', 'cache-cleared', 'key-lost'],
  scopes: ['refused', 'logged-out', 'cache-cleared', 'key-lost'],
  rows: ['refused', 'logged-out', 'cache-cleared', 'key-lost'],
  intents: ['logged-out'],
  drafts: ['logged-out', 'key-lost'],
  formImages: ['logged-out', 'key-lost'],
};

export function recordRowKey({ partition, call, input }: Pick<RecordRow, 'partition' | 'call' | 'input'>): Key {
  return [partition, call, input];
}

export function listRowKey(row: Pick<ListRow, 'partition' | 'list' | 'sort' | 'order'>): Key {
  return [row.partition, row.list, row.sort, row.order];
}

/**
 * Ids are opaque, but lists are newest first by `[sort + id]`, and the server compares running numbers as numbers:
 * padded, "9" comes before "10" as text too.
 */
export function orderOf(id: string): string {
  return /^[0-9]{1,20}$/.test(id) ? id.padStart(20, '0') : id;
}
