/** The build's list of files, as scripts/start/waves.ts writes it into the service worker. */
import type { PrecacheEntry } from 'workbox-precaching';

export interface BuildEntry extends PrecacheEntry {
  /** Kept after the install, while nothing else is to do ([Note: Two waves], later-files.ts). */
  later?: boolean;
  /** No wave brings it: it is kept once a page has asked for it. */
  onDemand?: boolean;
  /** Number of screens in the file. */
  screens?: number;
}

export interface KnownFile {
  /** Absolute address. */
  url: string;
  integrity: string | undefined;
}

/** @param baseUrl addresses of the list are relative to it */
export function knownFile({ url, integrity }: BuildEntry, baseUrl: string): KnownFile {
  return { url: new URL(url, baseUrl).href, integrity };
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A file as the build made it. @throws when it does not come whole */
export async function fetchWhole(fetch: Fetch, { url, integrity }: KnownFile, init?: RequestInit): Promise<Response> {
  // Files are immutable by name; a corrupt one in the browser's HTTP cache would be found there again.
  const response = await fetch(url, { ...init, cache: 'reload', ...(integrity === undefined ? {} : { integrity }) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}
