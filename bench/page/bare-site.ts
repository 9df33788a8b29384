/** Serves the bare page (bench/page/bare), compressed as the product is. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from '../browser/page';
import type { Site } from './visits';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bare</title></head><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>`;

export async function startBareSite(): Promise<Site> {
  const script = async (name: string) => [`/${name}.js`, await bundle(`bench/page/bare/${name}.ts`)] as const;
  const scripts = await Promise.all(['page', 'worker', 'service-worker'].map(script));
  const files = new Map([['/', PAGE], ...scripts].map(([path, text]) => [path, brotliCompressSync(text)]));
  const server = createServer((request, response) => {
    const body = files.get(request.url ?? '');
    const type = request.url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(body ? 200 : 404, {
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Cache-Control': 'no-cache',
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
