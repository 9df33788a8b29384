/** Asks the service worker of a built app about the files that it keeps for later. */
import type { Page } from '@playwright/test';
import type { FromServiceWorker, ScreensStatus } from '../../contract/sw-messages';

/** Counts the screens that open offline; null while there is no active service worker. */
export function screensKept(page: Page): Promise<ScreensStatus | null> {
  return page.evaluate(async () => {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    if (active?.state !== 'activated') return null;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<FromServiceWorker>((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    active.postMessage({ protocol: 1, type: 'GET_SCREENS' }, [port2]);
    const told = await answer;
    return told.type === 'SCREENS' ? told.screens : null;
  });
}

/** True when every file that the app opens offline with is there. */
export async function isWholeKept(page: Page): Promise<boolean> {
  return (await screensKept(page))?.isWhole ?? false;
}
