/** Files of packages in their caches, always under the path that they are served at. */
import { contentTypeOf } from '../../../contract/content-types';
import type { ReleaseFile } from '../../../contract/release';
import { contentSecurityPolicy, inlineStyles, SECURITY_HEADERS } from '../../../contract/security-headers';

const CACHE_PREFIX = 'rab-release-';

export function releaseCacheName(version: string): string {
  return CACHE_PREFIX + version;
}

/** Makes the response that serves a file: its bytes under our own headers, none of those that it came with. */
async function servedFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const type = contentTypeOf(path);
  const headers = new Headers({ ...SECURITY_HEADERS, 'Content-Type': type, 'Content-Length': String(bytes.length) });
  if (path.endsWith('.html')) headers.set('Content-Security-Policy', await pagePolicy(bytes));
  return new Response(bytes, { headers });
}

/** A page of the package may use the styles that stand in it, as the gateway has it for the base build. */
async function pagePolicy(html: Uint8Array<ArrayBuffer>): Promise<string> {
  const digests = inlineStyles(new TextDecoder().decode(html)).map(async (style) => {
    const digest = await sha256(new TextEncoder().encode(style));
    return `sha256-${btoa(String.fromCharCode(...digest))}`;
  });
  return contentSecurityPolicy(await Promise.all(digests));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Array.from(await sha256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of a kept response when they are the file's; null otherwise. */
export async function bytesOf(file: ReleaseFile, kept: Response | undefined): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!kept) return null;
  const bytes = new Uint8Array(await kept.arrayBuffer());
  const isSame = bytes.length === file.length && (await sha256Hex(bytes)) === file.sha256;
  return isSame ? bytes : null;
}

/** @throws DOMException QuotaExceededError when there is no space */
export async function putFile(cache: Cache, file: ReleaseFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await cache.put(file.path, await servedFile(file.path, bytes));
}

/** Deletes what is in the cache and not in the list. */
export async function keepOnly(cache: Cache, files: readonly ReleaseFile[]): Promise<void> {
  const paths = new Set(files.map(({ path }) => path));
  for (const request of await cache.keys()) {
    if (!paths.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Deletes the caches of all packages but these versions. */
export async function keepVersions(caches: CacheStorage, versions: readonly string[]): Promise<void> {
  const kept = new Set(versions.map(releaseCacheName));
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && !kept.has(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
