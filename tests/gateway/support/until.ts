/** Waiting for a fact about processes: how long they take is no result. */
import { setTimeout as delay } from 'node:timers/promises';

/** An endpoint that fails is left alone for up to a minute, on a busy machine more than once. */
const WAIT_MS = 240_000;
/** For a test that waits so, and for the processes that it starts. */
export const SLOW_MS = 600_000;

/** @throws Error with the last value when it does not become so */
export async function until<T>(work: () => Promise<T>, isSo: (value: T) => boolean, everyMs = 200): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const value = await work();
    if (isSo(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${WAIT_MS} ms`);
    await delay(everyMs);
  }
}
