import { createHash, webcrypto } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PROFILE, HANDSHAKE_ALPHABET } from '../../contract/envelope';
import { requestForm, type InnerRequest } from '../../contract/request-envelope';
import { vectors } from '../vectors/envelope-vectors';
import { fromBase64, fromBase64ByText, toBase64, toBase64ByText, type Bytes } from '../../worker/envelope/base64';
import { createCipher } from '../../worker/envelope/cipher';
import { createSha256, md5Hex, toHex } from '../../worker/envelope/digest';
import { createEnvelope, EnvelopeError, open, seal } from '../../worker/envelope/envelope';
import { createHandshake } from '../../worker/envelope/handshake';

const subtle = webcrypto.subtle as SubtleCrypto;
const randomBytes = (bytes: Bytes) => webcrypto.getRandomValues(bytes);

describe.each([
  ['WebCrypto', subtle],
  ['crypto-js', undefined],
])('envelope with %s', (_name, implementation) => {
  const cipher = createCipher(implementation);

  test.each(vectors.requests)('seals: $name', async ({ text, form }) => {
    const inner = JSON.parse(text) as InnerRequest;
    expect(await seal(DEFAULT_PROFILE, cipher, inner, form.handshake, Number(form.timestamp))).toEqual(form);
  });

  test.each(vectors.answers)('opens: $name', async ({ text, answer }) => {
    expect(await open(cipher, answer)).toEqual({ code: answer.code, body: JSON.parse(text) as unknown });
  });

  test.each(vectors.refusedAnswers)('refuses: $name', async ({ answer }) => {
    await expect(open(cipher, answer)).rejects.toBeInstanceOf(EnvelopeError);
  });

  test('seals with a fresh handshake each time, in the shape of the contract', async () => {
    const envelope = createEnvelope({ profile: DEFAULT_PROFILE, subtle: implementation, randomBytes });
    const inner: InnerRequest = { method: 'GET', uri: '/api/v1/user/info', headers: {}, params: {} };
    const [first, second] = [await envelope.seal(inner, 1), await envelope.seal(inner, 1)];
    expect(requestForm.safeParse(first).success).toBe(true);
    expect(first.handshake).not.toBe(second.handshake);
  });

  test('sha256 of "abc"', async () => {
    const digest = await createSha256(implementation)('abc');
    expect(toHex(digest)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

test('md5 of texts of every length in blocks and words is that of Node', () => {
  for (let length = 0; length <= 130; length += 1) {
    const text = `${'é'.repeat(length % 3)}${'x'.repeat(length)}`;
    expect(md5Hex(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'));
  }
});

test.each([
  ['as this engine does it', toBase64, fromBase64],
  ['without the native one', toBase64ByText, fromBase64ByText],
])('base64 is the inverse of itself beyond one chunk, %s', (_name, encode, decode) => {
  const bytes = new Uint8Array(100_003).map((_, index) => (index * 31) % 256);
  expect(Buffer.from(decode(encode(bytes))).equals(Buffer.from(bytes))).toBe(true);
  expect(encode(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(() => decode('not base64!')).toThrow();
});

test('every letter of the handshake alphabet is made by equally many byte values', () => {
  const counts = new Map<string, number>();
  for (let value = 0; value < 256; value += 1) {
    // The first sixteen bytes are all `value`; when they are refused, the next are "A".
    const fills = [value, 0];
    const letter = createHandshake((bytes) => bytes.fill(fills.shift() ?? 0))[0] ?? '';
    if (fills.length === 1) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([...HANDSHAKE_ALPHABET].sort());
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('another gateway is another profile', async () => {
  const profile = { ...DEFAULT_PROFILE, signOrder: ['handshake', 'timestamp', 'data'] as const };
  const inner: InnerRequest = { method: 'GET', uri: '/api/a', headers: {}, params: {} };
  const form = await seal(profile, createCipher(subtle), inner, 'abcdefghijklmnop', 5);
  expect(form.sign).toBe(md5Hex(`abcdefghijklmnop5${form.data}`));
});
