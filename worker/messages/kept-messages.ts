/** Messages that wait to be sent, as the device keeps them: rows among the person's drafts, sealed like everything of theirs. */
import type { QueuedMessage } from '../api';
import type { DraftRow } from '../cache/schema';
import { unlessFull } from '../cache/store-errors';
import type { UserVault } from '../cache/vault';
import { contextOfDraft } from '../drafts';
import { UnreadableRowError } from '../session/row-cipher';

/** The space sets it apart from the forms' own names, which have none at this place. */
const MESSAGES = 'service-message ';
const IMAGES = 'service-image ';
const NUMBER_DIGITS = 12;

/** A message as it is kept. `place` orders them; `imageId` is known once the image has been sent. */
export interface KeptMessage extends Omit<QueuedMessage, 'progress'> {
  place: number;
  imageId: string | null;
}

interface KeptImage {
  type: string;
  base64: string;
}

const formOf = ({ place, clientId }: Pick<KeptMessage, 'place' | 'clientId'>) =>
  `${MESSAGES}${String(place).padStart(NUMBER_DIGITS, '0')} ${clientId}`;

const rangeOf = (prefix: string) => ({ lower: prefix, upper: `${prefix}\uffff` });

/** Rows that a full disk did not take: they are sent for as long as the worker lives. */
const unsaved = new WeakMap<UserVault['store'], Map<string, KeptMessage>>();
const unsavedImages = new WeakMap<UserVault['store'], Map<string, Blob>>();

function of<T>(all: WeakMap<UserVault['store'], Map<string, T>>, { store }: UserVault): Map<string, T> {
  const known = all.get(store) ?? new Map<string, T>();
  all.set(store, known);
  return known;
}

/** In the order in which they are to be sent. A row that does not open is lost, and goes. */
export async function keptMessages(vault: UserVault): Promise<KeptMessage[]> {
  const { store, cipher } = vault;
  const rows = await store.run(({ tables }) => tables.drafts.all(rangeOf(MESSAGES)));
  const found = await Promise.all(rows.map((row) => opened(vault, row, cipher)));
  const all = [...found.filter((one) => one !== null), ...of(unsaved, vault).values()];
  return all.sort((a, b) => a.place - b.place || (a.clientId < b.clientId ? -1 : 1));
}

async function opened(
  { store }: UserVault,
  { form, body }: DraftRow,
  cipher: UserVault['cipher'],
): Promise<KeptMessage | null> {
  try {
    return (await cipher.open(contextOfDraft(form), body)) as KeptMessage;
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    await store.run(({ tables }) => tables.drafts.deleteAll([form]));
    return null;
  }
}

/** Keeps a new message behind all others, with its image: both or none. */
export async function keepMessage(
  vault: UserVault,
  message: Omit<KeptMessage, 'place'>,
  image: Blob | null,
): Promise<void> {
  const last = (await keptMessages(vault)).at(-1)?.place ?? 0;
  const kept = { ...message, place: last + 1 };
  const rows = [await sealed(vault, formOf(kept), kept)];
  if (image) rows.push(await sealed(vault, IMAGES + kept.clientId, await asText(image)));
  await put(vault, rows).catch((error: unknown) => {
    unlessFull(error);
    of(unsaved, vault).set(kept.clientId, kept);
    if (image) of(unsavedImages, vault).set(kept.clientId, image);
  });
}

/** Keeps a change of a message that is there; one that the person has removed meanwhile stays removed. */
export async function changeMessage(vault: UserVault, message: KeptMessage): Promise<void> {
  const inMemory = of(unsaved, vault);
  if (inMemory.has(message.clientId)) return void inMemory.set(message.clientId, message);
  const row = await sealed(vault, formOf(message), message);
  await vault.store
    .run(
      (database) =>
        database.atomically(['drafts'], async ({ drafts }) => {
          if (await drafts.get(row.form)) await drafts.putAll([row]);
        }),
      true,
    )
    .catch(unlessFull);
}

/** Puts a message that was not sent behind all others. */
export async function moveToEnd(vault: UserVault, message: KeptMessage): Promise<void> {
  const last = (await keptMessages(vault)).at(-1)?.place ?? 0;
  const moved = { ...message, place: last + 1 };
  const inMemory = of(unsaved, vault);
  if (inMemory.has(message.clientId)) return void inMemory.set(message.clientId, moved);
  const row = await sealed(vault, formOf(moved), moved);
  await vault.store.run(
    (database) =>
      database.atomically(['drafts'], async ({ drafts }) => {
        if (!(await drafts.get(formOf(message)))) return;
        await drafts.deleteAll([formOf(message)]);
        await drafts.putAll([row]);
      }),
    true,
  );
}

export async function dropMessage(vault: UserVault, message: KeptMessage): Promise<void> {
  of(unsaved, vault).delete(message.clientId);
  of(unsavedImages, vault).delete(message.clientId);
  const forms = [formOf(message), IMAGES + message.clientId];
  await vault.store.run((database) => database.atomically(['drafts'], ({ drafts }) => drafts.deleteAll(forms)));
}

/** The image of a message; null where there is none, or it is lost. */
export async function keptImage(vault: UserVault, clientId: string): Promise<Blob | null> {
  const inMemory = of(unsavedImages, vault).get(clientId);
  if (inMemory) return inMemory;
  const form = IMAGES + clientId;
  const row = await vault.store.run(({ tables }) => tables.drafts.get(form));
  if (!row) return null;
  try {
    const { type, base64 } = (await vault.cipher.open(contextOfDraft(form), row.body)) as KeptImage;
    return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type });
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    return null;
  }
}

async function asText(image: Blob): Promise<KeptImage> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  // As many arguments as every engine takes.
  const CHUNK = 0x8000;
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return { type: image.type, base64: btoa(text) };
}

async function sealed({ cipher }: UserVault, form: string, value: unknown): Promise<DraftRow> {
  return { form, body: await cipher.seal(contextOfDraft(form), value) };
}

function put({ store }: UserVault, rows: readonly DraftRow[]): Promise<void> {
  return store.run((database) => database.atomically(['drafts'], ({ drafts }) => drafts.putAll(rows)), true);
}
