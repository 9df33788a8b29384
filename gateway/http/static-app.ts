/** The built app: every file known at start, so that no path can lead anywhere else. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Hono } from 'hono';
import type { GatewayEnv } from './request';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
};

/** Precompressed variants that the build makes, best first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;
type Encoding = (typeof ENCODINGS)[number];

interface StaticFile {
  path: string;
  type: string;
  cacheControl: string;
  etag: string;
  encodings: readonly Encoding[];
}

/** Vite puts a digest into these names: the same name is the same content for ever. */
const HASHED = /^\/assets\/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function describe(path: string, url: string, all: ReadonlySet<string>): Promise<StaticFile> {
  const digest = createHash('sha256')
    .update(await readFile(path))
    .digest('base64url');
  return {
    path,
    type: TYPES[url.slice(url.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    cacheControl: HASHED.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: digest.slice(0, 27),
    encodings: ENCODINGS.filter(({ extension }) => all.has(path + extension)),
  };
}

/** Every file of the build by its URL path. @throws when `folder` holds no index.html */
async function indexFolder(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const paths = await listFiles(folder);
  const all = new Set(paths);
  const files = new Map<string, StaticFile>();
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

/** The encodings that the browser takes; `q=0` means not. */
function accepts(header: string, name: string): boolean {
  return header.split(',').some((part) => {
    const [coding, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function respond(request: Request, file: StaticFile): Response | Promise<Response> {
  const encoding = file.encodings.find(({ name }) => accepts(request.headers.get('accept-encoding') ?? '', name));
  const etag = `"${file.etag}${encoding ? `-${encoding.name}` : ''}"`;
  const headers = new Headers({ 'Cache-Control': file.cacheControl, ETag: etag, Vary: 'Accept-Encoding' });
  const known = request.headers.get('if-none-match');
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', file.type);
  if (encoding) headers.set('Content-Encoding', encoding.name);
  return readFile(file.path + (encoding?.extension ?? '')).then((bytes) => {
    headers.set('Content-Length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  });
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
    return respond(c.req.raw, file);
  });
  return routes;
}
