/** Keeps the app's own files on the device, and shows pushes. No API traffic goes through it, and it stores nothing of a user's. */
import { NavigationRoute, Route, Router } from 'workbox-routing';
import { APP_VERSION } from '../../contract/app-version';
import { RELEASES_PATH } from '../../contract/release';
import { SHARE_PATH } from '../../contract/share';
import {
  SW_PROTOCOL,
  toServiceWorker,
  type FromServiceWorker,
  type ScreensStatus,
  type ToServiceWorker,
} from '../../contract/sw-messages';
import type { BuildEntry } from './build-list';
import { languageOf } from './catalogues';
import { createPrecache } from './precache';
import { createPushes } from './pushes';
import { Releases } from './release/releases';
import { createVerify } from './release/signature';
import { SharedImages } from './shared-images';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuildEntry[] };

/** The publisher's key, base64 of its raw 32 bytes; empty for a build that takes no packages. */
const publicKey: string = import.meta.env.VITE_RELEASE_PUBLIC_KEY ?? '';

const precache = createPrecache(self.__WB_MANIFEST, 'index.html', {
  fetch: (url, init) => self.fetch(url, init),
  baseUrl: self.location.href,
  isSavingData: () => (self.navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true,
  pause: (delayMs) => new Promise((resolve) => self.setTimeout(resolve, delayMs)),
  tell: (screens) => void tellPages({ protocol: SW_PROTOCOL, type: 'SCREENS', screens }),
});

const releases = new Releases({
  caches: self.caches,
  fetch: (input, init) => self.fetch(input, init),
  origin: self.location.origin,
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const id = self.setTimeout(callback, delayMs);
    return () => self.clearTimeout(id);
  },
  baseVersion: APP_VERSION,
  verify: createVerify(publicKey, self.crypto.subtle),
  matchBase: (path) => precache.match(path),
  tell: (status) => void tellPages({ protocol: SW_PROTOCOL, type: 'RELEASE', status }),
  reopen: async (clientId) => {
    const client = await self.clients.get(clientId);
    // Another address than the page's own with its hash, or nothing would be loaded.
    if (client && 'navigate' in client) await (client as WindowClient).navigate('/');
  },
  isVisible: async (clientId) => {
    const client = await self.clients.get(clientId);
    return client !== undefined && (client as WindowClient).visibilityState === 'visible';
  },
});
releases.warm();

const shared = new SharedImages({ caches: self.caches, now: () => Date.now() });

