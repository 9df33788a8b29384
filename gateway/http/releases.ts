/**
 * Serves published packages (contract/release.ts). The folder is read on every request, because the operator publishes
 * while gateways run; only names of the contract's patterns are looked for.
 */
import { access, readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { RELEASES_PATH, releaseKind, releaseVersion } from '../../contract/release';
import type { Clock } from '../adapters/clock';
import { releaseStore, sha256Of } from '../adapters/release-store';
import type { GatewayEnv } from './request';
import { ENCODINGS, FOR_EVER, respondWithFile, type StoredFile } from './stored-file';

const FILE = /^files\/([0-9a-f]{64})$/;
const PACKAGE = /^([0-9.]{1,27})\/([a-z]{1,8})\.json$/;

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function fileOf(path: string, sha256: string): Promise<StoredFile | null> {
  if (!(await isThere(path))) return null;
  const present = await Promise.all(ENCODINGS.map(({ extension }) => isThere(path + extension)));
  return {
    path,
    // The service worker knows the type by the verified path; here it is no document and no script.
    type: 'application/octet-stream',
    cacheControl: FOR_EVER,
    etag: sha256,
    encodings: ENCODINGS.filter((_encoding, place) => present[place]),
  };
}

async function packageOf(path: string): Promise<StoredFile | null> {
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return null;
  return { path, type: 'application/json', cacheControl: 'no-cache', etag: sha256Of(bytes), encodings: [] };
}

/**
 * @param folder see gateway/adapters/release-store.ts; it need not be there yet
 * @param clock what devices judge by whether a package has expired (docs/rules.md §20)
 */
export function releases(folder: string, clock: Clock): Hono<GatewayEnv> {
  const store = releaseStore(folder);

  async function find(name: string): Promise<StoredFile | null> {
    const [, sha256] = FILE.exec(name) ?? [];
    if (sha256 !== undefined) return fileOf(store.filePath(sha256), sha256);
    const [, version, kindText] = PACKAGE.exec(name) ?? [];
    const kind = z.safeParse(releaseKind, kindText);
    if (version === undefined || !z.safeParse(releaseVersion, version).success || !kind.success) return null;
    return packageOf(store.packagePath(version, kind.data));
  }

  const routes = new Hono<GatewayEnv>();
  routes.get(`${RELEASES_PATH}*`, async (c) => {
    // Takes the name as it was sent: one that needs decoding is none of ours.
    const { pathname } = new URL(c.req.url);
    const file = await find(pathname.slice(RELEASES_PATH.length));
    if (!file) return c.notFound();
    const answer = await respondWithFile(c.req.raw, file);
    answer.headers.set('Date', new Date(clock.now()).toUTCString());
    return answer;
  });
  return routes;
}
