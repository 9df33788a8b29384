import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { releaseStore, sha256Of } from '../../../gateway/adapters/release-store';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { openTestGateway, type TestGateway } from './test-gateway';

const SCRIPT = `console.log("${'x'.repeat(2000)}")`;
const SHA = sha256Of(Buffer.from(SCRIPT));
const FILE = `/releases/files/${SHA}`;

describeOnDatabase('published packages', (fixture) => {
  let gateway: TestGateway;
  const varDir = madeFolder('var');
  const releasesDir = join(varDir, 'releases');
  const store = releaseStore(releasesDir);
  beforeAll(async () => {
    const appDir = madeFolder('app');
    writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>RAB</title>');
    writeFileSync(join(varDir, 'secret'), 'secret');
    gateway = await openTestGateway(fixture.database, { appDir, releasesDir });
  });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    gateway.app.fetch(new Request(`http://localhost${path}`, { headers }));

  it('are found as soon as they are there', async () => {
    expect((await get(FILE)).status).toBe(404);
    await store.putFile(SHA, Buffer.from(SCRIPT));
    const plain = await get(FILE, { 'accept-encoding': 'gzip, br' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('content-type')).toBe('application/octet-stream');
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-length')).toBe(String(SCRIPT.length));
    expect(await plain.text()).toBe(SCRIPT);
  });

  it('tell the time of the gateway, which devices judge their expiry by', async () => {
    await store.putFile(SHA, Buffer.from(SCRIPT));
    const before = gateway.time.now;
    gateway.time.now += 400 * 86_400_000;
    const { headers } = await get(FILE);
    expect(headers.get('date')).toBe(new Date(gateway.time.now).toUTCString());
    gateway.time.now = before;
  });

  it('go precompressed to whoever takes it, each variant with its own length and ETag', async () => {
    const [br, gz] = [brotliCompressSync(SCRIPT), gzipSync(SCRIPT)];
    await store.putFile(SHA, br, '.br');
    await store.putFile(SHA, gz, '.gz');
    const answers = [
      { accept: 'gzip, deflate, br', encoding: 'br', length: br.length, unpack: brotliDecompressSync },
      { accept: 'gzip', encoding: 'gzip', length: gz.length, unpack: gunzipSync },
      { accept: 'br;q=0, gzip;q=0', encoding: null, length: SCRIPT.length, unpack: (bytes: Buffer) => bytes },
    ];
    const etags = new Set<string>();
    for (const { accept, encoding, length, unpack } of answers) {
      const response = await get(FILE, { 'accept-encoding': accept });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-length')).toBe(String(length));
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const etag = response.headers.get('etag') ?? '';
      etags.add(etag);
      expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(SCRIPT);
      expect((await get(FILE, { 'accept-encoding': accept, 'if-none-match': etag })).status).toBe(304);
    }
    expect(etags.size).toBe(3);
  });

  it('have lists that are asked for again', async () => {
    const release = { manifest: '{}', signature: 'A'.repeat(86) };
    await store.putPackage('1.0.51', 'hot', release);
    const first = await get('/releases/1.0.51/hot.json');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(await first.json()).toEqual(release);
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/releases/1.0.51/hot.json', { 'if-none-match': etag })).status).toBe(304);
    await store.putPackage('1.0.51', 'hot', { ...release, manifest: '[]' });
    expect((await get('/releases/1.0.51/hot.json', { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    '/releases',
    '/releases/',
    `/releases/files/${'0'.repeat(64)}`,
    `${FILE}.br`,
    `/releases/files/${SHA.toUpperCase()}`,
    `/releases/files/%2e%2e%2f%2e%2e%2fsecret`,
    '/releases/files/..%2f..%2fsecret',
    '/releases/%2e%2e/secret',
    '/releases/../releases/../../secret',
    '/releases/1.0.51/hot.json.br',
    '/releases/1.0.51/cold.json',
    '/releases/1.0.51%2fhot.json',
    '/releases/1.0.51/hot.json%00',
    '/releases/1.0.51/toString.json',
    '/releases/drafts/hot.json',
  ])('lead nowhere else: %s', async (path) => {
    mkdirSync(join(releasesDir, 'drafts'), { recursive: true });
    writeFileSync(join(releasesDir, 'drafts', 'hot.json'), 'secret');
    writeFileSync(join(releasesDir, 'hot.json'), 'secret');
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  it('never give the start page instead', async () => {
    for (const path of ['/releases/1.0.52', '/releases/files/nothing']) {
      expect((await get(path, { accept: 'text/html' })).status).toBe(404);
    }
  });

  it('are only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await gateway.app.request(FILE, { method })).status).toBe(404);
    }
    const head = await gateway.app.request(FILE, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(SCRIPT.length),
      '',
    ]);
  });

  it('are served by the gateway alone that has a folder for them', async () => {
    const without = await gateway.restarted({ releasesDir: null });
    expect((await without.app.request(FILE)).status).toBe(404);
  });
});
