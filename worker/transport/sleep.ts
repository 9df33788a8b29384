import type { SetTimer } from '../environment';

/** Resolves after `delayMs`, or at once when `signal` aborts. */
export function sleep(setTimer: SetTimer, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      callOff();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const callOff = setTimer(done, delayMs);
    signal?.addEventListener('abort', done);
  });
}
