/** The gateway's time decides if a package has expired, and not the device's, which may be set to anything. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { Releases } from '../../../../worker/service/release/releases';
import { createVerify } from '../../../../worker/service/release/signature';
import { memoryCaches } from '../memory-cache';

const ORIGIN = 'https://rab.example';
const NOW = Date.UTC(2026, 10, 23, 4);
const DAY_MS = 86_400_000;
const TARGET = { version: '1.0.51', kind: 'hot', url: `${ORIGIN}/releases/1.0.51/hot.json` } as const;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

function packageText(expiresAt: number): string {
  const files = [{ path: '/index.html', length: 1, sha256: 'a'.repeat(64) }];
  const manifest = JSON.stringify({ format: 1, kind: 'hot', version: '1.0.51', issuedAt: 1, expiresAt, files });
  return JSON.stringify({ manifest, signature: sign(null, Buffer.from(manifest), privateKey).toString('base64') });
}

/** A device whose clock says `deviceNow`; null: the answer tells no time. @returns whether it takes the package */
async function takes(expiresAt: number, deviceNow: number, gatewayNow: number | null): Promise<boolean> {
  const headers = gatewayNow === null ? [] : [['Date', new Date(gatewayNow).toUTCString()] as [string, string]];
  const releases = new Releases({
    caches: memoryCaches().caches,
    fetch: async () => new Response(packageText(expiresAt), { headers }),
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
  return (await releases.describe(TARGET)) !== null;
}

it.each([
  ['right', 0],
  ['a year ahead', 365 * DAY_MS],
  ['a year behind', -365 * DAY_MS],
])('with a clock that is %s a package is taken until it expires, and not from then on', async (_name, offMs) => {
  expect(await takes(NOW + DAY_MS, NOW + offMs, NOW)).toBe(true);
  expect(await takes(NOW + 1_000, NOW + offMs, NOW)).toBe(true);
  expect(await takes(NOW, NOW + offMs, NOW)).toBe(false);
  expect(await takes(NOW - DAY_MS, NOW + offMs, NOW)).toBe(false);
});

it('is judged by the device where the answer tells no time', async () => {
  expect(await takes(NOW + 1, NOW, null)).toBe(true);
  expect(await takes(NOW, NOW, null)).toBe(false);
});
