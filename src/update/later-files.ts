/** What of the app is on the device: [Note: Two waves] in worker/service/later-files.ts. */
import { useEffect, useState } from 'react';
import type { ScreensStatus } from '../../contract/sw-messages';
import { serviceWorkerLink } from './instance';

/** How many screens open offline, while they come; null until that is known, and without a service worker. */
export function useOfflineScreens(): ScreensStatus | null {
  const [screens, setScreens] = useState<ScreensStatus | null>(null);
  useEffect(() => {
    const link = serviceWorkerLink();
    if (!link) return;
    let isOver = false;
    const stop = link.onScreens(setScreens);
    void link.screens().then((told) => !isOver && told && setScreens(told));
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return screens;
}

/**
 * Has files of the app on the device before the person relies on them offline, also where the browser saves data.
 * @param names of chunks as the build names them, without digest: `lock` for `assets/lock-Ci0ioNeH.js` and its styles. What
 * they import is kept only if it is named too, or comes with the install; without names everything is kept
 * @returns whether they are there now; null where no service worker keeps anything
 */
export async function ensureFiles(names: readonly string[] = []): Promise<boolean | null> {
  return (await serviceWorkerLink()?.ensure(names)) ?? null;
}
