/** Time as the bridge uses it; tests inject their own. */
export interface Timers {
  /** Ms that only grow, whatever becomes of the clock. */
  now(): number;
  /** Calls back once after `delayMs`; the answer cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** In [0, 1): devices that would do the same at the same moment get out of step by it. */
  random(): number;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const id = setTimeout(callback, delayMs);
    return () => clearTimeout(id);
  },
  random: () => Math.random(),
};
