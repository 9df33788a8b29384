/** Where the browser has no idle callback: after the first screen has had its time. */
const IDLE_FALLBACK_MS = 1_500;
const IDLE_LIMIT_MS = 5_000;

/** Calls back once when the page has nothing better to do, after 5 s at the latest. @returns what cancels it */
export function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(callback, { timeout: IDLE_LIMIT_MS });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, IDLE_FALLBACK_MS);
  return () => clearTimeout(id);
}
