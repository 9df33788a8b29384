import { START_LIMIT_MS } from '../../../contract/start-limit';
import type { FromServiceWorker, ToServiceWorker } from '../../../contract/sw-messages';
import { STARTED_EVENT, UPGRADING_EVENT } from '../manifest';

/**
 * Tells the service worker when the page does not come up: it goes back to the former version when this one is on trial
 * ([Note: Releases on the device]).
 */
export function watchStart(): void {
  const controller = navigator.serviceWorker?.controller;
  if (!controller) return;
  let timer = setTimeout(onLate, START_LIMIT_MS);

  function stop(): void {
    clearTimeout(timer);
    removeEventListener('error', onError, true);
    document.removeEventListener(STARTED_EVENT, stop);
    document.removeEventListener(UPGRADING_EVENT, again);
  }

  // Time does not count while an upgrade changes the layout of the device's database.
  function again(): void {
    clearTimeout(timer);
    timer = setTimeout(onLate, START_LIMIT_MS);
  }

  function tell(detail: string): void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FromServiceWorker>) => {
      if (data.type !== 'ROLLED_BACK') return;
      stop();
      location.reload();
    };
    const message: ToServiceWorker = { protocol: 1, type: 'DID_NOT_START', detail: detail.slice(0, 180) };
    controller?.postMessage(message, [port2]);
  }

  // A page in the background is given no time to come up.
  function onLate(): void {
    if (document.visibilityState === 'visible') return tell('did not come up in time');
    timer = setTimeout(onLate, START_LIMIT_MS);
  }

  // Counts only our own scripts: extensions run scripts in pages too.
  function onError(event: ErrorEvent | Event): void {
    const { filename, message, target } = event as Partial<ErrorEvent>;
    const source = filename || (target instanceof HTMLScriptElement && target.src) || '';
    if (source.startsWith(`${location.origin}/`)) tell(`${message || 'not loaded'} ${source}`);
  }

  addEventListener('error', onError, true);
  document.addEventListener(STARTED_EVENT, stop);
  document.addEventListener(UPGRADING_EVENT, again);
}
