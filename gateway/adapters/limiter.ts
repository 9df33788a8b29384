/** Bounds how much heavy work runs at once and how much may wait for it. */

/** More work is waiting than could be done in a reasonable time; the caller should try again later. */
export class Overloaded extends Error {
  constructor() {
    super('overloaded');
    this.name = 'Overloaded';
  }
}

/**
 * Runs at most `maxRunning` at once and lets at most `maxWaiting` wait, first come first served.
 * @throws Overloaded when as many are waiting already
 */
export function limiter(maxRunning: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Overloaded();
      // Whoever finishes hands its place over, so `running` is not counted again.
      await new Promise<void>((resume) => waiting.push(resume));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
