import type { ToServiceWorker } from '../../contract/sw-messages';
import { STARTED_EVENT } from '../start';

/** This page has come up: React has rendered and the data worker has answered. See worker/service/release/state.ts. */
export function reportStarted(): void {
  document.dispatchEvent(new Event(STARTED_EVENT));
  // The protocol's number by its type: its schemas are not for the first page.
  const message: ToServiceWorker = { protocol: 1, type: 'STARTED' };
  navigator.serviceWorker?.controller?.postMessage(message);
}
