import type { WorkerEndpoint } from './link';

/** Starts the data worker. Vite finds the worker by this very expression, so it is written out. */
export function spawnWorker(): WorkerEndpoint {
  return new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name: 'rab-data' });
}
