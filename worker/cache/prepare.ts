/** First thing after a database is opened: is it readable by this version and with this device's key? */
import { createRowCipher, generateRowKey, type RowCipher, type RowCipherTools } from '../session/row-cipher';
import type { Database, TablesOf } from './database';
import { CLEAR_ON, type CacheTables, type ClearReason, type UserTables } from './schema';
import type { Store } from './store';
import { unlessFull } from './store-errors';

export const ROW_KEY = 'rowKey';
/** Kept in place of a key by browsers that cannot store one. */
const NO_KEY = 'none';
/** Kept in place of a key that app lock keeps, wrapped (worker/lock). */
export const LOCKED = 'locked';

/** Wipes rows that cannot be read any more, and answers the cipher for the rest. */
export async function prepareStore(store: Store<CacheTables>, tools: RowCipherTools): Promise<RowCipher> {
  const found = await store.run(({ tables }) => readKey(tables, tools));
  if (isGood(found, tools)) return createRowCipher(tools, found);
  const key = tools.lockKey ?? (tools.subtle ? await generateRowKey(tools.subtle) : null);
  const write = () => store.run((database) => writeKey(database, tools, key), true);
  try {
    return createRowCipher(tools, await write());
  } catch (error) {
    unlessFull(error);
    const { isNothingKept } = await import('./full-disk');
    return createRowCipher(tools, (await isNothingKept(store)) ? await write() : key);
  }
}

/** Null: this browser keeps none. Undefined: there is none yet, or it is lost. */
type KeptKey = CryptoKey | null | undefined;

async function readKey({ meta }: Pick<TablesOf<CacheTables>, 'meta'>, { lockKey }: RowCipherTools): Promise<KeptKey> {
  const stored = (await meta.get(ROW_KEY))?.value;
  // With app lock no other key counts, and without it what is locked is lost.
  if (lockKey || stored === LOCKED) return stored === LOCKED ? lockKey : undefined;
  return stored === NO_KEY ? null : isCryptoKey(stored) ? stored : undefined;
}

const isGood = (key: KeptKey, { subtle }: RowCipherTools): key is CryptoKey | null =>
  key === null || (key !== undefined && subtle !== undefined);

/**
 * In one transaction that looks again: another tab may have prepared the same database meanwhile, and what it has sealed is
 * to be read with its key.
 * @returns the key that counts
 */
async function writeKey(
  database: Database<CacheTables>,
  tools: RowCipherTools,
  fresh: CryptoKey | null,
): Promise<CryptoKey | null> {
  // In memory there is nothing at rest.
  const kept = database.mode === 'memory' ? null : fresh;
  const write = (created: CryptoKey | null) =>
    database.atomically(namesIn(database), async (tables) => {
      const key = await readKey(tables, tools);
      if (isGood(key, tools)) return key;
      await clearWithin(tables, tablesClearedOn(database, 'key-lost'));
      await tables.meta.putAll([{ key: ROW_KEY, value: created === tools.lockKey ? LOCKED : (created ?? NO_KEY) }]);
      return created;
    });
  try {
    return await write(kept);
  } catch (error) {
    if (!isCloneError(error)) throw error;
    return write(null);
  }
}

/** Clears the tables that declare it (`CLEAR_ON`) but for those of `spared`, in one transaction. */
export async function clearStore(
  store: Store<CacheTables>,
  reason: ClearReason,
  spared: readonly string[] = [],
): Promise<void> {
  await store.run(async (database) => {
    const names = tablesClearedOn(database, reason).filter((name) => !spared.includes(name));
    await database.atomically(names, (tables) => clearWithin(tables, names));
  });
}

async function clearWithin(tables: TablesOf<CacheTables>, names: readonly (keyof CacheTables)[]): Promise<void> {
  for (const name of names) await tables[name].clear();
}

function tablesClearedOn(database: Database<CacheTables>, reason: ClearReason): (keyof CacheTables)[] {
  return namesIn(database).filter((name) => CLEAR_ON[name as keyof UserTables].includes(reason));
}

/** The device's database has fewer tables than a user's; the names that are there are the ones that it has. */
function namesIn(database: Database<CacheTables>): (keyof CacheTables)[] {
  return Object.keys(database.tables) as (keyof CacheTables)[];
}

function isCryptoKey(value: unknown): value is CryptoKey {
  return typeof value === 'object' && value !== null && 'algorithm' in value && 'usages' in value;
}

/** The browser cannot store keys. */
function isCloneError(error: unknown): boolean {
  return error instanceof Error && error.name === 'DataCloneError';
}
