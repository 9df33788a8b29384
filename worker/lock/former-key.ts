/** Ends the key that a person's database has had before the lock, with everything that it sealed ([Note: App lock] in app-lock.ts). */
import { clearStore, LOCKED, ROW_KEY } from '../cache/prepare';
import type { CacheTables, UserTables } from '../cache/schema';
import type { Store } from '../cache/store';
import { settleImages } from './carried-images';

/**
 * Takes the key out of a user's database, which then has none that opens its rows.
 * @param isSame it is the lock's own key
 * @param lockId names the copies of images that are under the lock's key
 */
export async function takeKeyOut(
  store: Store<CacheTables>,
  { isSame, lockId }: { isSame: boolean; lockId: string | undefined },
): Promise<void> {
  const kept = await store.run(({ tables }) => tables.meta.get(ROW_KEY));
  if (!kept || kept.value === LOCKED) return;
  if (!isSame) {
    // A store of a user's has this table, too.
    await settleImages(store as unknown as Store<UserTables>, lockId);
    await clearStore(store, 'key-lost', ['formImages']);
  }
  const mark = store.run(({ tables }) => tables.meta.putAll([{ key: ROW_KEY, value: LOCKED }]), true);
  // A full disk refuses the mark, but always takes a deletion.
  await mark.catch(() => store.run(({ tables }) => tables.meta.deleteAll([ROW_KEY])));
}
