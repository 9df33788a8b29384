import { handover, WORKER_NAME } from '../start';
import type { WorkerEndpoint } from './link';

/** The worker that src/start/boot has started while the page was still loading; handed out only once. */
function takeEarly(): WorkerEndpoint | undefined {
  const early = handover();
  const { worker } = early;
  delete early.worker;
  return worker;
}

/** Starts the data worker, or takes over the one that is starting. */
export function spawnWorker(): WorkerEndpoint {
  const early = takeEarly();
  if (early) return early;
  // Vite finds the worker by this very expression, so it is written out.
  return new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name: WORKER_NAME });
}
