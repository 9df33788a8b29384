/** Carries the drafts of forms over from one key to another. */
import type { DraftRow } from '../cache/schema';
import type { UserVault } from '../cache/vault';
import { contextOfDraft } from '../drafts';
import type { RowCipher } from '../session/row-cipher';

/** Seals each draft anew for `next`; leaves out drafts that do not open. */
export async function carriedDrafts({ store, cipher }: UserVault, next: RowCipher): Promise<DraftRow[]> {
  const carried: DraftRow[] = [];
  for (const { form, body } of await store.run(({ tables }) => tables.drafts.all())) {
    const context = contextOfDraft(form);
    const draft = await cipher.open(context, body).catch(() => null);
    if (draft !== null) carried.push({ form, body: await next.seal(context, draft) });
  }
  return carried;
}

/** Puts back the drafts that the person has not written anew meanwhile. */
export async function restoreDrafts({ store }: UserVault, carried: readonly DraftRow[]): Promise<void> {
  await store.run((database) =>
    database.atomically(['drafts'], async ({ drafts }) => {
      for (const row of carried) if (!(await drafts.get(row.form))) await drafts.putAll([row]);
    }),
  );
}
