/** The same operations without a disk, for browsers that do not let us store. Small data: scans are good enough. */
import type { Database, Key, Range, DatabaseLayout, Table, TablesOf } from './database';

export interface MemoryDatabase<Tables> extends Database<Tables> {
  /** @returns what makes every table be as it is now */
  capture(): () => void;
}

export function createMemoryDatabase<Tables>(layout: DatabaseLayout<Tables>): MemoryDatabase<Tables> {
  const names = Object.keys(layout) as (keyof Tables & string)[];
  const made = names.map((name) => [name, new Map<string, Row>()] as const);
  const tables = Object.fromEntries(
    made.map(([name, rows]) => [name, createTable(layout[name][0], rows)]),
  ) as unknown as TablesOf<Tables>;
  return {
    mode: 'memory',
    tables,
    // Nothing here can fail half-way, and only one worker sees it.
    atomically: (_names, work) => work(tables),
    snapshot: (_names, work) => work(tables),
    close: () => {},
    capture() {
      const kept = made.map(([, rows]) => [rows, [...rows]] as const);
      return () => {
        for (const [rows, before] of kept) {
          rows.clear();
          for (const [key, row] of before) rows.set(key, row);
        }
      };
    },
  };
}

type Row = Record<string, unknown>;

function createTable(primary: string, rows: Map<string, Row>): Table<Row> {
  const select = ({ index = primary, lower, upper, isUpperOpen = false }: Range): Row[] => {
    const keyed: { key: Key; row: Row }[] = [];
    for (const row of rows.values()) {
      const key = keyOf(row, index);
      if (key === null || compareKeys(key, lower) < 0) continue;
      const toUpper = compareKeys(key, upper);
      if (toUpper < 0 || (toUpper === 0 && !isUpperOpen)) keyed.push({ key, row });
    }
    return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ row }) => row);
  };
  return {
    get: async (key) => rows.get(JSON.stringify(key)),
    putAll: async (added) => {
      for (const row of added) rows.set(JSON.stringify(keyOf(row, primary)), row);
    },
    deleteAll: async (keys) => {
      for (const key of keys) rows.delete(JSON.stringify(key));
    },
    newest: async (range, limit) => select(range).reverse().slice(0, limit),
    oldest: async (range, limit) => select(range).slice(0, limit),
    all: async (range) => (range ? select(range) : [...rows.values()]),
    count: async (range) => select(range).length,
    deleteRange: async (range) => {
      for (const row of select(range)) rows.delete(JSON.stringify(keyOf(row, primary)));
    },
    clear: async () => rows.clear(),
  };
}

/** The key at a path (`name` or `[a+b]`); null where a part is missing: such rows are not in the index. */
export function keyOf(row: Row, path: string): Key | null {
  if (!path.startsWith('[')) return asKey(row[path]);
  const parts = path
    .slice(1, -1)
    .split('+')
    .map((name) => asKey(row[name]));
  return parts.includes(null) ? null : (parts as Key[]);
}

function asKey(value: unknown): Key | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** IndexedDB's order of keys. */
export function compareKeys(a: Key, b: Key): number {
  const byKind = kindOf(a) - kindOf(b);
  if (byKind !== 0) return byKind;
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0;
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareKeys(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function kindOf(key: Key): number {
  return typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2;
}
