/** Time as the bridge uses it; tests inject their own. */
export interface Timers {
  /** Ms that only grow, whatever becomes of the clock. */
  now(): number;
  /** Calls back once after `delayMs`; the answer cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const id = setTimeout(callback, delayMs);
    return () => clearTimeout(id);
  },
};
