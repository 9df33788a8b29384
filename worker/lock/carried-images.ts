/**
 * Carries the images of unsent forms over from one key to another. They are too many for the row of the lock, which carries the drafts, so
 * copies under the new key are laid beside them before there is a lock, and take their place after it; each names its lock, so that a
 * copy of a lock that did not come to be counts for nothing. A worker may die between any two steps: `settleImages` goes on from anywhere.
 */
import { HIGHEST, LOWEST, type Range } from '../cache/database';
import type { FormImageRow, UserTables } from '../cache/schema';
import type { Store } from '../cache/store';
import { unlessFull } from '../cache/store-errors';
import type { UserVault } from '../cache/vault';
import type { RowCipher } from '../session/row-cipher';
import { contextOfImage } from '../upload/image-context';

/** Before the name of a form. */
const COPY_OF = 'under lock ';
const COPIES: Range = { lower: [COPY_OF, LOWEST], upper: [`${COPY_OF}\uffff`, HIGHEST] };

type Images = Pick<Store<UserTables>, 'run'>;

/** One after the other, since all of them would fill the memory. */
async function* rowsOf(store: Images): AsyncGenerator<FormImageRow> {
  let after: FormImageRow | undefined;
  for (;;) {
    const range = { lower: after ? [after.form, after.key] : [LOWEST], upper: [HIGHEST] };
    const rows = await store.run(({ tables }) => tables.formImages.oldest(range, 2));
    const next = rows.find(({ form, key }) => form !== after?.form || key !== after.key);
    if (!next) return;
    yield next;
    after = next;
  }
}

/** Lays a copy for `next` beside each image; those that do not open or find no room are left out. */
export async function carriedImages({ store, cipher }: UserVault, next: RowCipher, lockId: string): Promise<void> {
  await dropCopies(store);
  for await (const { form, key, type, body, uploadId } of rowsOf(store)) {
    if (uploadId !== undefined || form.startsWith(COPY_OF)) continue;
    const context = contextOfImage(form, key);
    const bytes = await cipher.openBytes(context, body).catch(() => null);
    if (bytes === null) continue;
    const copy = { form: COPY_OF + form, key, type, lockId, body: await next.sealBytes(context, bytes) };
    try {
      await store.run(({ tables }) => tables.formImages.putAll([copy]));
    } catch (error) {
      return unlessFull(error);
    }
  }
}

export async function dropCopies(store: Images): Promise<void> {
  await store.run(({ tables }) => tables.formImages.deleteRange(COPIES));
}

/** Puts the lock's copies in the place of their images; bytes under any other key go. Ids of uploads are in clear, and stay. */
export async function settleImages(store: Images, lockId: string | undefined): Promise<void> {
  for await (const row of rowsOf(store)) {
    const { form, key, uploadId } = row;
    const isCopy = form.startsWith(COPY_OF);
    const isUnderLock = lockId !== undefined && row.lockId === lockId;
    if (uploadId !== undefined || (isUnderLock && !isCopy)) continue;
    const isGood = isUnderLock && isCopy;
    await store.run((database) =>
      database.atomically(['formImages'], async ({ formImages }) => {
        if (isGood) await formImages.putAll([{ ...row, form: form.slice(COPY_OF.length) }]);
        await formImages.deleteAll([[form, key]]);
      }),
    );
  }
}
