import type { Bridge } from './bridge';

/**
 * iOS suspends workers with their page: when it comes back to the front, the worker is asked whether it lives. Before, as far as the
 * browser says so, what other tabs wait for is let go.
 */
export function startLifeWatch(bridge: Bridge): void {
  document.addEventListener('visibilitychange', () => {
    bridge.hintVisible();
    if (document.visibilityState === 'visible') bridge.onResume();
  });
  document.addEventListener('freeze', () => bridge.hintSuspended());
  document.addEventListener('resume', () => bridge.hintVisible());
  addEventListener('pagehide', (event) => {
    if (event.persisted) bridge.hintSuspended();
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    bridge.hintVisible();
    bridge.onResume();
  });
  // Not every engine tells a worker that the network came or went.
  for (const change of ['online', 'offline']) addEventListener(change, () => bridge.hintNetwork(navigator.onLine));
}
