/** Cached answers: records and lists, one transaction per answer, sealed row by row. */
import { UnreadableRowError, type RowCipher } from '../session/row-cipher';
import type { TablesOf } from './database';
import { recordRowKey, type CacheTables, type RecordRow } from './schema';
import { nextSequence } from './sequence';
import type { Store } from './store';

export interface CachedAnswer {
  data: unknown;
  /** Server's clock, UTC ms. */
  asOf: number;
  /** True where a write since made the answer stale; the reader judges its age. */
  isStale: boolean;
  /** The higher of two is the later answer; absent for rows of an earlier version, and before it is kept. */
  sequence?: number | undefined;
}

/** Names one cached record; rows of another `shape` count as missing. */
export interface RecordKey {
  partition: string;
  call: string;
  /** Canonical JSON of the input. */
  input: string;
  /** Fingerprint of this version's answers. */
  shape?: string | undefined;
}

export class RecordCache {
  constructor(
    private readonly store: Store<CacheTables>,
    private readonly cipher: RowCipher,
  ) {}

  /** The stored answer, or null. A row that is unreadable, or of another shape, is deleted and counts as missing. */
  async read(key: RecordKey): Promise<CachedAnswer | null> {
    const rowKey = recordRowKey(key);
    const row = await this.store.run(({ tables }) => tables.records.get(rowKey));
    if (!row) return null;
    try {
      if (row.shape !== key.shape) throw new UnreadableRowError('another shape');
      const { asOf, isStale, sequence } = row;
      return { data: await this.cipher.open(recordContext(key), row.body), asOf, isStale, sequence };
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      await this.store.run(({ tables }) => tables.records.deleteAll([rowKey]));
      return null;
    }
  }

  /**
   * Keeps the answer. An answer that became stale on its way does not replace a fresh one, which was asked for later.
   * @returns its sequence, 0 when it was not kept
   */
  async write(key: RecordKey, answer: CachedAnswer): Promise<number> {
    const body = await this.cipher.seal(recordContext(key), answer.data);
    const { asOf, isStale } = answer;
    return this.store.run((database) =>
      database.atomically(['records', 'meta'], async ({ records, meta }) => {
        const existing = isStale && (await records.get(recordRowKey(key)));
        if (existing && !existing.isStale && existing.shape === key.shape) return 0;
        const sequence = await nextSequence(meta);
        const row: RecordRow = { ...key, asOf, sequence, isStale, body };
        await records.putAll([row]);
        return sequence;
      }),
    );
  }
}

function recordContext({ partition, call, input }: RecordKey): string {
  return `record ${partition} ${call} ${input}`;
}

/** Marks every cached answer of these calls as stale, in all partitions. */
export async function markStale(store: Store<CacheTables>, calls: readonly string[]): Promise<void> {
  if (calls.length === 0) return;
  await store.run((database) => database.atomically(['records', 'scopes'], (tables) => markStaleWithin(tables, calls)));
}

/** Does the same as `markStale`, within a transaction on `records` and `scopes`. */
export async function markStaleWithin(
  { records, scopes }: Pick<TablesOf<CacheTables>, 'records' | 'scopes'>,
  calls: readonly string[],
): Promise<void> {
  for (const call of calls) {
    const range = { index: 'call', lower: call, upper: call };
    const staleRecords = (await records.all(range)).map((row) => ({ ...row, isStale: true }));
    const staleScopes = (await scopes.all(range)).map((row) => ({ ...row, revision: row.revision + 1 }));
    await records.putAll(staleRecords);
    await scopes.putAll(staleScopes);
  }
}
