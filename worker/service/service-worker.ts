/** Keeps the app's own files on the device. No API traffic goes through it, and it stores nothing of a user's. */
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SW_PROTOCOL, toServiceWorker, type FromServiceWorker } from '../../contract/sw-messages';
import { languageOf } from './catalogues';
import { createPrecache } from './precache';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const precache = createPrecache(self.__WB_MANIFEST, 'index.html');

/** The gateway's own addresses: left to the network. */
const NOT_OURS = [/^\/api\//, /^\/dev\//, /^\/healthz/, /^\/readyz/];

registerRoute(precache.route);
// The app is one page behind the hash. Addresses of files are not: a missing file is missing.
registerRoute(new NavigationRoute(precache.startPage, { denylist: [...NOT_OURS, /\/[^/?]+\.[^/?]+$/] }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && languageOf(url.pathname) !== null,
  ({ url }) => precache.catalogue(url),
);
// Chunks that this version does not have: see [Note: Two versions].
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await precache.matchKept(request)) ?? fetch(request),
);

self.addEventListener('install', (event) => {
  event.waitUntil(precache.install(event));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  await precache.keepTwoVersions();
  // A page of a first visit has no service worker yet, and should open its next chunk offline too.
  await self.clients.claim();
  const message: FromServiceWorker = { protocol: SW_PROTOCOL, type: 'ACTIVATED', build: precache.build };
  for (const client of await openPages()) client.postMessage(message);
}

self.addEventListener('message', (event) => {
  const parsed = toServiceWorker.safeParse(event.data);
  if (!parsed.success) return;
  const answer = (message: FromServiceWorker) => event.ports[0]?.postMessage(message);
  switch (parsed.data.type) {
    case 'GET_VERSION':
      answer({ protocol: SW_PROTOCOL, type: 'VERSION', build: precache.build });
      break;
    case 'GET_CLIENTS':
      event.waitUntil(
        openPages().then((pages) => answer({ protocol: SW_PROTOCOL, type: 'CLIENTS', count: pages.length })),
      );
      break;
    case 'KEEP_LANGUAGE':
      // Without a connection it stays unkept until a page asks again.
      event.waitUntil(precache.keepLanguage(parsed.data.language).catch(() => undefined));
      break;
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
  }
});

/** Pages of this app, also those that no service worker controls yet. */
function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
