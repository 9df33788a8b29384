import type { Bridge } from './bridge';

/**
 * iOS suspends workers with their page: when the page comes back to the front, the bridge asks whether the worker lives. Before
 * that, as far as the browser tells of the suspension, the worker lets go of everything that other tabs wait for.
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
