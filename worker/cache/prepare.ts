/** First thing after a database is opened: is it readable by this version and with this device's key? */
import { createRowCipher, generateRowKey, type RowCipher, type RowCipherTools } from '../session/row-cipher';
import type { Database } from './database';
import { CLEAR_ON, SCHEMA_REV, type CacheTables, type ClearReason, type UserTables } from './schema';
import type { Store } from './store';

const SCHEMA_REV_KEY = 'schemaRev';
const ROW_KEY = 'rowKey';
/** Kept in place of a key by browsers that cannot store one. */
const NO_KEY = 'none';

/** Wipes what cannot be read any more, and answers the cipher for the rest. */
export async function prepareStore(store: Store<CacheTables>, tools: RowCipherTools): Promise<RowCipher> {
  const { schemaRev, storedKey } = await store.run(async ({ tables }) => ({
    schemaRev: (await tables.meta.get(SCHEMA_REV_KEY))?.value,
    storedKey: (await tables.meta.get(ROW_KEY))?.value,
  }));
  const isNew = schemaRev === undefined;
  if (schemaRev !== SCHEMA_REV) {
    await clearStore(store, 'schema-changed');
    await store.run(({ tables }) => tables.meta.putAll([{ key: SCHEMA_REV_KEY, value: SCHEMA_REV }]));
  }
  if (tools.subtle && isCryptoKey(storedKey)) return createRowCipher(tools, storedKey);
  if (storedKey === NO_KEY) return createRowCipher(tools, null);
  if (!isNew) await clearStore(store, 'key-lost');
  return createRowCipher(tools, await createKey(store, tools.subtle));
}

/** Clears the tables that declare it (`CLEAR_ON`), in one transaction. */
export async function clearStore(store: Store<CacheTables>, reason: ClearReason): Promise<void> {
  await store.run(async (database) => {
    const names = tablesClearedOn(database, reason);
    await database.atomically(names, async (tables) => {
      for (const name of names) await tables[name].clear();
    });
  });
}

function tablesClearedOn(database: Database<CacheTables>, reason: ClearReason): (keyof CacheTables)[] {
  const present = Object.keys(database.tables) as (keyof UserTables)[];
  // The device's database has fewer tables than a user's; the names that are there are the ones that it has.
  return present.filter((name) => CLEAR_ON[name].includes(reason)) as (keyof CacheTables)[];
}

function isCryptoKey(value: unknown): value is CryptoKey {
  return typeof value === 'object' && value !== null && 'algorithm' in value && 'usages' in value;
}

async function createKey(store: Store<CacheTables>, subtle: SubtleCrypto | undefined): Promise<CryptoKey | null> {
  const key = subtle ? await generateRowKey(subtle) : null;
  return store.run(async ({ mode, tables }) => {
    const keep = (value: unknown) => tables.meta.putAll([{ key: ROW_KEY, value }]);
    // In memory there is nothing at rest.
    if (key && mode === 'persistent') {
      try {
        await keep(key);
        return key;
      } catch (error) {
        if (!isCloneError(error)) throw error;
      }
    }
    await keep(NO_KEY);
    return null;
  });
}

/** The browser cannot store keys. */
function isCloneError(error: unknown): boolean {
  return error instanceof Error && error.name === 'DataCloneError';
}
