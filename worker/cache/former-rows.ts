/** Removes answers that a version of before kept under names that calls no longer have ([Note: Former names]). */
import { FORMER_NAMES } from '../../contract/former-names';
import { listRange } from './list-cache';
import { recordRowKey, type CacheTables } from './schema';
import type { Store } from './store';

/** Row of `meta`: the names that have been looked for. */
const REMOVED = 'formerRowsRemoved';

const names = Object.values(FORMER_NAMES);
const looked = names.join(' ');

/**
 * Looks once for each list of names: nobody asks for these rows any more, so no reading would ever come upon them. The user's store
 * keeps the note for both stores: whatever is written takes room that a full disk does not have. @throws StoreClosedError
 */
export async function removeFormerRows(user: Store<CacheTables>, device: Store<CacheTables>): Promise<void> {
  if ((await user.run(({ tables }) => tables.meta.get(REMOVED)))?.value === looked) return;
  await removeFrom(device);
  await removeFrom(user);
  await user.run(({ tables }) => tables.meta.putAll([{ key: REMOVED, value: looked }]));
}

function removeFrom(store: Store<CacheTables>): Promise<void> {
  return store.run((database) =>
    database.atomically(['records', 'scopes', 'rows'], async ({ records, scopes, rows }) => {
      const remove = async (call: string) => {
        const ofCall = { index: 'call', lower: call, upper: call };
        const [kept, lists] = await Promise.all([records.all(ofCall), scopes.all(ofCall)]);
        if (kept.length > 0) await records.deleteAll(kept.map(recordRowKey));
        for (const scope of lists) await rows.deleteRange(listRange(scope));
        if (lists.length > 0) await scopes.deleteAll(lists.map(({ partition, list }) => [partition, list]));
      };
      await Promise.all(names.map(remove));
    }),
  );
}
