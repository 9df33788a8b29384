/**
 * The app's own files, by version.
 *
 * [Note: Two versions] A new version installs beside the running one, all files of its first wave or none: each carries
 * its digest, and a corrupt or truncated one fails the whole install, so that the old version goes on. After the new version has
 * taken over, pages of the old one may still be open and load a chunk of theirs: the files of the version before are kept
 * until the next version comes.
 */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import type { BuildEntry } from './build-list';
import { createCatalogues } from './catalogues';
import { LaterFiles, WAVE_URL, type LaterFilesDeps } from './later-files';

/** Cache key of the list of each version's files, newest version first. No page's request gets it. */
const VERSIONS_URL = '/.rab-versions';
const KEPT_VERSIONS = 2;

interface KeptVersion {
  build: string;
  /** Cache keys: addresses, with the revision where the name has no digest. */
  files: string[];
}

export interface Precache {
  build: string;
  /** Serves this version's files. */
  route: PrecacheRoute;
  /** The start page, for navigations. */
  startPage: ReturnType<PrecacheController['createHandlerBoundToURL']>;
  /** A file of this version, where it is kept. */
  match(path: string): Promise<Response | undefined>;
  install(event: ExtendableEvent): Promise<unknown>;
  /** Keeps the files that come after the install. */
  later: LaterFiles;
  /** The catalogue at an address, from then on kept on the device. */
  catalogue(url: URL): Promise<Response>;
  /** Keeps the catalogue of a language that a page without a service worker has loaded. */
  keepLanguage(language: string): Promise<void>;
  /** Remembers this version as the newest and drops files that belong to neither of the two kept versions. */
  keepTwoVersions(): Promise<void>;
  /** A file of the version before, for pages of it that are still open. */
  matchKept(request: Request): Promise<Response | undefined>;
}

export type PrecacheDeps = Pick<LaterFilesDeps, 'fetch' | 'baseUrl' | 'isSavingData' | 'pause' | 'tell'>;

export function createPrecache(entries: readonly BuildEntry[], startPageUrl: string, deps: PrecacheDeps): Precache {
  const controller = new PrecacheController({ plugins: [{ requestWillFetch: bypassHttpCache }] });
  const catalogues = createCatalogues(entries, deps);
  controller.addToCacheList(catalogues.others.filter(({ later }) => !later));
  const { cacheName } = controller.strategy;
  const build = controller.getCacheKeyForURL(startPageUrl)?.split('__WB_REVISION__=')[1] ?? '';
  const later = new LaterFiles(catalogues.others, { ...deps, build, openCache: () => caches.open(cacheName) });
  return {
    build,
    later,
    route: new PrecacheRoute(controller),
    startPage: controller.createHandlerBoundToURL(startPageUrl),
    match: async (path) => (await controller.matchPrecache(path)) ?? (await caches.open(cacheName)).match(path),
    install: async (event) => {
      await controller.install(event);
      await catalogues.installUsed(await caches.open(cacheName));
    },
    catalogue: async (url) => catalogues.answer(await caches.open(cacheName), url),
    keepLanguage: async (language) => catalogues.keep(await caches.open(cacheName), language),
    keepTwoVersions: () =>
      keepTwoVersions(cacheName, {
        build,
        files: [...controller.getURLsToCacheKeys().values(), ...catalogues.files, ...later.urls],
      }),
    matchKept: async (request) => (await caches.open(cacheName)).match(request),
  };
}

/** Files are immutable by name; a corrupt one in the browser's HTTP cache would spoil every later install. */
async function bypassHttpCache({ request }: { request: Request }): Promise<Request> {
  return new Request(request, { cache: 'reload' });
}

async function keepTwoVersions(cacheName: string, version: KeptVersion): Promise<void> {
  const cache = await caches.open(cacheName);
  const stored = (await (await cache.match(VERSIONS_URL))?.json()) as KeptVersion[] | undefined;
  const former = (stored ?? []).filter(({ build }) => build !== version.build);
  const versions = [version, ...former].slice(0, KEPT_VERSIONS);
  await cache.put(VERSIONS_URL, Response.json(versions));
  const kept = new Set(versions.flatMap(({ files }) => files));
  for (const url of [VERSIONS_URL, WAVE_URL]) kept.add(new URL(url, location.href).href);
  for (const request of await cache.keys()) {
    if (!kept.has(request.url)) await cache.delete(request);
  }
}
