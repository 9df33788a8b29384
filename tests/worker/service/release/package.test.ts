import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReleaseManifest } from '../../../../contract/release';
import { judgePackage, openPackage, packageUrl } from '../../../../worker/service/release/package';
import { createVerify } from '../../../../worker/service/release/signature';
import { Releases } from '../../../../worker/service/release/releases';
import { INITIAL_STATE } from '../../../../worker/service/release/state';
import { memoryCaches } from '../memory-cache';

const ORIGIN = 'https://rab.example';
const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

describe('where a package may come from', () => {
  it.each([
    ['/releases/1.0.51/hot.json', `${ORIGIN}/releases/1.0.51/hot.json`],
    [`${ORIGIN}/releases/1.0.51/hot.json#x`, `${ORIGIN}/releases/1.0.51/hot.json`],
    ['https://user:secret@rab.example/releases/1/hot.json', `${ORIGIN}/releases/1/hot.json`],
  ])('%s', (text, url) => {
    expect(packageUrl(text, ORIGIN)).toBe(url);
  });

  it.each([
    'javascript:alert(1)//releases/',
    'data:application/json,{}',
    'blob:https://rab.example/releases/1',
    'filesystem:https://rab.example/releases/1',
    'http://rab.example/releases/1/hot.json',
    'https://rab.example.evil.example/releases/1/hot.json',
    'https://rab.example@evil.example/releases/1/hot.json',
    'https://rab.example:8443/releases/1/hot.json',
    '//evil.example/releases/1/hot.json',
    '\\\\evil.example/releases/1/hot.json',
    '/releases/../api/x',
    '/releases/%2e%2e/api/x',
    '/releasesx/1/hot.json',
    'https://[',
    '',
  ])('not %s', (text) => {
    expect(() => packageUrl(text, ORIGIN)).toThrow('not allowed');
  });
});

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const FILE = { path: '/index.html', length: 1, sha256: 'a'.repeat(64) };
const MANIFEST: ReleaseManifest = {
  format: 1,
  kind: 'hot',
  version: '1.0.51',
  issuedAt: NOW - 1,
  expiresAt: NOW + 1,
  files: [FILE],
};

function signed(manifest: object, change = (text: string) => text): string {
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  return JSON.stringify({ manifest: change(text), signature });
}

/** WebCrypto of an engine that does not know Ed25519. */
const oldSubtle = {
  importKey: () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError')),
} as unknown as SubtleCrypto;

describe.each([
  ['the engine', crypto.subtle],
  ['the library', oldSubtle],
])('a signature, verified by %s', (_name, subtle) => {
  const verify = createVerify(KEY, subtle);

  it('is over the very text', async () => {
    expect(await openPackage(signed(MANIFEST), verify)).toEqual(MANIFEST);
    const shifted = signed(MANIFEST, (text) => text.replace('1.0.51', '1.0.52'));
    await expect(openPackage(shifted, verify)).rejects.toThrow('wrong signature');
    const spaced = signed(MANIFEST, (text) => `${text} `);
    await expect(openPackage(spaced, verify)).rejects.toThrow('wrong signature');
  });

  it('is by the built-in key', async () => {
    const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
    const verifyOther = createVerify(Buffer.from(stranger, 'base64url').toString('base64'), subtle);
    await expect(openPackage(signed(MANIFEST), verifyOther)).rejects.toThrow('wrong signature');
  });
});

describe('a signed package', () => {
  const verify = createVerify(KEY, crypto.subtle);

  it.each([
    ['no JSON', '<html>', 'download-failed'],
    ['another shape', '{}', 'install-failed'],
    ['another format', signed({ ...MANIFEST, format: 2 }), 'install-failed'],
    [
      'a path that leads elsewhere',
      signed({ ...MANIFEST, files: [FILE, { ...FILE, path: '/../x' }] }),
      'install-failed',
    ],
    ['the place of a call', signed({ ...MANIFEST, files: [FILE, { ...FILE, path: '/api/x' }] }), 'install-failed'],
  ])('is refused with %s', async (_name, text, reason) => {
    await expect(openPackage(text, verify)).rejects.toMatchObject({ reason });
  });

  it('is never taken by a build without a key', async () => {
    expect(createVerify('', crypto.subtle)).toBeNull();
    await expect(openPackage(signed(MANIFEST), null)).rejects.toThrow('takes no packages');
  });

  const target = { version: '1.0.51', kind: 'hot', url: '' } as const;
  const judge = (change: Partial<ReleaseManifest>, state = INITIAL_STATE, installed = '1.0.50') =>
    judgePackage({ ...MANIFEST, ...change }, { ...target, version: change.version ?? '1.0.51' }, state, installed, NOW);

  it('is installed when newer than all', () => {
    expect(() => judge({})).not.toThrow();
    expect(() => judge({ version: '1.0.100' })).not.toThrow();
  });

  it.each([
    ['expired', () => judge({ expiresAt: NOW })],
    ['not newer', () => judge({}, INITIAL_STATE, '1.0.51')],
    ['not newer', () => judge({ version: '1.0.9' })],
    ['older than', () => judge({}, { ...INITIAL_STATE, newest: '1.0.60' })],
    ['did not start', () => judge({}, { ...INITIAL_STATE, refused: ['1.0.51.0'] })],
    ['not the announced', () => judge({ kind: 'full' })],
    ['not the announced', () => judgePackage(MANIFEST, { ...target, version: '1.0.52' }, INITIAL_STATE, '1.0.50', NOW)],
  ])('is refused: %s', (reason, attempt) => {
    expect(attempt).toThrow(reason);
  });
});

/** A device whose clock says `deviceNow`; null: the answer tells no time. @returns whether it takes the package */
async function takes(expiresAt: number, deviceNow: number, gatewayNow: number | null): Promise<boolean> {
  const answer = signed({ ...MANIFEST, expiresAt });
  const headers = gatewayNow === null ? [] : [['Date', new Date(gatewayNow).toUTCString()] as [string, string]];
  const releases = new Releases({
    caches: memoryCaches().caches,
    fetch: async () => new Response(answer, { headers }),
    origin: ORIGIN,
    now: () => deviceNow,
    after: () => () => {},
    baseVersion: '1.0.50',
    verify: createVerify(KEY, crypto.subtle),
    matchBase: async () => undefined,
    tell: () => {},
    reopen: async () => {},
    isVisible: async () => true,
  });
  return (
    (await releases.describe({ version: '1.0.51', kind: 'hot', url: `${ORIGIN}/releases/1.0.51/hot.json` })) !== null
  );
}

it.each([
  ['right', 0],
  ['a year ahead', 365 * DAY_MS],
  ['a year behind', -365 * DAY_MS],
])(
  'a package is taken until the gateway’s time says that it has expired, by a device whose clock is %s',
  async (_name, offMs) => {
    expect(await takes(NOW + DAY_MS, NOW + offMs, NOW)).toBe(true);
    expect(await takes(NOW + 1_000, NOW + offMs, NOW)).toBe(true);
    expect(await takes(NOW, NOW + offMs, NOW)).toBe(false);
    expect(await takes(NOW - DAY_MS, NOW + offMs, NOW)).toBe(false);
  },
);

it('a package is judged by the device’s clock where the answer tells no time', async () => {
  expect(await takes(NOW + 1, NOW, null)).toBe(true);
  expect(await takes(NOW, NOW, null)).toBe(false);
});
