/**
 * Judges PDF files that operators publish, by the rules that the viewer shows them by (docs/rules.md §9). pdf.js reads them in a thread
 * of its own with limits of time and memory, so that no file holds up the gateway or ends it.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { limiter } from './concurrency';

export type PdfFault = 'not-pdf' | 'damaged' | 'active' | 'locked' | 'too-many-pages' | 'too-large-paper' | 'too-slow';
export type PdfVerdict = { pages: number } | { fault: PdfFault };

const LIMIT_MS = 20_000;
const MEMORY_MIB = 256;
const MAX_PAGES = 500;
/** In points: 200 inches. */
const MAX_SIDE = 14_400;
const MIN_SIDE = 3;
/** The end of a whole file stands in its last part. */
const TAIL_BYTES = 1_024;

const READER = 'pdfjs-dist/legacy/build/pdf.mjs';

/** Runs in the thread, which has no drawing: pdf.js asks for these names when it is loaded, and reading uses none of them. */
const EXAMINE = `
  const { parentPort, workerData } = require('node:worker_threads');
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) globalThis[name] ??= class {};
  async function examine({ reader, bytes, maxPages, minSide, maxSide }) {
    const { getDocument } = await import(reader);
    const options = { isEvalSupported: false, enableXfa: false, useWasm: false, useWorkerFetch: false, stopAtErrors: true, verbosity: 0 };
    const document = await getDocument({ data: bytes, ...options }).promise;
    if (document.numPages > maxPages) return { fault: 'too-many-pages' };
    if ((await document.hasJSActions()) || (await document.getJSActions())) return { fault: 'active' };
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const [left, bottom, right, top] = page.view;
      for (const side of [(right - left) * page.userUnit, (top - bottom) * page.userUnit]) {
        if (side > maxSide) return { fault: 'too-large-paper' };
        if (!(side >= minSide)) return { fault: 'damaged' };
      }
      if (await page.getJSActions()) return { fault: 'active' };
    }
    return document.numPages > 0 ? { pages: document.numPages } : { fault: 'damaged' };
  }
  examine(workerData).then(
    (verdict) => parentPort.postMessage(verdict),
    (error) => parentPort.postMessage({ fault: error?.name === 'PasswordException' ? 'locked' : 'damaged' }),
  );
`;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function faultOfBytes(bytes: Uint8Array): PdfFault | null {
  if (latin1(bytes.subarray(0, 5)) !== '%PDF-') return 'not-pdf';
  return /startxref\s+[0-9]+\s+%%EOF\s*$/.test(latin1(bytes.subarray(-TAIL_BYTES))) ? null : 'damaged';
}

function examineInThread(bytes: Uint8Array, limitMs: number): Promise<PdfVerdict> {
  const reader = pathToFileURL(createRequire(import.meta.url).resolve(READER)).href;
  const workerData = {
    reader,
    bytes: Uint8Array.from(bytes),
    maxPages: MAX_PAGES,
    minSide: MIN_SIDE,
    maxSide: MAX_SIDE,
  };
  const thread = new Worker(EXAMINE, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    stdout: true,
    stderr: true,
  });
  return new Promise<PdfVerdict>((resolve) => {
    const timer = setTimeout(() => resolve({ fault: 'too-slow' }), limitMs);
    thread.once('message', (verdict: PdfVerdict) => resolve(verdict));
    // Out of memory, too.
    thread.once('error', () => resolve({ fault: 'damaged' }));
    thread.once('exit', () => {
      clearTimeout(timer);
      resolve({ fault: 'damaged' });
    });
  }).finally(() => thread.terminate());
}

const limited = limiter(1, 8);

/** @throws OverloadError when too many are waiting */
export async function examinePdf(bytes: Uint8Array, limitMs = LIMIT_MS): Promise<PdfVerdict> {
  const fault = faultOfBytes(bytes);
  return fault ? { fault } : limited(() => examineInThread(bytes, limitMs));
}
