/** Follows how much of the app is on the device: [Note: Two waves] in worker/service/later-files.ts. */
import { useEffect, useState } from 'react';
import type { ScreensStatus } from '../../contract/sw-messages';
import { serviceWorkerLink } from './instance';

/** Returns how many screens open offline, live; null until that is known, and without a service worker. */
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
