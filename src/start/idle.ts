/** A browser without idle callbacks calls back after this time: then the first screen has had its own. */
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

/** Does the parts one after the other, each when the page has nothing better to do; a part that fails holds up none. @returns what stops it */
export function whenIdleInTurn(parts: readonly (() => Promise<unknown>)[]): () => void {
  let isStopped = false;
  let stop = () => {};
  const goOn = ([first, ...rest]: typeof parts) => {
    if (!first || isStopped) return;
    const next = () => goOn(rest);
    stop = whenIdle(() => void first().then(next, next));
  };
  goOn(parts);
  return () => {
    isStopped = true;
    stop();
  };
}

/** A page that is out of sight gets no frames: it calls back after this time. */
const FRAME_LIMIT_MS = 200;

/** Calls back once after the next frame is painted. @returns what cancels it */
export function afterPaint(callback: () => void): () => void {
  let isDone = false;
  const { port1, port2 } = new MessageChannel();
  const finish = (call: boolean) => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    port1.close();
    if (call) callback();
  };
  port1.onmessage = () => finish(true);
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  const timer = setTimeout(() => finish(true), FRAME_LIMIT_MS);
  return () => finish(false);
}
