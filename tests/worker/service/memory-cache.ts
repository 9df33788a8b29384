/** The parts of a Cache that the service worker's files use, in memory. */
const BASE = 'https://rab.example/service-worker.js';

export const BASE_URL = BASE;
export const at = (file: string) => new URL(file, BASE).href;

/** @param files that are kept before */
export function memoryCache(...files: string[]) {
  const kept = new Map(files.map((file) => [at(file), 'kept before']));
  const cache = {
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    match: async (url: string) => (kept.has(at(url)) ? new Response(kept.get(at(url))) : undefined),
    put: async (url: string, response: Response) => {
      kept.set(at(url), await response.text());
    },
  };
  return { cache: cache as unknown as Cache, kept };
}

/** Caches that keep what they are given; `kept` is by name and address. */
export function memoryCaches() {
  const kept = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      match: async (url: string) => entries.get(url)?.clone(),
      put: async (url: string, response: Response) => void entries.set(url, response),
    } as unknown as Cache;
  };
  const caches = {
    open,
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (url: string, { cacheName = '' } = {}) => (await open(cacheName)).match(url),
  } as unknown as CacheStorage;
  return { kept, caches };
}
