import type { StartFiles } from '../manifest';
import { addLink } from './add-link';

function load(scripts: readonly string[], texts: string | undefined): void {
  for (const address of scripts) {
    const element = document.createElement('script');
    element.type = 'module';
    element.async = false;
    element.crossOrigin = '';
    element.src = address;
    document.head.appendChild(element);
  }
  if (texts !== undefined) addLink('modulepreload', texts);
}

/**
 * The first paint is the page's own text and style: on a first visit the scripts are asked for after it, and with them the
 * texts of the login page. Where the service worker has them they come at once.
 */
export function startPage({ scripts }: StartFiles, texts: string | undefined): void {
  function onRead(): void {
    // The browser does not paint a page in the background.
    if (navigator.serviceWorker?.controller || document.visibilityState !== 'visible') return load(scripts, texts);
    requestAnimationFrame(() => setTimeout(() => load(scripts, texts)));
  }
  document.addEventListener('DOMContentLoaded', onRead, { once: true });
}
