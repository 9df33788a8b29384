/** Map tiles: fetched for devices from a real HTTP server that lies, stalls and sends too much (docs/operating.md). */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpMapTiles } from '../../../gateway/adapters/map-tiles';
import { mapTileRoutes } from '../../../gateway/http/map-tiles';

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

/** A tile source that answers so. @returns the routes over it, and the paths that it was asked for */
async function source(answer: RequestListener, timeoutMs = 60_000) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const time = { ms: 0 };
  const tiles = httpMapTiles(
    { url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, attribution: 'Test maps' },
    { fetch, uptime: () => time.ms, timeoutMs },
  );
  const routes = mapTileRoutes(tiles);
  return { asked, time, get: async (path: string) => routes.request(`/map-tiles/${path}`) };
}

describe('map tiles', () => {
  it('are pictures of the source, asked for once', async () => {
    const { asked, get } = await source((_, response) => response.setHeader('content-type', 'text/html').end(PNG));
    const [first, again] = await Promise.all([get('3/4/5'), get('3/4/5')]);
    for (const answer of [first, again, await get('3/4/5')]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    }
    expect(asked).toEqual(['/3/4/5.png']);
  });

  it.each(['20/0/0', '3/8/0', '3/0/8', '3/-1/0', '3/1.5/0', '03/1/1', '3/1/1.png', '3/%2e%2e/1', '3/1', 'a/b/c'])(
    'are none at %s, and nobody is asked',
    async (path) => {
      const { asked, get } = await source((_, response) => response.end(PNG));
      expect((await get(path)).status).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  it.each<[string, RequestListener]>([
    ['markup', (_, response) => response.setHeader('content-type', 'image/png').end('<svg onload="alert(1)"/>')],
    ['an error', (_, response) => response.writeHead(500).end(PNG)],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    [
      'half an answer',
      (_, response) => response.setHeader('content-length', '99').write(PNG, () => response.destroy()),
    ],
    [
      'a picture that never ends',
      (_, response) => {
        response.write(PNG);
        response.end(Buffer.alloc(600 * 1024));
      },
    ],
  ])('are none where the source sends %s', async (_, answer) => {
    const { get } = await source(answer);
    expect((await get('1/0/0')).status).toBe(404);
  });

  it.each<[string, RequestListener]>([
    ['nothing', () => {}],
    ['a head and nothing more', (_, response) => response.flushHeaders()],
    ['a part and nothing more', (_, response) => void response.setHeader('content-length', '99').write(PNG)],
  ])('are none where the source sends %s for too long', async (_, answer) => {
    const { get } = await source(answer, 50);
    expect((await get('1/0/0')).status).toBe(404);
  });

  it('are not asked for without end', async () => {
    const { asked, time, get } = await source((_, response) => response.end(PNG));
    for (let x = 0; x < 600; x += 1) await get(`10/${x}/0`);
    expect((await get('10/600/0')).status).toBe(404);
    // A kept one costs the source nothing.
    expect((await get('10/599/0')).status).toBe(200);
    expect(asked).toHaveLength(600);
    time.ms = 60_001;
    expect((await get('10/600/0')).status).toBe(200);
  });
});
