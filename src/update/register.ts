import { messageSW, Workbox } from 'workbox-window';
import type { ToServiceWorker } from '../../contract/sw-messages';
import { isSavingData } from '../app/data-saver';

/**
 * Registers the service worker, once the page has loaded what it needs now. It asks the person nothing: a new version waits for the next
 * visit.
 */
export async function registerServiceWorker(): Promise<void> {
  try {
    await new Workbox('/service-worker.js', { scope: '/' }).register();
    addEventListener('online', keepScreens);
    await keepScreens();
  } catch {
    // Refused by the browser or not reachable: the app works without, it only does not open offline.
  }
}

/** Tells the service worker to fetch what its install left for later ([Note: Two waves], worker/service/later-files.ts). */
async function keepScreens(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: ToServiceWorker = { protocol: 1, type: 'KEEP_SCREENS' };
  // Nobody waits for an answer: it says by itself how far it is.
  if (active && !isSavingData()) void messageSW(active, message);
}
