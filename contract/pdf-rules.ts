/**
 * Judges PDF files by one rule on both sides (docs/rules.md §9): the gateway before an operator's document is kept, the app before anything of a
 * file is shown. Both read them by pdf.js, as data that nobody trusts.
 */

/**
 * - not-pdf: it is something else
 * - damaged: a part of it is missing, or contradicts another
 * - active: it carries scripts, which no document here has
 * - locked: it asks for a password
 * - too-large: more bytes, pages or paper than is shown
 * - too-slow: reading it takes too long
 */
export type PdfFileFault = 'not-pdf' | 'damaged' | 'active' | 'locked' | 'too-large' | 'too-slow';

export const MAX_PDF_BYTES = 32 * 1_048_576;
export const MAX_PDF_PAGES = 500;
/** The specification's own limit of a page's sides, in points: 200 inches. */
export const MAX_PDF_SIDE = 14_400;
const MIN_SIDE = 3;
/** For opening, and for looking at all pages. */
export const PDF_LIMIT_MS = 20_000;

/** Options of pdf.js's `getDocument`. */
export const UNTRUSTED_PDF = {
  isEvalSupported: false,
  enableXfa: false,
  useWasm: false,
  useWorkerFetch: false,
  stopAtErrors: true,
  verbosity: 0,
} as const;

/** The end of a whole file stands in its last part. */
const TAIL_BYTES = 1_024;

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Returns why the bytes are no whole PDF; null where they look like one. A reader would try to mend a truncated file. */
export function faultOfBytes(bytes: Uint8Array): PdfFileFault | null {
  if (bytes.length > MAX_PDF_BYTES) return 'too-large';
  if (ascii(bytes.subarray(0, 5)) !== '%PDF-') return 'not-pdf';
  const tail = ascii(bytes.subarray(-TAIL_BYTES));
  return /startxref\s+[0-9]+\s+%%EOF\s*$/.test(tail) ? null : 'damaged';
}

/** @param size in points */
export function faultOfPage({ width, height }: { width: number; height: number }): PdfFileFault | null {
  const isFine = (side: number) => side >= MIN_SIDE && side <= MAX_PDF_SIDE;
  if (isFine(width) && isFine(height)) return null;
  return width > MAX_PDF_SIDE || height > MAX_PDF_SIDE ? 'too-large' : 'damaged';
}

/** The name of pdf.js for the error by which a file asks for its password. */
export const PASSWORD_ERROR = 'PasswordException';
