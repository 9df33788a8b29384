/** Judges files before anything of them is read, and names why a document is not shown. */

/**
 * - not-pdf: it is something else
 * - damaged: a part of it is missing, or contradicts another
 * - active: it carries scripts, which no document here has
 * - locked: it asks for a password
 * - too-large: more bytes, pages or paper than is shown
 * - too-slow: reading or drawing it takes too long
 * - unavailable: the reader itself is not on the device
 */
export type PdfFault = 'not-pdf' | 'damaged' | 'active' | 'locked' | 'too-large' | 'too-slow' | 'unavailable';

export class PdfError extends Error {
  override name = 'PdfError';
  constructor(readonly fault: PdfFault) {
    super(fault);
  }
}

export const MAX_BYTES = 32 * 1_048_576;
export const MAX_PAGES = 500;
/** The specification's own limit of a page's sides, in points: 200 inches. */
export const MAX_SIDE = 14_400;
const MIN_SIDE = 3;

/** The end of a whole file stands in its last part. */
const TAIL_BYTES = 1_024;

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Returns why the bytes are no whole PDF; null where they look like one. A reader would try to mend a truncated file. */
export function faultOfBytes(bytes: Uint8Array): PdfFault | null {
  if (bytes.length > MAX_BYTES) return 'too-large';
  if (ascii(bytes.subarray(0, 5)) !== '%PDF-') return 'not-pdf';
  const tail = ascii(bytes.subarray(-TAIL_BYTES));
  return /startxref\s+[0-9]+\s+%%EOF\s*$/.test(tail) ? null : 'damaged';
}

export function faultOfPage({ width, height }: { width: number; height: number }): PdfFault | null {
  const isFine = (side: number) => side >= MIN_SIDE && side <= MAX_SIDE;
  if (isFine(width) && isFine(height)) return null;
  return width > MAX_SIDE || height > MAX_SIDE ? 'too-large' : 'damaged';
}
