/** Removes answers that a version of before kept under names that calls no longer have ([Note: Former names]). */
import { FORMER_NAMES } from '../../contract/former-names';
import { listRange } from './list-cache';
import { recordRowKey, type CacheTables } from './schema';
import type { Store } from './store';

/** Row of `meta`: the names that have been looked for. */
const REMOVED = 'formerRowsRemoved';

const names = Object.values(FORMER_NAMES);
const looked = names.join(' ');

/** Looks once for each list of names: nobody asks for these rows any more, so no reading would ever come upon them. @throws StoreClosedError */
export async function removeFormerRows(store: Store<CacheTables>): Promise<void> {
  await store.run(async (database) => {
    if ((await database.tables.meta.get(REMOVED))?.value === looked) return;
    await database.atomically(['meta', 'records', 'scopes', 'rows'], async ({ meta, records, scopes, rows }) => {
      const remove = async (call: string) => {
        const ofCall = { index: 'call', lower: call, upper: call };
        const [kept, lists] = await Promise.all([records.all(ofCall), scopes.all(ofCall)]);
        await records.deleteAll(kept.map(recordRowKey));
        for (const scope of lists) await rows.deleteRange(listRange(scope));
        await scopes.deleteAll(lists.map(({ partition, list }) => [partition, list]));
      };
      await Promise.all(names.map(remove));
      await meta.putAll([{ key: REMOVED, value: looked }]);
    });
  });
}
