/**
 * Judges PDF files that operators publish (contract/pdf-rules.ts). pdf.js reads them in a thread of its own with limits of time and memory,
 * so that no file holds up the gateway or ends it.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  faultOfBytes,
  faultOfPage,
  MAX_PDF_PAGES,
  PASSWORD_ERROR,
  PDF_LIMIT_MS,
  UNTRUSTED_PDF,
  type PdfFileFault,
} from '../../contract/pdf-rules';
import { limiter } from './concurrency';

export type PdfVerdict = { pages: number } | { fault: PdfFileFault };

const MEMORY_MIB = 256;
const READER = 'pdfjs-dist/legacy/build/pdf.mjs';

/** The thread's answer: of the first pages their sizes, in points. */
type Found =
  | { pages: number; isActive: boolean; sizes: readonly { width: number; height: number }[] }
  | { error: string | undefined };

/** Runs in the thread, which has no drawing: pdf.js asks for these names when it is loaded, and reading uses none of them. */
const READ = `
  const { parentPort, workerData } = require('node:worker_threads');
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) globalThis[name] ??= class {};
  async function read({ reader, options, bytes, maxPages }) {
    const { getDocument } = await import(reader);
    const document = await getDocument({ ...options, data: bytes }).promise;
    let isActive = (await document.hasJSActions()) || (await document.getJSActions()) !== null;
    const sizes = [];
    while (!isActive && sizes.length < Math.min(maxPages, document.numPages)) {
      const page = await document.getPage(sizes.length + 1);
      const [left, bottom, right, top] = page.view;
      sizes.push({ width: (right - left) * page.userUnit, height: (top - bottom) * page.userUnit });
      isActive = (await page.getJSActions()) !== null;
    }
    return { pages: document.numPages, isActive, sizes };
  }
  read(workerData).then(
    (found) => parentPort.postMessage(found),
    (error) => parentPort.postMessage({ error: error?.name }),
  );
`;

function verdictOf(found: Found): PdfVerdict {
  if ('error' in found) return { fault: found.error === PASSWORD_ERROR ? 'locked' : 'damaged' };
  const { pages, isActive, sizes } = found;
  if (isActive) return { fault: 'active' };
  if (pages > MAX_PDF_PAGES) return { fault: 'too-large' };
  const fault = pages === 0 ? 'damaged' : sizes.map(faultOfPage).find((one) => one !== null);
  return fault ? { fault } : { pages };
}

function examineInThread(bytes: Uint8Array, limitMs: number): Promise<PdfVerdict> {
  const reader = pathToFileURL(createRequire(import.meta.url).resolve(READER)).href;
  const thread = new Worker(READ, {
    eval: true,
    workerData: { reader, options: UNTRUSTED_PDF, bytes: Uint8Array.from(bytes), maxPages: MAX_PDF_PAGES },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    stdout: true,
    stderr: true,
  });
  return new Promise<PdfVerdict>((resolve) => {
    const timer = setTimeout(() => resolve({ fault: 'too-slow' }), limitMs);
    thread.once('message', (found: Found) => resolve(verdictOf(found)));
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
export async function examinePdf(bytes: Uint8Array, limitMs = PDF_LIMIT_MS): Promise<PdfVerdict> {
  const fault = faultOfBytes(bytes);
  return fault ? { fault } : limited(() => examineInThread(bytes, limitMs));
}
