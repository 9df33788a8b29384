/**
 * The catalogues of the nine languages. Only those that are in use on this device are kept: one is fetched when a page
 * first asks for it, and comes along with every later version, so that an update never leaves a device that is offline
 * without its language. They lie in the precache's cache, digest-checked like everything there.
 */
import { LANGUAGE_TAGS } from '../../contract/ids';
import { fetchWhole, knownFile, type BuildEntry, type Fetch, type KnownFile } from './build-list';

/** The build names a catalogue's chunks so: all texts `assets/zh-Hant-oY7GJYtv.js`, the login page's `assets/start-zh-Hant-…`. */
const CHUNK = new RegExp(`(?:^|/)assets/(start-)?(${Object.values(LANGUAGE_TAGS).join('|')})-[\\w-]{8}\\.js$`);

/** The language of a catalogue's address, null for any other file. */
export function languageOf(url: string): string | null {
  return CHUNK.exec(url)?.[2] ?? null;
}

/** Returns whether the catalogue holds all texts; such a catalogue is there wherever its language is in use. */
function isWhole(url: string): boolean {
  return CHUNK.exec(url)?.[1] === undefined;
}

export interface Catalogues {
  /** Absolute addresses of this version's catalogues, cached or not. */
  files: string[];
  /** Files that every page needs: all entries but the catalogues. */
  others: BuildEntry[];
  /** Keeps this version's catalogue of each language that any version has in the cache. @throws when one does not come whole */
  installUsed(cache: Cache): Promise<void>;
  /** Keeps the catalogue of a language. @throws when it does not come whole */
  keep(cache: Cache, language: string): Promise<void>;
  /** The catalogue at an address of this version, from the cache or the network, and kept from then on. */
  answer(cache: Cache, url: URL): Promise<Response>;
}

export interface CatalogueDeps {
  fetch: Fetch;
  /** Addresses of the build's list are relative to it. */
  baseUrl: string;
}

export function createCatalogues(entries: readonly BuildEntry[], { fetch, baseUrl }: CatalogueDeps): Catalogues {
  const files: (KnownFile & { language: string })[] = [];
  const others: BuildEntry[] = [];
  for (const entry of entries) {
    const language = languageOf(entry.url);
    if (language === null) others.push(entry);
    else files.push({ ...knownFile(entry, baseUrl), language });
  }

  async function keep(cache: Cache, language: string): Promise<void> {
    // The whole one last: where it is, the language is there.
    const wanted = files
      .filter((one) => one.language === language)
      .sort((a, b) => Number(isWhole(a.url)) - Number(isWhole(b.url)));
    for (const file of wanted)
      if (!(await cache.match(file.url))) await cache.put(file.url, await fetchWhole(fetch, file));
  }

  return {
    files: files.map(({ url }) => url),
    others,
    keep,
    async installUsed(cache) {
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      const used = new Set(paths.filter(isWhole).map(languageOf));
      for (const language of used) if (language !== null) await keep(cache, language);
    },
    async answer(cache, url) {
      // A page that asks again after a failure does so under a fresh query.
      const address = url.origin + url.pathname;
      const kept = await cache.match(address);
      if (kept) return kept;
      const file = files.find((one) => one.url === address);
      if (!file) return fetch(address);
      const response = await fetchWhole(fetch, file);
      await cache.put(file.url, response.clone());
      return response;
    },
  };
}
