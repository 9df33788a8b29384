import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls, type CallInput } from '../../../contract/index';
import { releaseManifest, signedRelease, type ReleaseManifest } from '../../../contract/release';
import { makeReleaseKey, publicKeyText } from '../../../gateway/adapters/release-key';
import { releaseStore, sha256Of } from '../../../gateway/adapters/release-store';
import { EXIT } from '../../../gateway/operator/cli';
import { makePackages } from '../../../gateway/operator/release-package';
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
const tooLarge = () => {
  const folder = build({ 'assets/film.webm': '' });
  truncateSync(join(folder, 'assets/film.webm'), 16 * 1024 * 1024 + 1);
  return folder;
};
const linked = () => {
  const folder = build();
  symlinkSync('/etc/hostname', join(folder, 'assets/name.txt'));
  return folder;
};
const crowded = () => build(Object.fromEntries(Array.from({ length: 2000 }, (_, place) => [`assets/${place}.js`, ''])));

/** Each release that is not published, the words of its refusal, and its order. */
const REFUSED: [string, string, { version?: string; folder?: () => string; key?: () => string; more?: string[] }][] = [
  ['the version that is published', 'not newer', { version: '1.3' }],
  ['the same version written otherwise', 'not newer', { version: '1.3.0' }],
  ['an older version', 'not newer', { version: '1.2.99' }],
  ['a version that is none', 'up to four numbers', { version: '2.0-beta' }],
  ['a version that leads elsewhere', 'up to four numbers', { version: '../2' }],
  ['a folder that is not there', 'cannot be read (ENOENT)', { folder: () => '/nowhere' }],
  ['a folder without index.html', 'not a build', { folder: () => madeFolder('empty') }],
  ['a name that no package holds', 'assets/a b.js has a name', { folder: () => build({ 'assets/a b.js': '' }) }],
  ['a hidden file', '.env has a name', { folder: () => build({ '.env': 'SECRET=1' }) }],
  ["an address of the gateway's", '/api/x.js has a name', { folder: () => build({ 'api/x.js': '' }) }],
  ['a link', 'not a plain file', { folder: linked }],
  ['a file that is too large', 'film.webm is too large (16777217 bytes)', { folder: tooLarge }],
  ['too many files', 'cannot be made of these 2003 files', { folder: crowded }],
  [
    'a packed variant of something else',
    '/boot.js.br does not hold what /boot.js holds',
    { folder: () => build({ 'boot.js.br': brotliCompressSync('boot(2)') }) },
  ],
  [
    'a packed variant that is broken',
    '/boot.js.gz does not hold',
    { folder: () => build({ 'boot.js.gz': gzipSync('boot()').subarray(0, 9) }) },
  ],
  ['no private key', 'there is no private key', { key: () => '/nowhere/release-key.pem' }],
  ['a key that cannot be read', 'cannot be read (EISDIR)', { key: () => madeFolder('key') }],
  ['a key file of something else', 'does not hold a private key', { key: () => spoiltKey('secret') }],
  ['a key of another kind', 'not an Ed25519 key', { key: rsaKey }],
  ['a note with markup', 'note 2 in DE has markup', { more: ['--note', 'DE=Neu', '--note', 'DE=<b>Neu</b>'] }],
  ['a note that reads backwards', 'invisible characters', { more: ['--note', 'EN=\u202eevil'] }],
  ['a note of two lines', 'invisible characters', { more: ['--note', 'EN=one\ntwo'] }],
  ['a note without end', 'note 1 in EN is longer than 120', { more: ['--note', `EN=${'x'.repeat(10_000)}`] }],
  ['an empty note', 'note 1 in EN is empty', { more: ['--note', 'EN= '] }],
  ['five notes', 'the notes in FR are more than 4', { more: 'abcde'.split('').flatMap((n) => ['--note', `FR=${n}`]) }],
  ['a note in no language', 'Write it as LANG=text', { more: ['--note', 'Faster'] }],
  ['an expiry at once', 'expires after 1 to', { more: ['--expires-days', '0'] }],
  ['an expiry in the next age', 'expires after 1 to', { more: ['--expires-days', '999999'] }],
  ['an expiry that is no number', 'whole number', { more: ['--expires-days', 'never'] }],
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

  it('shows nothing before the first one', async () => {
    expect((await operator.run(['release', 'show'])).out).toEqual(['nothing is published']);
    expect(await operator.run(['release', 'withdraw'])).toMatchObject({
      code: EXIT.refused,
      err: ['nothing is published'],
    });
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
    const { out } = await operator.run(['release', 'show']);
    const bytes = (paths: readonly string[]) =>
      paths.reduce((sum, path) => sum + statSync(join(build(), path)).size, 0);
    expect(out).toEqual([
      'hot\t1.1\t/releases/1.1/hot.json',
      'full\t1.0.52\t/releases/1.0.52/full.json',
      `1.1\thot\t3 files, ${bytes(HOT)} bytes`,
      expect.stringMatching(/^1\.1\texpires\t2026-11-22T.* \(installed until then\)$/),
      `1.0.52\thot\t3 files, ${bytes(HOT)} bytes`,
      `1.0.52\tfull\t6 files, ${bytes([...HOT, ...PLATFORM])} bytes`,
      expect.stringMatching(/^1\.0\.52\texpires\t2026-12-21T/),
    ]);
    gateway.time.now += DAY_MS;
    expect((await operator.run(['release', 'show'])).out[3]).toContain('EXPIRED');
  });

  it('signs what is new with the list, by language', async () => {
    const notes = ['CN=对账单可导出 PDF', 'EN=Statements as PDF', 'EN=Faster & smaller'];
    expect((await operator.publish('1.1.1', ...notes.flatMap((note) => ['--note', note]))).code).toBe(EXIT.done);
    expect(operator.verified('1.1.1', 'hot').notes).toEqual({
      CN: ['对账单可导出 PDF'],
      EN: ['Statements as PDF', 'Faster & smaller'],
    });
  });

  it('says so when the packed service worker will take no more releases of this key', async () => {
    const foreign = await operator.publish('1.2', '--full');
    expect(foreign.out[1]).toContain('built with another public key');
    const folder = build({ 'service-worker.js': `const key = "${operator.publicKey}"` });
    const own = await operator.run(['release', 'publish', '--folder', folder, '--version', '1.3', '--full']);
    expect(own.out).toEqual(['version 1.3 is published (hot and full)']);
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

  it('leaves the old version announced when it dies before announcing, and can be done again', async () => {
    const before = await announced();
    const line = ['release', 'publish', '--folder', build({ 'boot.js': 'boot(7)' }), '--version', '1.7'];
    const dying = (signed: SignedStatement) =>
      signed.statement.command === 'release publish'
        ? Promise.reject(new Error('killed'))
        : answer(gateway.deps, signed);
    expect(await operator.run(line, operator.keyFile, dying)).toMatchObject({
      code: EXIT.unreachable,
      err: ['killed'],
    });
    expect(operator.verified('1.7', 'hot').files).toHaveLength(3);
    expect(await announced()).toEqual(before);
    gateway.time.now += 1000;
    expect((await operator.run(line)).code).toBe(EXIT.done);
    expect(operator.verified('1.7', 'hot').issuedAt).toBe(gateway.time.now);
    expect(await announced()).toMatchObject({ hot_version_code: '1.7' });
  });

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
    const failed = { version: '10701', kind: 'hot', reason: 'download-failed', detail: 'by its code' } as const;
    expect(await report(failed)).toMatchObject({ code: 200 });
    const { out } = await operator.run(['release', 'show']);
    expect(out).toContainEqual(expect.stringMatching(/^1\.7\.1\treport\thot download-failed: 1, .*by its code$/));
  });

  it('of several at the same time the newest stays announced', async () => {
    const versions = ['1.8.1', '1.8.3', '1.8.2'];
    const ran = await Promise.all(versions.map((version) => operator.publish(version)));
    expect(ran[1]?.code).toBe(EXIT.done);
    for (const { code } of ran) expect([EXIT.done, EXIT.refused]).toContain(code);
    expect(await announced()).toMatchObject({ hot_version_code: '1.8.3' });
  });

  it('counts what apps report of an announced version, and shows it as plain text', async () => {
    const failed = { version: '1.7', kind: 'hot', reason: 'did-not-start', detail: 'no first screen' } as const;
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
    expect(logged[0]).toMatchObject({ version: '1.7', code: 'did-not-start' });
    expect(gateway.logs.join('')).not.toContain('secret-word');
    const { out } = await operator.run(['release', 'show']);
    expect(out.filter((line) => line.startsWith('1.7\treport'))).toEqual([
      expect.stringMatching(/^1\.7\treport\thot did-not-start: 2, last 2026-.*Z\tsecret-word \[31mred$/),
      expect.stringMatching(/^1\.7\treport\thot install-failed: 1, last 2026-.*Z\tno first screen$/),
    ]);
    expect(await report({ ...failed, detail: 'x'.repeat(201) })).toMatchObject({ code: 422 });
    expect(await report({ ...failed, version: '1.7;' })).toMatchObject({ code: 422 });
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
    expect(await operator.publish('1.8.3')).toMatchObject({ code: EXIT.refused });
    expect((await operator.publish('1.8.4')).code).toBe(EXIT.done);
    // An app on a withdrawn version may still load the files that it needs.
    expect((await gateway.app.request('/releases/1.8.3/hot.json')).status).toBe(200);
  });
});

