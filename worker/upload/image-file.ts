/** Judges by a file's first bytes whether it may be sent as an image (docs/rules.md §9); the gateway judges by decoding it. */
import { MAX_IMAGE_BYTES } from '../../contract/envelope';
import type { ErrorCode } from '../../contract/errors';

/** So many bytes tell the kinds apart. */
const HEAD_BYTES = 12;
/** The gateway keeps no longer side than this, so a converted picture need not have it. */
const MAX_SIDE_PX = 4096;
const JPEG_QUALITY = 0.9;
/** A phone has memory for this many pixels, four bytes each; no camera makes more in one HEIC picture today. */
const MAX_PIXELS = 64_000_000;

/** Brands of ISO base media files that hold HEVC pictures (ISO/IEC 23008-12). */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

type ImageKind = 'sendable' | 'heic' | 'other';

function kindOf(head: Uint8Array): ImageKind {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n')) return 'sendable';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'sendable';
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8)) ? 'heic' : 'other';
}

/** As the browser decodes it, else as libheif does. @throws where neither can, or its code does not come */
async function pictureOf(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    const { decodeHeic } = await import('./heic');
    return createImageBitmap(await decodeHeic(file, MAX_PIXELS));
  }
}

function toJpeg(picture: ImageBitmap, maxSidePx = MAX_SIDE_PX, quality = JPEG_QUALITY): Promise<Blob> {
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing) {
    // JPEG knows no transparency: without a ground it would be black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/** An image below this need not be made smaller. */
const SMALL_BYTES = 1_000_000;
/** Enough to read a screenshot or a receipt by; tried one after the other until the image is small. */
const SMALLER = [
  { sidePx: 2560, quality: 0.85 },
  { sidePx: 1920, quality: 0.8 },
] as const;

/** Makes a large image smaller where the browser can, and leaves every other image as it is. @param image is sendable */
export async function smallerImage(image: Blob): Promise<Blob> {
  let smallest = image;
  for (const { sidePx, quality } of SMALLER) {
    if (smallest.size <= SMALL_BYTES) break;
    const made = await drawnAs(image, sidePx, quality);
    if (made.size < smallest.size) smallest = made;
  }
  return smallest;
}

/** Leaves an image that this browser cannot draw as it is. */
async function drawnAs(image: Blob, sidePx: number, quality: number): Promise<Blob> {
  try {
    return await toJpeg(await createImageBitmap(image), sidePx, quality);
  } catch {
    return image;
  }
}

/** Returns the image to send for `file`, or why there is none: `file-empty`, `image-refused`, `heic-unreadable`, `too-large`. */
export async function sendableImage(file: Blob): Promise<{ image: Blob } | { code: ErrorCode }> {
  if (file.size === 0) return { code: 'file-empty' };
  const kind = kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind === 'other') return { code: 'image-refused' };
  // Only Safari knows HEIC itself.
  const image =
    kind === 'heic'
      ? await pictureOf(file)
          .then((picture) => toJpeg(picture))
          .catch(() => null)
      : file;
  if (!image) return { code: 'heic-unreadable' };
  return image.size > MAX_IMAGE_BYTES ? { code: 'too-large' } : { image };
}
