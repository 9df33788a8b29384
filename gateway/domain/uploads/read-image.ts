/** Gives an uploaded image to its owner, and else only to the people of the record that it is attached to (docs/rules.md §9). */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { ownImage } from '../../../contract/calls/identity';
import { smallCopy } from '../../adapters/image-codec';
import { consume } from '../../adapters/rate-limit';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { uploadOf, type UploadRow } from './repo';

/** Each makes a copy of a picture. */
const READS = { points: 600, windowMs: 3_600_000 };
/** Longer side, px: a tile in a form; enough to read a document on a phone, and small enough for the envelope. */
const SIDES = { small: 320, large: 1600 } as const;

/**
 * A small copy of an upload that the user may see.
 * @param find the upload; refuses one that is not for this user. @throws Refusal rate-limited, and what `find` throws
 */
export async function shownImage(
  { deps, session }: UserContext,
  size: keyof typeof SIDES,
  find: () => Promise<UploadRow>,
): Promise<AnswerOf<typeof ownImage>> {
  const { isAllowed, retryAfterMs } = await consume(deps, `image:${session.userId}`, READS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  const { path } = await find();
  const { bytes, width, height } = await smallCopy(await deps.files.read(path), { side: SIDES[size], fit: 'inside' });
  return { width, height, webp: Buffer.from(bytes).toString('base64') };
}

/** @throws Refusal not-found, rate-limited */
function readImage(
  context: UserContext,
  { id, size }: ParsedInputOf<typeof ownImage>,
): Promise<AnswerOf<typeof ownImage>> {
  return shownImage(context, size, async () => {
    const upload = await uploadOf(context.deps.db.db, context.session.userId, id);
    if (!upload) throw new Refusal('not-found');
    return upload;
  });
}

export const uploadHandlers: Handlers<'ownImage'> = { ownImage: readImage };
