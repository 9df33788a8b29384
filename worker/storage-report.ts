/** Reports what this device keeps, by kind, and removes it. Loaded when somebody looks at the report. */
import type { StorageMode } from '../contract/events';
import type { FreedSpace, StorageReport, StorageEntry } from './api';
import { HIGHEST, LOWEST, type TablesOf } from './cache/database';
import { clearStore } from './cache/prepare';
import type { RowBody, CacheTables } from './cache/schema';
import type { Store } from './cache/store';
import type { Environment } from './environment';
import type { EventHub } from './event-hub';

type StorageTools = Pick<Environment, 'storage' | 'caches'>;

/** Rows of a long list that are weighed; the others are taken to be like them. */
const WEIGHED_ROWS = 50;
/** A row takes about this much beside its body: keys, times, and the same again in indexes. */
const ROW_OVERHEAD_BYTES = 250;

/** @param isSealed what is kept of the user's is encrypted at rest */
export async function reportStorage(
  { storage, caches }: StorageTools,
  stores: readonly Store<CacheTables>[],
  isSealed: boolean,
): Promise<StorageReport> {
  const estimate = await storage?.estimate().catch(() => undefined);
  return {
    mode: modeOfAll(stores),
    rows: await keptKinds(stores),
    appFiles: caches ? await weighFiles(caches).catch(() => null) : null,
    usageBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersisted: (await storage?.persisted().catch(() => null)) ?? null,
    isSealed,
  };
}

/** Removes cached records; sessions, drafts and money intents stay. */
export async function clearRecords(stores: readonly Store<CacheTables>[], events: EventHub): Promise<FreedSpace> {
  const kinds = await keptKinds(stores);
  for (const store of stores) {
    await clearStore(store, 'cache-cleared');
    await store.useDisk();
  }
  events.emit({ type: 'storage', mode: modeOfAll(stores) });
  const sum = (of: (kind: StorageEntry) => number) => kinds.reduce((total, kind) => total + of(kind), 0);
  return { records: sum(({ count }) => count), bytes: sum(({ bytes }) => bytes) };
}

function modeOfAll(stores: readonly Store<CacheTables>[]): StorageMode {
  const modes = stores.map(({ mode, isFull }) => (isFull ? 'full' : mode));
  return modes.find((mode) => mode !== 'persistent') ?? 'persistent';
}

async function keptKinds(stores: readonly Store<CacheTables>[]): Promise<StorageEntry[]> {
  const kinds = new Map<string, StorageEntry>();
  for (const store of stores) {
    for (const { kind, count, bytes } of await store.run(({ tables }) => weigh(tables))) {
      const known = kinds.get(kind) ?? { kind, count: 0, bytes: 0 };
      kinds.set(kind, { kind, count: known.count + count, bytes: known.bytes + bytes });
    }
  }
  return [...kinds.values()];
}

async function weigh({ records, scopes, rows }: TablesOf<CacheTables>): Promise<StorageEntry[]> {
  const found: StorageEntry[] = [];
  for (const { call, body } of await records.all()) found.push({ kind: call, count: 1, bytes: weightOf(body) });
  for (const { partition, list, call } of await scopes.all()) {
    const range = { lower: [partition, list, LOWEST], upper: [partition, list, HIGHEST] };
    const count = await rows.count(range);
    const weighed = await rows.newest(range, WEIGHED_ROWS);
    const bytes = weighed.reduce((total, { body }) => total + weightOf(body), 0);
    found.push({ kind: call, count, bytes: count === 0 ? 0 : Math.round((bytes / weighed.length) * count) });
  }
  return found;
}

function weightOf(body: RowBody): number {
  // Text is kept in two bytes a character.
  return ROW_OVERHEAD_BYTES + (typeof body === 'string' ? 2 * body.length : body.byteLength);
}

/** The app's own files, as the service worker keeps them. */
async function weighFiles(caches: CacheStorage): Promise<{ count: number; bytes: number }> {
  const files = { count: 0, bytes: 0 };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      files.count += 1;
      files.bytes += (await response?.blob())?.size ?? 0;
    }
  }
  return files;
}
