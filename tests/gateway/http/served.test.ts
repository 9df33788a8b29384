import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { openTestGateway, type TestGateway } from './test-gateway';

const STYLE = 'p{color:red}';
const INDEX = `<!doctype html><title>RAB</title><style>${STYLE}</style>`;
const SCRIPT = `console.log("${'x'.repeat(2000)}")`;

function builtApp(): string {
  const folder = madeFolder('app');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'service-worker.js'), 'self;');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'assets/main-AbCd1234.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-AbCd1234.js.br'), brotliCompressSync(SCRIPT));
  return folder;
}

describeOnDatabase('what is served', (fixture) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database, { appDir: builtApp() });
  });
  const get = async (path: string, headers: Record<string, string> = {}) => gateway.app.request(path, { headers });

  describe('the app', () => {
    it.each(['/', '/index.html', '/service-worker.js', '/manifest.webmanifest'])('asks again for %s', async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const etag = response.headers.get('etag') ?? '';
      const again = await get(path, { 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });

    it('gives index.html to a navigation, and 404 to a missing file or call', async () => {
      expect(await (await get('/anything', { accept: 'text/html' })).text()).toBe(INDEX);
      expect((await get('/assets/missing-AbCd1234.js', { accept: '*/*' })).status).toBe(404);
      expect((await get('/assets/main-AbCd1234.js.br')).status).toBe(404);
      expect((await get('/api/nothing', { accept: 'text/html' })).status).toBe(404);
    });

    it.each([
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '//etc/passwd',
      '/\\etc\\passwd',
    ])('leads nowhere else: %s', async (path) => {
      const response = await gateway.app.fetch(new Request(`http://localhost${path}`));
      expect(response.status).toBe(404);
    });
  });

  it.each(['/', '/missing', '/healthz', '/api/nothing', '/assets/main-AbCd1234.js'])(
    'sends security headers with %s',
    async (path) => {
      const { headers } = await get(path);
      const csp = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ]) {
        expect(csp.split('; ')).toContain(part);
      }
      expect(csp).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('microphone=()');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it("admits the page's own style by its digest, also when the page has not changed, and nowhere else", async () => {
    const digest = createHash('sha256').update(STYLE).digest('base64');
    const page = await get('/');
    const policies = [page, await get('/anything', { accept: 'text/html' })];
    policies.push(await get('/', { 'if-none-match': page.headers.get('etag') ?? '' }));
    for (const { headers } of policies)
      expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${digest}';`);
    expect((await get('/service-worker.js')).headers.get('content-security-policy')).toContain("style-src 'self';");
  });
});
