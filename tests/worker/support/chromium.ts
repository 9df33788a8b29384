/**
 * The real worker and the real service worker in a real browser, against the test gateway over HTTP. The page has only
 * what the bridge has: Comlink, a worker and a port for events.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { workerConstants } from '../../../scripts/support/worker-constants';
import type { WorkerEvent } from '../../../contract/events';
import { contentSecurityPolicy } from '../../../contract/security-headers';
import { CHROMIUM_FLAGS, headlessShell } from '../../support/installed-chromium';
import { DemoGateway } from './demo-gateway';
import { Device } from './harness';

/** Plain HTTP on a name that is not localhost: browsers hide `crypto.subtle` there. */
const INSECURE_HOST = 'insecure.test';

const FLAGS = [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`];

export function launchChromium(): Promise<Browser> {
  const installed = headlessShell();
  return chromium.launch({ args: FLAGS, ...(installed ? { executablePath: installed } : {}) });
}

/** As in the app's build, the decoder is a file of its own. */
const decoderApart: Plugin = {
  name: 'decoder-apart',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/heic$/ }, () => ({ path: '/heic.js', external: true })),
};

const bundles = new Map<string, Promise<string>>();

/** Each script is built once for all tests. */
function bundle(entry: string, options: BuildOptions = {}): Promise<string> {
  const key = JSON.stringify([entry, options]);
  const built = bundles.get(key) ?? buildScript(entry, options);
  bundles.set(key, built);
  return built;
}

async function buildScript(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', ...workerConstants() },
    ...options,
    write: false,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** The body as it came: form fields, or multipart with a file. */
async function formOf(body: Buffer<ArrayBuffer>, { headers }: IncomingMessage): Promise<URLSearchParams | FormData> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return new URLSearchParams(body.toString());
  return new Response(body, { headers: { 'content-type': type } }).formData();
}

/** A small app in versions: a start page and two chunks, one of which is the same in every version; and three that come later. */
export interface AppVersion {
  version: number;
  /** The chunk arrives truncated, as from a broken proxy. */
  isCorrupt?: boolean;
}

export const LATER_NAMES = ['lock', 'orders', 'about'] as const;
export const laterPath = (name: (typeof LATER_NAMES)[number], version: number) =>
  `/assets/${name}-VERSION${version}.js`;

export class BrowserSite {
  readonly device = new Device();
  readonly gateway = this.device.gateway;
  readonly demo = new DemoGateway(this.device);
  app: AppVersion = { version: 1 };
  /** Paths that reached the server. */
  readonly hits: string[] = [];
  /** Returns the promise that the answer to a path waits for; undefined: none. */
  hold: (pathname: string) => Promise<void> | undefined = () => undefined;
  readonly #server: Server;
  readonly #scripts = new Map<string, string>();

  constructor() {
    this.gateway.now = () => Date.now();
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async open(): Promise<void> {
    this.#scripts.set('/worker.js', await bundle('worker/main.ts', { plugins: [decoderApart] }));
    this.#scripts.set('/comlink.js', await bundle('node_modules/comlink/dist/esm/comlink.mjs'));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.device.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  origin(host = 'localhost'): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  async page(context: BrowserContext, { isInsecure = false } = {}): Promise<WorkerPage> {
    const page = await context.newPage();
    await page.goto(`${this.origin(isInsecure ? INSECURE_HOST : 'localhost')}/blank.html`);
    return new WorkerPage(page);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin());
    this.hits.push(pathname);
    if (pathname.startsWith('/api/') || pathname === '/healthz') return this.#serveGateway(pathname, request, response);
    const file = await this.#file(pathname);
    await this.hold(pathname);
    if (!file) return void response.writeHead(404).end();
    if (pathname.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    // A worker has the policy that its own file came with.
    if (pathname === '/worker.js') response.setHeader('content-security-policy', contentSecurityPolicy());
    const isScript = pathname.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(this.app.isCorrupt && pathname.startsWith('/assets/chunk') ? file.slice(0, 10) : file);
  }

  async #serveGateway(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const hangUp = new AbortController();
    response.on('close', () => hangUp.abort());
    try {
      const answer = await this.gateway.fetch(this.origin() + pathname, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        signal: hangUp.signal,
        ...(request.method === 'POST' ? { body: await formOf(Buffer.concat(chunks), request) } : {}),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } catch {
      response.destroy();
    }
  }

  #appFiles(): Map<string, string> {
    const { version } = this.app;
    return new Map([
      ['/index.html', `<title>version ${version}</title>`],
      [`/assets/chunk-${version}.js`, `export default 'chunk of ${version}';`],
      ['/assets/same.js', `export default 'same';`],
      ...LATER_NAMES.map((name) => [laterPath(name, version), `export default '${name} of ${version}';`] as const),
    ]);
  }

  async #file(pathname: string): Promise<string | undefined> {
    if (pathname === '/blank.html') return '<title>blank</title>';
    if (pathname === '/service-worker.js') return this.#serviceWorker();
    // It asks for modules of Node where it finds itself in Node.
    if (pathname === '/heic.js') return bundle('worker/upload/heic.ts', { external: ['crypto', 'fs', 'path'] });
    return this.#scripts.get(pathname) ?? this.#appFiles().get(pathname === '/' ? '/index.html' : pathname);
  }

  #serviceWorker(): Promise<string> {
    const digest = (algorithm: string, text: string) => createHash(algorithm).update(text);
    const manifest = [...this.#appFiles()].map(([path, text]) => ({
      url: path.slice(1),
      revision: path.endsWith('.html') ? digest('md5', text).digest('hex') : null,
      integrity: `sha384-${digest('sha384', text).digest('base64')}`,
      ...(path === '/index.html' ? { screens: 1 } : {}),
      ...(LATER_NAMES.some((name) => path.includes(name)) ? { later: true, screens: 2 } : {}),
    }));
    return bundle('worker/service/service-worker.ts', {
      format: 'iife',
      define: {
        'self.__WB_MANIFEST': JSON.stringify(manifest),
        'process.env.NODE_ENV': '"production"',
        'import.meta.env.VITE_RELEASE_PUBLIC_KEY': '""',
      },
    });
  }
}

/** Script of the page: starts a worker, after ending the one before. */
const START_WORKER = `
  globalThis.worker?.terminate();
  globalThis.events ??= [];
  const { wrap, transfer } = await import('/comlink.js');
  globalThis.worker = new Worker('/worker.js', { type: 'module' });
  globalThis.api = wrap(globalThis.worker);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => globalThis.events.push(data);
  await globalThis.api.subscribe(transfer(port2, [port2]));
  return globalThis.api.start({ origin: location.origin, lang: 'EN' });
`;

export class WorkerPage {
  constructor(readonly page: Page) {}

  /** Runs the body of an async function in the page; `api` is the worker. */
  run<T>(body: string): Promise<T> {
    return this.page.evaluate<T>(`(async () => { const api = globalThis.api; ${body} })()`);
  }

  /** Also after a worker was killed. */
  startWorker(): Promise<unknown> {
    return this.run(START_WORKER);
  }

  call(method: string, ...args: unknown[]): Promise<unknown> {
    return this.run(`return api.${method}(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')});`);
  }

  async event<T extends WorkerEvent['type']>(type: T): Promise<unknown> {
    await this.page.waitForFunction(`globalThis.events.some((event) => event.type === '${type}')`);
    return this.run(`
      const index = events.findIndex((event) => event.type === '${type}');
      return events.splice(index, 1)[0];
    `);
  }

  databases(): Promise<string[]> {
    return this.run(`return (await indexedDB.databases()).map(({ name }) => name).sort();`);
  }
}
