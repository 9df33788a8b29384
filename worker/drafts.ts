/** Drafts of forms, kept per user until log-out; sealed like everything of a user's. */
import { unlessFull } from './cache/store-errors';
import type { UserVault } from './cache/vault';
import { UnreadableRowError } from './session/row-cipher';

type Draft = Record<string, string>;

/** Drafts that a full disk did not take: kept here for as long as the worker lives. */
const unsaved = new WeakMap<UserVault['store'], Map<string, Draft>>();

/** @param draft null deletes it */
export async function saveDraft({ store, cipher }: UserVault, form: string, draft: Draft | null): Promise<void> {
  unsaved.get(store)?.delete(form);
  if (!draft) return store.run(({ tables }) => tables.drafts.deleteAll([form]));
  const body = await cipher.seal(contextOfDraft(form), draft);
  await store
    .run(({ tables }) => tables.drafts.putAll([{ form, body }]), true)
    .catch((error: unknown) => {
      unlessFull(error);
      unsaved.set(store, (unsaved.get(store) ?? new Map()).set(form, draft));
    });
}

export async function loadDraft({ store, cipher }: UserVault, form: string): Promise<Draft | null> {
  const newer = unsaved.get(store)?.get(form);
  if (newer) return newer;
  const row = await store.run(({ tables }) => tables.drafts.get(form));
  if (!row) return null;
  try {
    return (await cipher.open(contextOfDraft(form), row.body)) as Draft;
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    await store.run(({ tables }) => tables.drafts.deleteAll([form]));
    return null;
  }
}

export function contextOfDraft(form: string): string {
  return `draft ${form}`;
}
