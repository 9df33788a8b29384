import { useEffect } from 'react';
import type { FromServiceWorker } from '../../../contract/sw-messages';
import { bridge } from '../../bridge/bridge';
import { appHistory } from '../navigation';
import { isOpen, pathName, PUBLIC } from '../paths';
import { rememberReturn } from '../return-to';

/**
 * Opens what a tapped notification is about (contract/sw-messages.ts). Where nobody is logged in it waits for the log-in, and the page that
 * the person types in stays; behind the lock it is there once the app is unlocked.
 */
export function useTappedNotices(): void {
  useEffect(() => {
    const over = new AbortController();
    const onMessage = ({ data }: MessageEvent<FromServiceWorker | null>) => {
      if (data?.protocol !== 1 || data.type !== 'OPEN' || !isOpen(data.address)) return;
      const name = pathName(appHistory.address.path);
      const isTyping = bridge().session.get()?.state === 'anonymous' && name !== undefined && PUBLIC.has(name);
      if (isTyping) rememberReturn('login', data.address);
      else appHistory.open(data.address);
    };
    navigator.serviceWorker?.addEventListener('message', onMessage, { signal: over.signal });
    return () => over.abort();
  }, []);
}