describe('packages in the store', () => {
  const request = async () => {
    const releasesDir = madeFolder('releases');
    const keyFile = join(madeFolder('key'), 'release-key.pem');
    await makeReleaseKey(keyFile);
    const kinds = ['hot'] as const;
    const made = { folder: build(), keyFile, version: '2.0', kinds, issuedAt: 1, expiresAt: DAY_MS };
    return { releasesDir, made: { ...made, store: releaseStore(releasesDir) } };
  };

  it('are read back before anybody is told of them', async () => {
    const { made } = await request();
    const { store } = made;
    const losing: typeof store = { ...store, putFile: (sha256, bytes) => store.putFile(sha256, bytes.subarray(1)) };
    await expect(makePackages({ ...made, store: losing })).rejects.toThrow(
      /could not be stored: .* was not stored as it is/,
    );
  });

  it('replace a stored file that has gone bad, and leave no drafts behind', async () => {
    const { made, releasesDir } = await request();
    const path = made.store.filePath(sha256Of(Buffer.from(SCRIPT)));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, SCRIPT.replace('x', 'y'));
    await makePackages(made);
    expect(readFileSync(path, 'utf8')).toBe(SCRIPT);
    expect(readFileSync(`${path}.br`).equals(brotliCompressSync(SCRIPT))).toBe(true);
    const names = readdirSync(releasesDir, { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('say why when the folder takes no files', async () => {
    const { made } = await request();
    const file = join(madeFolder('releases'), 'file');
    writeFileSync(file, '');
    await expect(makePackages({ ...made, store: releaseStore(join(file, 'releases')) })).rejects.toThrow(
      /^the packages could not be stored: ENOTDIR/,
    );
  });
});
