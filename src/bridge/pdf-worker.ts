/** Starts the worker that reads a PDF; it knows no session, and gets nothing but the file. */
export function spawnPdfWorker(): Worker {
  // Vite finds the worker by this very expression, so it is written out.
  return new Worker(new URL('../../worker/pdf/pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' });
}
