/** Gives an uploaded image back to its owner, and to nobody else (rules.md §9). */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { ownImage } from '../../../contract/calls/identity';
import { smallCopy } from '../../adapters/image-codec';
import { consume } from '../../adapters/rate-limit';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { uploadOf } from './repo';

/** Each makes a copy of a picture. */
const READS = { points: 600, windowMs: 3_600_000 };
/** Longer side, px: a tile in a form; enough to read a document on a phone, and small enough for the envelope. */
const SIDES = { small: 320, large: 1600 } as const;

/** @throws Refusal not-found, rate-limited */
async function readImage(
  { deps, session }: UserContext,
  { id, size }: ParsedInputOf<typeof ownImage>,
): Promise<AnswerOf<typeof ownImage>> {
  const { isAllowed, retryAfterMs } = await consume(deps, `image:${session.userId}`, READS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  const upload = await uploadOf(deps.db.db, session.userId, id);
  if (!upload) throw new Refusal('not-found');
  const { bytes, width, height } = await smallCopy(await deps.files.read(upload.path), {
    side: SIDES[size],
    fit: 'inside',
  });
  return { width, height, webp: Buffer.from(bytes).toString('base64') };
}

export const uploadHandlers: Handlers<'ownImage'> = { ownImage: readImage };
