/**
 * The few operations that the data layer needs of a database. IndexedDB (kept by Dexie) and plain memory both offer
 * them, so that everything above works the same when a browser refuses to store.
 */
import type { StorageMode } from '../../contract/events';

/** As IndexedDB orders them: numbers before texts before arrays. */
export type Key = string | number | Key[];

/** Below and above every number and text; IndexedDB orders arrays last. Once in a key: it refuses the same array twice. */
export const LOWEST: Key = -Infinity;
export const HIGHEST: Key = [];

export interface Range {
  /** Name of an index; absent: the primary key. */
  index?: string;
  lower: Key;
  upper: Key;
  /** Leave out the row at `upper` itself. */
  isUpperOpen?: boolean;
}

export interface Table<Row> {
  get(key: Key): Promise<Row | undefined>;
  putAll(rows: readonly Row[]): Promise<void>;
  deleteAll(keys: readonly Key[]): Promise<void>;
  /** Highest key first. */
  newest(range: Range, limit: number): Promise<Row[]>;
  /** Lowest key first. */
  oldest(range: Range, limit: number): Promise<Row[]>;
  all(range?: Range): Promise<Row[]>;
  count(range: Range): Promise<number>;
  /** By primary key. */
  deleteRange(range: Omit<Range, 'index'>): Promise<void>;
  clear(): Promise<void>;
}

/** Key and index paths in Dexie's notation; a table's first one is its primary key. */
export type DatabaseLayout<Tables> = { readonly [Name in keyof Tables]: readonly [string, ...string[]] };

export type TablesOf<Tables> = { readonly [Name in keyof Tables]: Table<Tables[Name]> };

export interface Database<Tables> {
  readonly mode: StorageMode;
  readonly tables: TablesOf<Tables>;
  /** Does all of `work` or nothing of it. `work` may use and await only the tables that it is given. */
  atomically<R>(names: readonly (keyof Tables & string)[], work: (tables: TablesOf<Tables>) => Promise<R>): Promise<R>;
  /** Makes reads that see the same state; the same rule. */
  snapshot<R>(names: readonly (keyof Tables & string)[], work: (tables: TablesOf<Tables>) => Promise<R>): Promise<R>;
  close(): void;
}
