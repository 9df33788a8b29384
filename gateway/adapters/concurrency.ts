/** Bounds how much heavy work runs at once and how much may wait for it. */

/** More work is waiting than could be done in a reasonable time; the caller should try again later. */
export class OverloadError extends Error {
  constructor() {
    super('overloaded');
    this.name = 'OverloadError';
  }
}

/**
 * Runs at most `maxRunning` at once and lets at most `maxWaiting` wait, first come first served.
 * @throws OverloadError when as many are waiting already
 */
export function limiter(maxRunning: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new OverloadError();
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

export interface Places {
  /** False when as many of this key are in already. */
  enter(key: string): boolean;
  leave(key: string): void;
}

/** Counts the places that each key holds, at most `max` of one key. */
export function placesPerKey(max: number): Places {
  const inside = new Map<string, number>();
  return {
    enter(key) {
      const count = inside.get(key) ?? 0;
      if (count >= max) return false;
      inside.set(key, count + 1);
      return true;
    },
    leave(key) {
      const count = inside.get(key) ?? 0;
      if (count > 1) inside.set(key, count - 1);
      else inside.delete(key);
    },
  };
}

export interface ByteBudget {
  /** @throws OverloadError when that many are not left; nothing is taken then */
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

/** Counts bytes that are held in memory, at most `max` in all. */
export function byteBudget(max: number): ByteBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > max) throw new OverloadError();
      held += bytes;
    },
    giveBack(bytes) {
      held -= bytes;
    },
  };
}