/** The gateway's own addresses: left to the network. */
const NOT_OURS = [/^\/api\//, /^\/dev\//, /^\/healthz/, /^\/readyz/, new RegExp(`^${RELEASES_PATH}`)];

/** Addresses of files. The app is one page behind the hash, but a missing file is missing. */
const FILE = /\/[^/?]+\.[^/?]+$/;

const base = new Router();
base.registerRoute(precache.route);
base.registerRoute(new NavigationRoute(precache.startPage, { denylist: [FILE] }));
base.registerRoute(
  new Route(
    ({ url }) => languageOf(url.pathname) !== null,
    ({ url }) => precache.catalogue(url),
  ),
);
base.registerRoute(
  new Route(
    ({ url }) => precache.later.has(url),
    ({ url }) => precache.later.answer(url),
  ),
);
// Chunks that this version does not have: see [Note: Two versions].
base.registerRoute(
  new Route(
    ({ url }) => url.pathname.startsWith('/assets/'),
    async ({ request }) => (await precache.matchKept(request)) ?? fetch(request),
  ),
);

self.addEventListener('fetch', (event) => {
  const { method, url: address } = event.request;
  const url = new URL(address);
  if (method === 'POST' && url.origin === self.location.origin && url.pathname === SHARE_PATH)
    return event.respondWith(shared.take(event.request));
  if (method !== 'GET' || url.origin !== self.location.origin) return;
  if (NOT_OURS.some((path) => path.test(url.pathname))) return;
  event.respondWith(answer(event, url));
  event.waitUntil(goOn());
});

async function answer(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const { request, resultingClientId } = event;
  const isStart = request.mode === 'navigate' && (!FILE.test(pathname) || pathname === '/index.html');
  const kept = isStart
    ? await releases.startPage(resultingClientId, (watch) => event.waitUntil(watch))
    : ((await releases.match(pathname)) ?? (await chunkOfFormer(pathname)));
  return kept ?? (await base.handleRequest({ request, event })) ?? fetch(request);
}

/** Names of chunks are digests, so one of the version before can only be asked for by a page of it. */
async function chunkOfFormer(pathname: string): Promise<Response | undefined> {
  return pathname.startsWith('/assets/') ? releases.matchFormer(pathname) : undefined;
}

self.addEventListener('install', (event) => {
  event.waitUntil(precache.install(event));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

/** Goes on with work that an earlier life of this service worker began. An active package has brought all of its files. */
async function goOn(): Promise<void> {
  // A browser that refuses storage has nothing to go on with.
  if (!(await releases.hasPackage())) await precache.later.goOn().catch(() => undefined);
}

async function takeOver(): Promise<void> {
  await precache.keepTwoVersions();
  // A page of a first visit has no service worker yet, and should open its next chunk offline too.
  await self.clients.claim();
  await tellPages({ protocol: SW_PROTOCOL, type: 'ACTIVATED', build: precache.build });
  await releases.takeOver();
}

self.addEventListener('message', (event) => {
  const parsed = toServiceWorker.safeParse(event.data);
  if (!parsed.success) return;
  const answerWith = (message: FromServiceWorker) => event.ports[0]?.postMessage(message);
  const clientId = event.source && 'id' in event.source ? event.source.id : '';
  event.waitUntil(heed(parsed.data, clientId, answerWith));
  event.waitUntil(goOn());
});

const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
const pushes = createPushes({
  registration: self.registration,
  clients: self.clients,
  pages: openPages,
  setAppBadge: setAppBadge?.bind(self.navigator),
  tell: tellPages,
});

self.addEventListener('push', (event) => {
  event.waitUntil(pushes.show(event.data?.text()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(pushes.open(event.notification.data));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription = null } = event as PushSubscriptionChangeEvent;
  (event as ExtendableEvent).waitUntil(pushes.renew(oldSubscription));
});

async function heed(
  message: ToServiceWorker,
  clientId: string,
  answerWith: (message: FromServiceWorker) => void,
): Promise<void> {
  const protocol = SW_PROTOCOL;
  switch (message.type) {
    case 'GET_VERSION':
      return answerWith({ protocol, type: 'VERSION', build: precache.build });
    case 'GET_CLIENTS':
      return answerWith({ protocol, type: 'CLIENTS', count: (await openPages()).length });
    case 'KEEP_LANGUAGE':
      // Without a connection it stays unkept until a page asks again.
      return precache.keepLanguage(message.language).catch(() => undefined);
    case 'KEEP_SCREENS':
      if (!(await releases.hasPackage())) await precache.later.keepAll();
      return;
    case 'GET_SCREENS':
      return answerWith({ protocol, type: 'SCREENS', screens: await screensStatus() });
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'GET_RELEASE':
      return answerWith({ protocol, type: 'RELEASE', status: await releases.status() });
    case 'DESCRIBE':
      return answerWith({ protocol, type: 'DESCRIBED', description: await releases.describe(message.target) });
    case 'DOWNLOAD':
      return releases.download(message.target);
    case 'CANCEL_DOWNLOAD':
      return releases.cancelDownload();
    case 'TAKE_SHARED':
      return answerWith({ protocol, type: 'SHARED', ...(await shared.hand()) });
    case 'STARTED':
      await shared.dropStale().catch(() => undefined);
      return releases.started(clientId);
    case 'UPGRADING':
      return releases.upgrading(clientId);
    case 'DID_NOT_START': {
      const isBack = await releases.didNotStart(clientId, message.detail);
      if (isBack) return answerWith({ protocol, type: 'ROLLED_BACK' });
      return answerWith({ protocol, type: 'RELEASE', status: await releases.status() });
    }
    case 'FAILURE_TOLD':
      return releases.failureKnown('isTold');
    case 'FAILURE_REPORTED':
      return releases.failureKnown('isReported');
  }
}

async function screensStatus(): Promise<ScreensStatus> {
  const status = await precache.later.status();
  return (await releases.hasPackage()) ? { done: status.total, total: status.total, isWhole: true } : status;
}

async function tellPages(message: FromServiceWorker): Promise<void> {
  for (const client of await openPages()) client.postMessage(message);
}

/** Pages of this app, also those that no service worker controls yet. */
function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
