import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
});
