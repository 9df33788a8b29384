/** Keeps an uploaded image for its owner (docs/rules.md §9). */
import type { AnswerOf } from '../../../contract/call';
import type { Calls } from '../../../contract/index';
import { cleanImage } from '../../adapters/image-codec';
import { consume } from '../../adapters/rate-limit';
import type { ImageType } from '../../db/schema/door';
import { Refusal, type UserContext } from '../call-context';
import { insertUpload } from './repo';

/** Two full feedbacks (docs/rules.md §18: at most 52 files) an hour. */
const UPLOADS = { points: 120, windowMs: 3_600_000 };

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const satisfies Record<
  ImageType,
  string
>;

/** @throws Refusal rate-limited, image-refused (also for SVG and anything that does not decode) */
export async function uploadImage(
  { deps, session, now }: UserContext,
  file: Uint8Array,
): Promise<AnswerOf<Calls['uploadImage']>> {
  const { isAllowed, retryAfterMs } = await consume(deps, `upload:${session.userId}`, UPLOADS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  const image = await cleanImage(file);
  if (!image) throw new Refusal('image-refused');
  const { type, width, height } = image;
  const path = await deps.files.put(image.bytes, EXTENSIONS[type]);
  const kept = { id: deps.ids.uuid(), width, height, bytes: image.bytes.length };
  try {
    await insertUpload(deps.db, { ...kept, userId: session.userId, path, type, createdAt: now });
  } catch (error) {
    // A file without its row could never be found again.
    await deps.files.remove(path);
    throw error;
  }
  return kept;
}
