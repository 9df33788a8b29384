import { i18n } from '@lingui/core';
import type { ToServiceWorker } from '../../contract/sw-messages';
import { activeLocale } from './activate';

/**
 * Has the service worker keep the catalogue of each language that is shown. Those that a controlled page loads it keeps
 * by itself; the first page of all loads one before there is a service worker. Call once, after the start.
 */
export function keepLanguagesOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const keep = async (): Promise<void> => {
    const { active } = await navigator.serviceWorker.ready;
    // The protocol's number by its type: its schemas are not for the first page.
    const message: ToServiceWorker = { protocol: 1, type: 'KEEP_LANGUAGE', language: activeLocale() };
    active?.postMessage(message, []);
  };
  i18n.on('change', () => void keep());
  void keep();
}
