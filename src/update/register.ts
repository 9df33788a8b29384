import type { ToServiceWorker } from '../../contract/sw-messages';
import { isSavingData } from '../app/data-saver';

/** Registers the service worker of production builds. It asks the person nothing: a new version waits for the next visit. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What it keeps for later has time until the page has what it needs now.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  try {
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/' });
    addEventListener('online', keepScreens);
    await keepScreens();
  } catch {
    // Refused by the browser or not reachable: the app works without, it only does not open offline.
  }
}

/** What its install left for later may come now ([Note: Two waves], worker/service/later-files.ts). */
async function keepScreens(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: ToServiceWorker = { protocol: 1, type: 'KEEP_SCREENS' };
  if (!isSavingData()) active?.postMessage(message, []);
}
