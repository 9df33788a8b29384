/**
 * Images of forms that are not sent yet (docs/rules.md §9), sealed like everything of a user's. A chunk of its own.
 *
 * [Note: Form images] A form can have 52 images of 10 MB, which would fill a phone. So the device keeps what will be sent instead of
 * what was chosen: converted, and made smaller where it is large (`smallerImage`). Once an image is up, its id stands in place of the
 * bytes. An image that is large all the same, or for which the browser has no room to spare, is not kept, and the person is told.
 * The rows go with the form that is sent or discarded, and with the log-out. Turning app lock on seals them anew (worker/lock/carried-images.ts).
 */
import type { FormImageAnswer, FormImageRequest } from '../api';
import { HIGHEST } from '../cache/database';
import type { FormImageRow } from '../cache/schema';
import { StoreFullError } from '../cache/store-errors';
import type { UserVault } from '../cache/vault';
import { callError } from '../call-errors';
import type { Environment } from '../environment';
import { UnreadableRowError } from '../session/row-cipher';
import type { SessionKeeper } from '../session/session-keeper';
import { contextOfImage } from './image-context';
import { sendableImage, smallerImage } from './image-file';

/** 52 of them are less than 80 MB. */
const MAX_KEPT_BYTES = 1_500_000;
const MAX_KEPT_IMAGES = 52;
/** Left to the browser for everything else; below it Chromium and Safari begin to evict. */
const SPARE_BYTES = 50_000_000;

const NOTHING = new Uint8Array(0);

const ofForm = (form: string, after = '') => ({ lower: [form, after], upper: [form, HIGHEST] });

export class FormImages {
  constructor(
    private readonly keeper: Pick<SessionKeeper, 'current'>,
    private readonly storage: Environment['storage'],
  ) {}

  /** @throws StoreClosedError */
  async answer(request: FormImageRequest): Promise<FormImageAnswer | null> {
    const vault = this.keeper.current?.vault;
    if (!vault) return null;
    const { store } = vault;
    const { form } = request;
    switch (request.do) {
      case 'keep':
        return this.#keep(vault, request);
      case 'sent':
        await markSent(vault, request);
        return null;
      case 'next':
        return next(vault, form, request.after);
      case 'drop':
        await store.run(({ tables }) => tables.formImages.deleteAll([[form, request.key]]));
        return null;
      default:
        await store.run(({ tables }) => tables.formImages.deleteRange(ofForm(form)));
        return null;
    }
  }

  async #keep(
    vault: UserVault,
    { form, key, file }: { form: string; key: string; file: Blob },
  ): Promise<FormImageAnswer> {
    const told = { key, image: null, uploadId: null, isKept: false };
    const checked = await sendableImage(file);
    if ('code' in checked) return { ...told, error: callError(checked.code) };
    const image = await smallerImage(checked.image);
    const isKept = vault.store.mode === 'persistent' && (await this.#hasRoom(image.size));
    return { ...told, image, isKept: isKept && (await put(vault, { form, key, image })) };
  }

  async #hasRoom(bytes: number): Promise<boolean> {
    if (bytes > MAX_KEPT_BYTES) return false;
    const { usage, quota } = (await this.storage?.estimate().catch(() => undefined)) ?? {};
    return usage === undefined || quota === undefined || usage + bytes + SPARE_BYTES <= quota;
  }
}

/** @returns whether the disk has it */
async function put(
  { store, cipher }: UserVault,
  { form, key, image }: { form: string; key: string; image: Blob },
): Promise<boolean> {
  if ((await store.run(({ tables }) => tables.formImages.count(ofForm(form)))) >= MAX_KEPT_IMAGES) return false;
  const body = await cipher.sealBytes(contextOfImage(form, key), new Uint8Array(await image.arrayBuffer()));
  try {
    await store.run(({ tables }) => tables.formImages.putAll([{ form, key, type: image.type, body }]));
  } catch (error) {
    if (error instanceof StoreFullError) return false;
    throw error;
  }
  // The disk may have gone meanwhile, and in memory the image would not survive.
  return store.mode === 'persistent';
}

/** Also for an image that the device had no room for: its id takes none. */
async function markSent(
  { store }: UserVault,
  { form, key, uploadId }: { form: string; key: string; uploadId: string },
): Promise<void> {
  await store.run(({ tables }) => tables.formImages.putAll([{ form, key, type: '', body: NOTHING, uploadId }]));
}

async function next(vault: UserVault, form: string, after: string): Promise<FormImageAnswer | null> {
  const { store } = vault;
  const rows = await store.run(({ tables }) => tables.formImages.oldest(ofForm(form, after), 2));
  const row = rows.find(({ key }) => key !== after);
  if (!row) return null;
  const { key, uploadId = null } = row;
  const told = { key, image: null, uploadId, isKept: true };
  if (uploadId !== null) return told;
  const image = await opened(vault, row);
  if (image) return { ...told, image };
  await store.run(({ tables }) => tables.formImages.deleteAll([[form, key]]));
  return next(vault, form, key);
}

async function opened({ cipher }: UserVault, { form, key, type, body }: FormImageRow): Promise<Blob | null> {
  try {
    return new Blob([await cipher.openBytes(contextOfImage(form, key), body)], { type });
  } catch (error) {
    if (error instanceof UnreadableRowError) return null;
    throw error;
  }
}
