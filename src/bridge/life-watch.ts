import type { Bridge } from './bridge';

/** iOS suspends workers with their page: when it comes back to the front, the worker is asked whether it lives. */
export function startLifeWatch(bridge: Bridge): void {
  document.addEventListener('visibilitychange', () => {
    bridge.hintVisible();
    if (document.visibilityState === 'visible') bridge.onResume();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) bridge.onResume();
  });
  // Not every engine tells a worker that the network came or went.
  for (const change of ['online', 'offline']) addEventListener(change, () => bridge.hintNetwork(navigator.onLine));
}
