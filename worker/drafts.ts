/** Drafts of forms, kept per user until log-out; sealed like everything of a user's. */
import type { UserVault } from './cache/vault';
import { RowUnreadable } from './session/row-cipher';

type Draft = Record<string, string>;

/** @param draft null deletes it */
export async function saveDraft({ store, cipher }: UserVault, form: string, draft: Draft | null): Promise<void> {
  if (!draft) return store.run(({ tables }) => tables.drafts.deleteAll([form]));
  const body = await cipher.seal(placeOfDraft(form), draft);
  await store.run(({ tables }) => tables.drafts.putAll([{ form, body }]));
}

export async function loadDraft({ store, cipher }: UserVault, form: string): Promise<Draft | null> {
  const row = await store.run(({ tables }) => tables.drafts.get(form));
  if (!row) return null;
  try {
    return (await cipher.open(placeOfDraft(form), row.body)) as Draft;
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    await store.run(({ tables }) => tables.drafts.deleteAll([form]));
    return null;
  }
}

export function placeOfDraft(form: string): string {
  return `draft ${form}`;
}
