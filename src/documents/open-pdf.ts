/**
 * Opens PDF files with pdf.js, as data that nobody trusts.
 *
 * [Note: Documents] A file is shown whole or not at all. It must be a PDF with its end (contract/pdf-rules.ts), without scripts and without a
 * password, of paper that exists; pdf.js itself must find no error in it. Nothing of it is run or followed: no evaluated functions, no forms, no
 * annotations, so no links. Reading it has a worker of its own, which is ended when it takes too long; drawing has a limit of time and of pixels.
 */
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import {
  faultOfBytes,
  faultOfPage,
  MAX_PDF_PAGES,
  PASSWORD_ERROR,
  PDF_LIMIT_MS,
  UNTRUSTED_PDF,
} from '../../contract/pdf-rules';
import { spawnPdfWorker } from '../bridge/pdf-worker';
import type { TextPiece } from './page-text';
import { PdfError, type PdfFault } from './pdf-fault';

const PAGE_LIMIT_MS = 15_000;
/** Pixels of one drawn page; a phone refuses larger canvases. */
const MAX_CANVAS_PX = 12_000_000;
const MAX_IMAGE_PX = 40_000_000;
/** Pages that are asked for at once while a document is opened. */
const ABREAST = 16;

/** In points. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenedPdf {
  /** Of each page, in order. */
  sizes: readonly PageSize[];
  /** Draws a page about so many pixels wide. @throws PdfError, also when `signal` calls it off */
  draw(index: number, canvas: HTMLCanvasElement, widthPx: number, signal: AbortSignal): Promise<void>;
  /** @throws PdfError */
  textOf(index: number): Promise<TextPiece[]>;
  close(): void;
}

type PdfJs = typeof import('pdfjs-dist');

async function loadReader(): Promise<PdfJs> {
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } catch {
    throw new PdfError('unavailable');
  }
}

function faultOf(error: unknown): PdfFault {
  if (error instanceof PdfError) return error.fault;
  return error instanceof Error && error.name === PASSWORD_ERROR ? 'locked' : 'damaged';
}

/** @throws PdfError too-slow after the limit; whatever else the work throws, as one */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfError('too-slow')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw new PdfError(faultOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** @throws PdfError where the page carries scripts, or is of no paper */
async function sizeOf(document: PDFDocumentProxy, index: number): Promise<PageSize> {
  const page = await document.getPage(index + 1);
  const { width, height } = page.getViewport({ scale: 1 });
  const fault = faultOfPage({ width, height });
  if (fault) throw new PdfError(fault);
  if (await page.getJSActions()) throw new PdfError('active');
  return { width, height };
}

/** Looks at the whole document before anything of it is shown. @throws PdfError */
async function examine(document: PDFDocumentProxy): Promise<PageSize[]> {
  if (document.numPages > MAX_PDF_PAGES) throw new PdfError('too-large');
  if ((await document.hasJSActions()) || (await document.getJSActions())) throw new PdfError('active');
  const sizes: PageSize[] = [];
  for (let first = 0; first < document.numPages; first += ABREAST) {
    const count = Math.min(ABREAST, document.numPages - first);
    sizes.push(...(await Promise.all(Array.from({ length: count }, (_, index) => sizeOf(document, first + index)))));
  }
  if (sizes.length === 0) throw new PdfError('damaged');
  return sizes;
}

async function drawPage(
  { AnnotationMode }: PdfJs,
  page: PDFPageProxy,
  { canvas, widthPx, signal }: { canvas: HTMLCanvasElement; widthPx: number; signal: AbortSignal },
): Promise<void> {
  // Called off before it began: a later drawing has the canvas.
  signal.throwIfAborted();
  const paper = page.getViewport({ scale: 1 });
  const most = Math.sqrt(MAX_CANVAS_PX / (paper.width * paper.height));
  const viewport = page.getViewport({ scale: Math.min(widthPx / paper.width, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE, background: '#fff' });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await within(PAGE_LIMIT_MS, task.promise);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

async function piecesOf(page: PDFPageProxy): Promise<TextPiece[]> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , skew = 0, rise = 0, left = 0, base = 0] = item.transform as number[];
    const height = Math.hypot(skew, rise);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle([
      left,
      base,
      left + item.width,
      base + height,
    ]);
    return {
      text: item.str,
      endsLine: item.hasEOL,
      x: Math.min(x1, x2) / viewport.width,
      y: Math.min(y1, y2) / viewport.height,
      width: Math.abs(x2 - x1) / viewport.width,
      height: Math.abs(y2 - y1) / viewport.height,
    };
  });
}

/** @throws PdfError; what was opened until then is closed again */
export async function openPdf(file: Blob): Promise<OpenedPdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  const fault = faultOfBytes(data);
  if (fault) throw new PdfError(fault);
  const pdfjs = await loadReader();
  const port = spawnPdfWorker();
  const worker = pdfjs.PDFWorker.create({ port });
  let task: PDFDocumentLoadingTask | null = null;
  const close = () => {
    // Work that is under way ends with the worker, whatever it says about that.
    task?.destroy().catch(() => undefined);
    worker.destroy();
    port.terminate();
  };
  try {
    task = pdfjs.getDocument({ ...UNTRUSTED_PDF, maxImageSize: MAX_IMAGE_PX, data, worker });
    const { promise } = task;
    const unavailable = new Promise<never>((_, reject) => {
      port.addEventListener('error', () => reject(new PdfError('unavailable')));
    });
    const document = await within(PDF_LIMIT_MS, Promise.race([promise, unavailable]));
    const sizes = await within(PDF_LIMIT_MS, examine(document));
    const pageOf = (index: number) => document.getPage(index + 1);
    return {
      sizes,
      draw: async (index, canvas, widthPx, signal) => drawPage(pdfjs, await pageOf(index), { canvas, widthPx, signal }),
      textOf: (index) => within(PAGE_LIMIT_MS, pageOf(index).then(piecesOf)),
      close,
    };
  } catch (error) {
    close();
    throw new PdfError(faultOf(error));
  }
}
