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
