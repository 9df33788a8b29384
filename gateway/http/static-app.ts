/** The built app: every file known at start, so that no path can lead anywhere else. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Hono } from 'hono';
import { contentTypeOf } from '../../contract/content-types';
import { contentSecurityPolicy, inlineStyles } from '../../contract/security-headers';
import type { GatewayEnv } from './request';
import { ENCODINGS, FOR_EVER, respondWithFile, type StoredFile } from './stored-file';

/** Vite puts a digest into these names: the same name is the same content for ever. */
const HASHED = /^\/assets\/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function describe(path: string, url: string, all: ReadonlySet<string>): Promise<StoredFile> {
  const bytes = await readFile(path);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return {
    path,
    type: contentTypeOf(url),
    cacheControl: HASHED.test(url) ? FOR_EVER : 'no-cache',
    etag: digest.slice(0, 27),
    ...(url.endsWith('.html') ? { policy: pagePolicy(bytes.toString()) } : {}),
    encodings: ENCODINGS.filter(({ extension }) => all.has(path + extension)),
  };
}

/** A page of the build may use the styles that stand in it (scripts/start/inline-style.ts), and no others. */
function pagePolicy(html: string): string {
  const digests = inlineStyles(html).map((style) => createHash('sha256').update(style).digest('base64'));
  return contentSecurityPolicy(digests.map((digest) => `sha256-${digest}`));
}

/** Every file of the build by its URL path. @throws when `folder` holds no index.html */
async function indexFolder(folder: string): Promise<ReadonlyMap<string, StoredFile>> {
  const paths = await listFiles(folder);
  const all = new Set(paths);
  const files = new Map<string, StoredFile>();
  for (const path of paths) {
    if (ENCODINGS.some(({ extension }) => path.endsWith(extension) && all.has(path.slice(0, -extension.length))))
      continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(url, await describe(path, url, all));
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`no index.html in ${folder}`);
  return files.set('/', index);
}

/**
 * Serves `folder`. A navigation to an unknown path gets index.html: routes live behind the hash.
 * @throws when `folder` holds no build
 */
export async function staticApp(folder: string): Promise<Hono<GatewayEnv>> {
  const files = await indexFolder(folder);
  const routes = new Hono<GatewayEnv>();
  routes.get('*', async (c, next) => {
    const isNavigation = !c.req.path.includes('.') && (c.req.header('accept') ?? '').includes('text/html');
    const isOurs = /^\/(api|dev)\//.test(c.req.path);
    const file = files.get(c.req.path) ?? (isNavigation && !isOurs ? files.get('/') : undefined);
    if (!file) return next();
    return respondWithFile(c.req.raw, file);
  });
  return routes;
}
