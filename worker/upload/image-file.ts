/** What may be sent as an image (rules.md §9), told by its first bytes; the gateway judges again by decoding it. */
import { MAX_IMAGE_BYTES } from '../../contract/envelope';
import type { ErrorCode } from '../../contract/errors';

/** As much as tells the kinds apart. */
const HEAD_BYTES = 12;
/** The gateway keeps no longer side than this, so a converted picture need not have it. */
const MAX_SIDE_PX = 4096;
const JPEG_QUALITY = 0.9;

/** Brands of ISO base media files that hold HEVC pictures (ISO/IEC 23008-12). */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

type Kind = 'sendable' | 'heic' | 'other';

function kindOf(head: Uint8Array): Kind {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n')) return 'sendable';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'sendable';
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8)) ? 'heic' : 'other';
}

/** @throws where the browser cannot decode the file */
async function toJpeg(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

/** What can be sent in place of `file`; the code says why nothing can: `file-empty`, `image-refused`, `heic-unreadable`, `too-large`. */
export async function sendableImage(file: Blob): Promise<{ image: Blob } | { code: ErrorCode }> {
  if (file.size === 0) return { code: 'file-empty' };
  const kind = kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind === 'other') return { code: 'image-refused' };
  // Only browsers that know HEIC (Safari) can convert it.
  const image = kind === 'heic' ? await toJpeg(file).catch(() => null) : file;
  if (!image) return { code: 'heic-unreadable' };
  return image.size > MAX_IMAGE_BYTES ? { code: 'too-large' } : { image };
}
