/**
 * The catalogues of the nine languages. Only those that are in use on this device are kept: one is fetched when a page
 * first asks for it, and comes along with every later version, so that an update never leaves a device that is offline
 * without its language. They lie in the precache's cache, digest-checked like everything there.
 */
import type { PrecacheEntry } from 'workbox-precaching';
import { LANGUAGE_TAGS } from '../../contract/ids';

/** As the build names a catalogue's chunk: `assets/zh-Hant-oY7GJYtv.js`. */
const CHUNK = new RegExp(`(?:^|/)assets/(${Object.values(LANGUAGE_TAGS).join('|')})-[\\w-]{8}\\.js$`);

/** The language of a catalogue's address, null for any other file. */
export function languageOf(url: string): string | null {
  return CHUNK.exec(url)?.[1] ?? null;
}

export interface Catalogues {
  /** Absolute addresses of this version's catalogues, cached or not. */
  files: string[];
  /** What every page needs: all entries but the catalogues. */
  others: (PrecacheEntry | string)[];
  /** Keeps this version's catalogue of each language that any version has in the cache. @throws when one does not come whole */
  installUsed(cache: Cache): Promise<void>;
  /** Keeps the catalogue of a language. @throws when it does not come whole */
  keep(cache: Cache, language: string): Promise<void>;
  /** The catalogue at an address of this version, from the cache or the network, and kept from then on. */
  answer(cache: Cache, url: URL): Promise<Response>;
}

export interface CatalogueDeps {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** What addresses of the build's list are relative to. */
  baseUrl: string;
}

export function createCatalogues(
  entries: readonly (PrecacheEntry | string)[],
  { fetch, baseUrl }: CatalogueDeps,
): Catalogues {
  const byLanguage = new Map<string, { url: string; integrity: string | undefined }>();
  const others: (PrecacheEntry | string)[] = [];
  for (const entry of entries) {
    const { url, integrity }: PrecacheEntry = typeof entry === 'string' ? { url: entry } : entry;
    const language = languageOf(url);
    if (language === null) others.push(entry);
    else byLanguage.set(language, { url: new URL(url, baseUrl).href, integrity });
  }

  async function fetched(language: string): Promise<{ url: string; response: Response } | null> {
    const entry = byLanguage.get(language);
    if (!entry) return null;
    const { url, integrity } = entry;
    // Files are immutable by name; a corrupt one in the browser's HTTP cache would be found there again.
    const response = await fetch(url, { cache: 'reload', ...(integrity === undefined ? {} : { integrity }) });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return { url, response };
  }

  async function keep(cache: Cache, language: string): Promise<void> {
    const entry = byLanguage.get(language);
    if (!entry || (await cache.match(entry.url))) return;
    const got = await fetched(language);
    if (got) await cache.put(got.url, got.response);
  }

  return {
    files: [...byLanguage.values()].map(({ url }) => url),
    others,
    keep,
    async installUsed(cache) {
      const used = new Set((await cache.keys()).map(({ url }) => languageOf(new URL(url).pathname)));
      for (const language of used) if (language !== null) await keep(cache, language);
    },
    async answer(cache, url) {
      // A page that asks again after a failure does so under a fresh query.
      const address = url.origin + url.pathname;
      const kept = await cache.match(address);
      if (kept) return kept;
      const language = languageOf(url.pathname);
      if (language === null || byLanguage.get(language)?.url !== address) return fetch(address);
      const got = await fetched(language);
      if (got === null) return Response.error();
      await cache.put(got.url, got.response.clone());
      return got.response;
    },
  };
}
