/** Turns what claims to be an image into a clean one: decoded, turned upright, bounded, without metadata (docs/rules.md §9). */
import type { ImageType } from '../db/schema/door';
import { limiter } from './concurrency';

export interface CleanImage {
  bytes: Uint8Array;
  type: ImageType;
  width: number;
  height: number;
}

/** Checked before a single pixel is decoded: 64 megapixels are what a phone's camera makes. */
const MAX_PIXELS = 64_000_000;
/** The longer side of a kept image, pixels: enough to read a document. */
const MAX_SIDE_PX = 4096;
const FORMATS = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

const limited = limiter(2, 16);

/** The type that the first bytes name, or null. SVG has none of these. */
function typeByMagic(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return null;
}

async function decodeAndEncode(bytes: Uint8Array, type: ImageType): Promise<CleanImage | null> {
  const { default: sharp } = await import('sharp');
  try {
    const format = FORMATS[type];
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    if ((await source.metadata()).format !== format) return null;
    const { data, info } = await source
      .autoOrient()
      .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .toFormat(format, { quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/**
 * A new JPEG, PNG or WebP made of the picture in `bytes`, or null when there is none in it.
 * @throws OverloadError when too many are waiting
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  const type = typeByMagic(bytes);
  return type === null ? null : limited(() => decodeAndEncode(bytes, type));
}

/**
 * A small copy to show of an image that `cleanImage` made.
 * @param fit `inside`: whole, its longer side at most `side` px; `cover`: a square of `side` px
 * @throws OverloadError when too many are waiting
 */
export async function smallCopy(
  bytes: Uint8Array,
  { side, fit }: { side: number; fit: 'inside' | 'cover' },
): Promise<CleanImage> {
  return limited(async () => {
    const { default: sharp } = await import('sharp');
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type: 'image/webp', width: info.width, height: info.height };
  });
}
