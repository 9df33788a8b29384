import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { calls, type CallInput } from '../../../contract/index';
import { releaseManifest, signedRelease, type ReleaseManifest } from '../../../contract/release';
import { makeReleaseKey, publicKeyText } from '../../../gateway/adapters/release-key';
import { EXIT } from '../../../gateway/operator/cli';
import type { SignedStatement } from '../../../gateway/operator/statement';
import { answer, type Reply } from '../../../gateway/operator/transport';
import { madeFolder } from '../../support/made-folder';
import { openTestGateway, type TestGateway } from '../http/test-gateway';
import { describeOnDatabase } from '../support/database';
import { runOperator, type Ran } from '../support/operators';

const DAY_MS = 86_400_000;
const SCRIPT = `console.log("${'x'.repeat(2000)}")`;
const HOT = ['/assets/main-AbCd1234.js', '/boot.js', '/index.html'];
const PLATFORM = ['/icons/icon-192.png', '/manifest.webmanifest', '/service-worker.js'];

/** A built app; `extra` adds files or replaces them. */
function build(extra: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = madeFolder('build');
  const files = {
    'index.html': '<!doctype html><title>RAB</title>',
    'boot.js': 'boot()',
    'assets/main-AbCd1234.js': SCRIPT,
    'assets/main-AbCd1234.js.br': brotliCompressSync(SCRIPT),
    'assets/main-AbCd1234.js.gz': gzipSync(SCRIPT),
    'service-worker.js': 'self;',
    'manifest.webmanifest': '{}',
    'icons/icon-192.png': 'png',
    'screenshots/home.png': 'picture',
    ...extra,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

interface Operator {
  releasesDir: string;
  keyFile: string;
  /** Raw, base64. */
  publicKey: string;
  run(line: readonly string[], keyFile?: string, send?: (signed: SignedStatement) => Promise<Reply>): Promise<Ran>;
  publish(version: string, ...more: string[]): Promise<Ran>;
  /** The package as a client that knows the public key takes it. */
  verified(version: string, kind: 'hot' | 'full'): ReleaseManifest;
}

async function openOperator(gateway: TestGateway, releasesDir: string): Promise<Operator> {
  const keyFile = join(madeFolder('key'), 'new', 'release-key.pem');
  const publicKey = publicKeyText(await makeReleaseKey(keyFile));
  const run: Operator['run'] = async (line, withKey = keyFile, send = (signed) => answer(gateway.deps, signed)) => {
    const releases = () => ({ callerDir: '/', releasesDir, keyFile: withKey, now: () => gateway.time.now });
    return runOperator(gateway.deps, line, { send, releases });
  };
  return {
    releasesDir,
    keyFile,
    publicKey,
    run,
    publish: (version, ...more) => run(['release', 'publish', '--folder', build(), '--version', version, ...more]),
    verified(version, kind) {
      const text = readFileSync(join(releasesDir, version, `${kind}.json`), 'utf8');
      const { manifest, signature } = signedRelease.parse(JSON.parse(text));
      const x = Buffer.from(publicKey, 'base64').toString('base64url');
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      expect(verify(null, Buffer.from(manifest, 'utf8'), key, Buffer.from(signature, 'base64'))).toBe(true);
      return releaseManifest.parse(JSON.parse(manifest));
    },
  };
}

const spoiltKey = (content: string): string => {
  const path = join(madeFolder('key'), 'key.pem');
  writeFileSync(path, content);
  return path;
};
const rsaKey = () =>
  spoiltKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  );
const linked = () => {
  const folder = build();
  symlinkSync('/etc/hostname', join(folder, 'assets/name.txt'));
  return folder;
};

/** Each release that is not published, the words of its refusal, and its order. */
const REFUSED: [string, string, { version?: string; folder?: () => string; key?: () => string; more?: string[] }][] = [
  ['an older version', 'not newer', { version: '1.0.99' }],
  ['a version that leads elsewhere', 'up to four numbers', { version: '../2' }],
  ['a folder without index.html', 'not a build', { folder: () => madeFolder('empty') }],
  ['a hidden file', '.env has a name', { folder: () => build({ '.env': 'SECRET=1' }) }],
  ['a link', 'not a plain file', { folder: linked }],
  [
    'a packed variant of something else',
    '/boot.js.br does not hold what /boot.js holds',
    { folder: () => build({ 'boot.js.br': brotliCompressSync('boot(2)') }) },
  ],
  ['no private key', 'there is no private key', { key: () => '/nowhere/release-key.pem' }],
  ['a key of another kind', 'not an Ed25519 key', { key: rsaKey }],
  ['a note with markup', 'note 2 in DE has markup', { more: ['--note', 'DE=Neu', '--note', 'DE=<b>Neu</b>'] }],
  ['an expiry at once', 'expires after 1 to', { more: ['--expires-days', '0'] }],
];

describeOnDatabase('releases', (fixture) => {
  let gateway: TestGateway;
  let operator: Operator;
  const announced = async () => {
    const { method, uri } = calls.version;
    return (await gateway.send({ method, uri, headers: {}, params: {} })).data;
  };
  const report = (params: CallInput<'reportRelease'>) => {
    const { method, uri } = calls.reportRelease;
    return gateway.send({ method, uri, headers: {}, params });
  };
  const lastAct = async () => {
    const { rows } = await fixture.database.pool.query<{ act: string; subject: string; detail: object }>(
      `SELECT act, subject, detail FROM audit_log ORDER BY id DESC LIMIT 1`,
    );
    return rows[0];
  };
  beforeAll(async () => {
    const releasesDir = join(madeFolder('releases'), 'not', 'there', 'yet');
    gateway = await openTestGateway(fixture.database, { releasesDir });
    operator = await openOperator(gateway, releasesDir);
  });

  it('signs what the build holds, announces it, and serves it from then on', async () => {
    const folder = build();
    const ran = await operator.run(['release', 'publish', '--folder', folder.slice(1), '--version', '1.0.51']);
    expect(ran).toMatchObject({ code: EXIT.done, out: ['version 1.0.51 is published (hot)'], err: [] });
    expect(await announced()).toEqual({
      hot_version_code: '1.0.51',
      version_code: '',
      package_url: '',
      hot_package_url: '/releases/1.0.51/hot.json',
    });
    const manifest = operator.verified('1.0.51', 'hot');
    expect(manifest).toMatchObject({
      kind: 'hot',
      version: '1.0.51',
      issuedAt: gateway.time.now,
      expiresAt: gateway.time.now + 30 * DAY_MS,
    });
    expect(manifest.files.map(({ path }) => path)).toEqual(HOT);
    for (const { path, length, sha256 } of manifest.files) {
      const source = readFileSync(join(folder, path));
      expect([length, sha256]).toEqual([source.length, createHash('sha256').update(source).digest('hex')]);
      const served = await gateway.app.request(`/releases/files/${sha256}`);
      expect(Buffer.from(await served.arrayBuffer()).equals(source)).toBe(true);
    }
    expect((await gateway.app.request('/releases/1.0.51/hot.json')).status).toBe(200);
    expect(existsSync(join(operator.releasesDir, '1.0.51', 'full.json'))).toBe(false);
    expect(await lastAct()).toMatchObject({
      act: 'release publish',
      subject: '1.0.51',
      detail: { before: { hot_version_code: '' }, after: { hot_version_code: '1.0.51' } },
    });
  });

  it('moves the full version with a full package only', async () => {
    expect((await operator.publish('1.0.52', '--full')).code).toBe(EXIT.done);
    expect(operator.verified('1.0.52', 'full').files.map(({ path }) => path)).toEqual([...HOT, ...PLATFORM].sort());
    expect(operator.verified('1.0.52', 'hot').files.map(({ path }) => path)).toEqual(HOT);
    await operator.publish('1.1', '--expires-days', '1');
    expect(await announced()).toEqual({
      hot_version_code: '1.1',
      version_code: '1.0.52',
      package_url: '/releases/1.0.52/full.json',
      hot_package_url: '/releases/1.1/hot.json',
    });
  });

  it.each(REFUSED)(
    'refuses %s, and nothing is published',
    async (_what, sentence, { version = '9.9', folder = build, key, more = [] }) => {
      const before = await announced();
      const line = ['release', 'publish', '--folder', folder(), '--version', version, '--full', ...more];
      const ran = await operator.run(line, key?.());
      expect([EXIT.refused, EXIT.input]).toContain(ran.code);
      expect(ran.out).toEqual([]);
      expect(ran.err).toEqual([expect.stringContaining(sentence)]);
      expect(ran.err[0]).toMatch(/^[^\n]{5,300}$/);
      expect(await announced()).toEqual(before);
      expect(existsSync(join(operator.releasesDir, '9.9'))).toBe(false);
    },
  );

  it('takes a version as its code and announces it with dots; what may be either is refused', async () => {
    const folder = build();
    const publish = (version: string) => operator.run(['release', 'publish', '--folder', folder, '--version', version]);
    expect(await publish('10701')).toMatchObject({ code: EXIT.done, out: ['version 1.7.1 is published (hot)'] });
    expect(operator.verified('1.7.1', 'hot').version).toBe('1.7.1');
    expect(await announced()).toMatchObject({
      hot_version_code: '1.7.1',
      hot_package_url: '/releases/1.7.1/hot.json',
    });
    expect(await publish('1.7.1')).toMatchObject({ code: EXIT.refused });
    expect(await publish('10701')).toMatchObject({ code: EXIT.refused });
    for (const version of ['107', '1070', '010702', '1070200']) {
      const { code, err } = await publish(version);
      expect([code, err[0]], version).toEqual([EXIT.input, expect.stringContaining('five or six digits')]);
    }
  });

  it('logs what apps report of an announced version without their words, and limits how often', async () => {
    const failed = { version: '1.1', kind: 'hot', reason: 'did-not-start', detail: 'no first screen' } as const;
    gateway.logs.length = 0;
    for (const detail of ['first', 'secret-word \u001b[31m<b>red</b>']) {
      expect(await report({ ...failed, detail })).toEqual({ code: 200, data: {} });
    }
    expect(await report({ ...failed, reason: 'install-failed' })).toMatchObject({ code: 200 });
    expect(await report({ ...failed, version: '7.7.7' })).toMatchObject({ code: 200 });
    const logged = gateway.logs
      .filter((line) => line.includes('release-failed'))
      .map((line) => JSON.parse(line) as object);
    expect(logged).toHaveLength(3);
    expect(logged[0]).toMatchObject({ version: '1.1', code: 'did-not-start' });
    expect(gateway.logs.join('')).not.toContain('secret-word');
    expect(await report({ ...failed, detail: 'x'.repeat(201) })).toMatchObject({ code: 422 });
    expect(await report({ ...failed, version: '1.1;' })).toMatchObject({ code: 422 });
    let last = await report(failed);
    for (let count = 0; count < 20 && last.code === 200; count += 1) last = await report(failed);
    expect(last).toMatchObject({ code: 429, data: { data: { retryAfterMs: expect.any(Number) as number } } });
  });

  it('are signed by a private key that is made for its user alone and never replaced', async () => {
    const keyFile = join(madeFolder('key'), 'release-key.pem');
    const keygen = (path: string) => operator.run(['release', 'keygen'], path);
    const { code, out } = await keygen(keyFile);
    expect(code).toBe(EXIT.done);
    expect(out[1]).toMatch(/^RELEASE_PUBLIC_KEY=[A-Za-z0-9+/]{43}=$/);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const text = readFileSync(keyFile, 'utf8');
    expect(text).toContain('BEGIN PRIVATE KEY');
    const again = { code: EXIT.refused, err: [expect.stringContaining('there is a file')] };
    expect(await keygen(keyFile)).toMatchObject(again);
    expect(readFileSync(keyFile, 'utf8')).toBe(text);
    expect(readdirSync(dirname(keyFile))).toEqual(['release-key.pem']);
    // A place that cannot be written.
    expect(await keygen('/proc/nowhere/release-key.pem')).toMatchObject({ code: EXIT.refused });
  });

  it('announces nothing after a withdrawal, and never the same version again', async () => {
    expect((await operator.run(['release', 'withdraw'])).code).toBe(EXIT.done);
    expect(await announced()).toEqual({ hot_version_code: '', version_code: '', package_url: '', hot_package_url: '' });
    expect(await operator.publish('1.7.1')).toMatchObject({ code: EXIT.refused });
    expect((await operator.publish('1.8.4')).code).toBe(EXIT.done);
    // An app on a withdrawn version may still load the files that it needs.
    expect((await gateway.app.request('/releases/1.7.1/hot.json')).status).toBe(200);
  });
});
