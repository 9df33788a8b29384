/** Cached answers: records and lists, one transaction per answer, sealed row by row. */
import { RowUnreadable, type RowCipher } from '../session/row-cipher';
import type { TablesOf } from './database';
import { recordKey, type CacheTables, type RecordRow } from './schema';
import type { Store } from './store';

export interface CachedAnswer {
  data: unknown;
  /** Server's clock, UTC ms. */
  asOf: number;
  /** Something that was written since made it stale; age is the reader's to judge. */
  isStale: boolean;
}

export interface RecordPlace {
  partition: string;
  call: string;
  /** Canonical JSON of the input. */
  input: string;
  /** Of this version's answers. */
  shape?: string | undefined;
}

export class RecordCache {
  constructor(
    private readonly store: Store<CacheTables>,
    private readonly cipher: RowCipher,
  ) {}

  /** The stored answer, or null. A row that is unreadable, or of another shape, is deleted and counts as missing. */
  async read(place: RecordPlace): Promise<CachedAnswer | null> {
    const key = recordKey(place.partition, place.call, place.input);
    const row = await this.store.run(({ tables }) => tables.records.get(key));
    if (!row) return null;
    try {
      if (row.shape !== place.shape) throw new RowUnreadable('another shape');
      return { data: await this.cipher.open(placeOf(place), row.body), asOf: row.asOf, isStale: row.isStale };
    } catch (error) {
      if (!(error instanceof RowUnreadable)) throw error;
      await this.store.run(({ tables }) => tables.records.deleteAll([key]));
      return null;
    }
  }

  /** Keeps the answer, unless a newer one is there already. */
  async write(place: RecordPlace, answer: CachedAnswer): Promise<void> {
    const body = await this.cipher.seal(placeOf(place), answer.data);
    const row: RecordRow = { ...place, asOf: answer.asOf, isStale: answer.isStale, body };
    await this.store.run((database) =>
      database.atomically(['records'], async ({ records }) => {
        const existing = await records.get(recordKey(place.partition, place.call, place.input));
        const isNewer = existing !== undefined && existing.shape === row.shape && existing.asOf > answer.asOf;
        if (!isNewer) await records.putAll([row]);
      }),
    );
  }
}

function placeOf({ partition, call, input }: RecordPlace): string {
  return `record ${partition} ${call} ${input}`;
}

/** Marks every cached answer of these calls as stale, in all partitions. */
export async function markStale(store: Store<CacheTables>, calls: readonly string[]): Promise<void> {
  if (calls.length === 0) return;
  await store.run((database) => database.atomically(['records', 'scopes'], (tables) => markStaleWithin(tables, calls)));
}

/** The same as a part of a transaction on `records` and `scopes`. */
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
