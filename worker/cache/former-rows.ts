/** Removes answers that a version of before kept under names that calls no longer have ([Note: Former names]). */
import { APP_VERSION } from '../../contract/app-version';
import { FORMER_NAMES } from '../../contract/former-names';
import { listRange } from './list-cache';
import { recordKey, type UserTables } from './schema';
import type { Store } from './store';

/** Row of `meta`: the version that has removed them. */
const REMOVED_BY = 'formerRowsRemovedBy';

/** Looks once per version: nobody asks for these rows any more, so no reading would ever come upon them. @throws StoreClosed */
export async function removeFormerRows(store: Store<UserTables>): Promise<void> {
  await store.run(async (database) => {
    if ((await database.tables.meta.get(REMOVED_BY))?.value === APP_VERSION) return;
    await database.atomically(['meta', 'records', 'scopes', 'rows'], async ({ meta, records, scopes, rows }) => {
      const remove = async (call: string) => {
        const ofCall = { index: 'call', lower: call, upper: call };
        const [kept, lists] = await Promise.all([records.all(ofCall), scopes.all(ofCall)]);
        await records.deleteAll(kept.map(({ partition, input }) => recordKey(partition, call, input)));
        for (const scope of lists) await rows.deleteRange(listRange(scope));
        await scopes.deleteAll(lists.map(({ partition, list }) => [partition, list]));
      };
      await Promise.all(Object.values(FORMER_NAMES).map(remove));
      await meta.putAll([{ key: REMOVED_BY, value: APP_VERSION }]);
    });
  });
}
