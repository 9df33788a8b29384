/** Map tiles of a configured source, fetched by the gateway: devices talk to nobody else, and the content policy admits nobody else. */
import { bodyWithin } from './body';

export interface Tile {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array<ArrayBuffer>;
}

export interface MapTiles {
  attribution: string;
  /** Null where the source gives none just now. Never throws. */
  tile(zoom: number, x: number, y: number): Promise<Tile | null>;
}

/** The source's address with `{z}`, `{x}` and `{y}`, and the name that its licence asks to show. */
export interface TileSource {
  url: string;
  attribution: string;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 512 * 1024;
/** As many tiles are kept in memory, the latest used: a few screens of many people. */
const MAX_KEPT = 600;
/** The source is asked for at most this many tiles in a minute, whoever asks here. */
const MAX_A_MINUTE = 600;
const MINUTE_MS = 60_000;

/** Judged by the first bytes, never by what the source calls it. */
export function tileTypeOf(bytes: Uint8Array): Tile['type'] | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null;
}

export interface TileDeps {
  fetch: typeof fetch;
  /** Monotonic, ms. */
  uptime(): number;
  /** For a tile that comes slowly, or never. */
  timeoutMs: number;
}

const REAL: TileDeps = {
  fetch: (...request) => fetch(...request),
  uptime: () => performance.now(),
  timeoutMs: TIMEOUT_MS,
};

export function httpMapTiles({ url, attribution }: TileSource, deps: TileDeps = REAL): MapTiles {
  const kept = new Map<string, Tile>();
  const loading = new Map<string, Promise<Tile | null>>();
  let minute = { since: deps.uptime(), asked: 0 };

  async function load(key: string, address: string): Promise<Tile | null> {
    const done = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(deps.timeoutMs), done.signal]);
    try {
      const headers = { 'user-agent': 'RAB gateway', accept: 'image/png,image/jpeg,image/webp' };
      const answer = await deps.fetch(address, { headers, redirect: 'error', signal });
      const bytes = answer.ok ? await bodyWithin(answer, MAX_BYTES) : new Uint8Array();
      const type = tileTypeOf(bytes);
      if (type === null) return null;
      kept.set(key, { type, bytes });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return { type, bytes };
    } catch {
      return null;
    } finally {
      // A body that nobody wants is not waited for.
      done.abort();
      loading.delete(key);
    }
  }

  function mayAsk(): boolean {
    if (deps.uptime() - minute.since > MINUTE_MS) minute = { since: deps.uptime(), asked: 0 };
    minute.asked += 1;
    return minute.asked <= MAX_A_MINUTE;
  }

  return {
    attribution,
    async tile(zoom, x, y) {
      const key = `${zoom}/${x}/${y}`;
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const before = loading.get(key);
      if (before) return before;
      if (!mayAsk()) return null;
      const place = { z: zoom, x, y };
      const begun = load(
        key,
        url.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(place[name])),
      );
      loading.set(key, begun);
      return begun;
    },
  };
}
