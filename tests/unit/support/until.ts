import { act } from 'react';

/** Far longer than any chain of messages or a page's chunk takes; a check that never holds fails with its own words. */
const LIMIT_MS = 60_000;
const STEP_MS = 2;

/** Lets messages and renders go on, step by step, until `check` holds. @throws the last error of `check` */
export async function until(check: () => void): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, STEP_MS)));
    try {
      return check();
    } catch (error) {
      if (performance.now() - startedAt > LIMIT_MS) throw error;
    }
  }
}
