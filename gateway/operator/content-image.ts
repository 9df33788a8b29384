/** `content image`: a picture for articles, which the gateway makes anew and serves itself (docs/rules.md §9). */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { cleanImage, smallCopy } from '../adapters/image-codec';
import { insertContentImage } from '../domain/content/repo';
import { defineCommand, OperatorError } from './command';

/** Longer side, px: as wide as an article is on any screen, at two pixels for one. */
export const SIDE_PX = 1_200;
/** Statements have a limit, and each is kept in the audit. */
export const MAX_BASE64 = 700_000;

export const contentImage = defineCommand({
  name: 'content image',
  audited: 'added a picture for articles',
  role: 'support',
  schema: z.strictObject({
    base64: z.string().check(z.minLength(1), z.maxLength(MAX_BASE64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  run: async (tx, { base64 }, now, { files }) => {
    const given = await cleanImage(Buffer.from(base64, 'base64'));
    if (!given) throw new OperatorError('input', 'this is no JPEG, PNG or WebP picture');
    const { bytes, width, height } = await smallCopy(given.bytes, { side: SIDE_PX, fit: 'inside' });
    const id = randomUUID();
    const path = await files.put(bytes, 'webp');
    try {
      await insertContentImage(tx, { id, path, width, height, bytes: bytes.length, createdAt: now });
    } catch (error) {
      // A file without its row could never be found again.
      await files.remove(path);
      throw error;
    }
    return {
      lines: [`${width} x ${height}, ${bytes.length} bytes; in a body: ![words for who does not see it](image:${id})`],
      data: { id, width, height, bytes: bytes.length },
      subject: id,
      detail: { width, height, bytes: bytes.length },
    };
  },
});
