/**
 * Writes contract/envelope-vectors.json with Node's own crypto, a second implementation of docs/rules.md §11 that shares
 * no code with the worker or the gateway. Run: `npx tsx tests/vectors/make-envelope-vectors.ts`
 */
import { createCipheriv, createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

interface Inner {
  method: 'GET' | 'POST';
  uri: string;
  headers: Record<string, string>;
  params: Record<string, unknown>;
}

function encrypt(handshake: string, text: string): string {
  const key = Buffer.from(handshake, 'latin1');
  const cipher = createCipheriv('aes-128-cbc', key, key);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** Encrypts without padding; the bytes have to be whole blocks. */
function encryptRaw(handshake: string, bytes: Buffer): string {
  const key = Buffer.from(handshake, 'latin1');
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]).toString('base64');
}

function sign(data: string, timestamp: string, handshake: string): string {
  return createHash('md5')
    .update(data + timestamp + handshake, 'latin1')
    .digest('hex');
}

function handshakeFor(name: string): string {
  // Digits and lower-case hex letters are all in the alphabet; upper-casing every other one uses more of it.
  const hex = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return [...hex].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter)).join('');
}

const FIRST_TIMESTAMP = 1_795_000_000_000;

function request(name: string, inner: Inner, index: number) {
  const handshake = handshakeFor(name);
  const timestamp = String(FIRST_TIMESTAMP + index * 1_000);
  const text = JSON.stringify(inner);
  const data = encrypt(handshake, text);
  return { name, text, form: { handshake, timestamp, sign: sign(data, timestamp, handshake), data } };
}

function answer(name: string, code: number, body: unknown) {
  const handshake = handshakeFor(`answer ${name}`);
  const text = JSON.stringify(body);
  return { name, text, answer: { code, handshake, data: encrypt(handshake, text) } };
}

const get = (uri: string, params: Record<string, unknown> = {}): Inner => ({ method: 'GET', uri, headers: {}, params });
const post = (uri: string, params: Record<string, unknown>, headers: Record<string, string> = {}): Inner => ({
  method: 'POST',
  uri,
  headers,
  params,
});

/** Params whose whole JSON text is a multiple of 16 bytes, so that PKCS#7 adds a whole block. */
function wholeBlocks(): Inner {
  for (let length = 0; length < 16; length += 1) {
    const inner = post('/api/v1/user/name-update', { nickname: 'x'.repeat(length) });
    if (Buffer.byteLength(JSON.stringify(inner)) % 16 === 0) return inner;
  }
  throw new Error('no length fits');
}

const money = post(
  '/api/v1/hosting/create',
  { planId: '30', amount: '500.000001', tradePassword: '204060' },
  { 'Idempotency-Key': '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f11' },
);

const requests = [
  request('empty params', get('/api/v1/user/info'), 0),
  request('money with idempotency key', money, 1),
  request('Chinese text', post('/api/v1/user/name-update', { nickname: '星辰大海·托管账户' }), 2),
  request('emoji outside the BMP', post('/api/v1/user/name-update', { nickname: '🧑‍🚀👩🏽‍💻🇨🇳' }), 3),
  request('JSON text of whole 16-byte blocks', wholeBlocks(), 4),
  request('JSON escapes', post('/api/v1/user/name-update', { nickname: '"\\\b\f\n\r\t\u0000/' }), 5),
  request('line separators', post('/api/v1/user/name-update', { nickname: '\u2028\u2029\ufeff' }), 6),
  request(
    'nested params',
    post('/api/v1/hosting/create', { addTo: { orderId: '7', version: 3 }, list: [1, [2, { a: null }]] }),
    7,
  ),
  request('100 KB', post('/api/v1/common/pushFeedback', { content: '托管 custody 0123456789. '.repeat(3_450) }), 8),
];

const answers = [
  answer('empty result', 200, {}),
  answer('result', 200, { key: 'value', amount: '-0.000001', list: [true, false, null] }),
  answer('Chinese text and emoji', 200, { nickname: '星辰大海 🧑‍🚀' }),
  answer('unauthorized', 401, { message: '请重新登录' }),
  answer('time window', 4001, { message: 'Check the clock', data: { serverTime: FIRST_TIMESTAMP } }),
  answer('field errors', 422, { message: 'Please check', fields: { amount: 'too small', 'addTo.version': 'missing' } }),
  answer('20 KB', 200, { content: '托管 custody 0123456789. '.repeat(700) }),
];

const base = request('refused', get('/api/v1/user/info'), 20).form;
const resigned = (data: string) => ({ ...base, data, sign: sign(data, base.timestamp, base.handshake) });
const firstLetter = base.data.startsWith('A') ? 'B' : 'A';
const badPadding = encryptRaw(base.handshake, Buffer.from('{"a":1}         ', 'latin1'));
const zeroPadding = encryptRaw(base.handshake, Buffer.concat([Buffer.from('{"a":1}', 'latin1'), Buffer.alloc(9)]));

/** The last byte says three, the two before it say something else; the rest would be JSON. */
const UNEVEN_PADDING = Buffer.concat([Buffer.from('{"a":1}      ', 'latin1'), Buffer.from([1, 2, 3])]);

/** Requests that the gateway must refuse, all with the same `envelope-invalid`. */
const refusedRequests = [
  { name: 'tampered sign', form: { ...base, sign: base.sign.replace(/^./, (letter) => (letter === '0' ? '1' : '0')) } },
  { name: 'upper-case sign', form: { ...base, sign: 'ABCDEF'.padEnd(32, '0') } },
  { name: 'tampered data', form: { ...base, data: firstLetter + base.data.slice(1) } },
  { name: 'tampered timestamp', form: { ...base, timestamp: String(Number(base.timestamp) + 1) } },
  { name: 'bad padding, well signed', form: resigned(badPadding) },
  { name: 'zero padding, well signed', form: resigned(zeroPadding) },
  { name: 'uneven padding, well signed', form: resigned(encryptRaw(base.handshake, UNEVEN_PADDING)) },
  { name: 'not whole blocks, well signed', form: resigned(Buffer.alloc(17, 1).toString('base64')) },
  { name: 'not JSON, well signed', form: resigned(encrypt(base.handshake, 'not json')) },
  {
    name: 'not UTF-8, well signed',
    form: resigned(
      encryptRaw(
        base.handshake,
        Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xfe, ...Buffer.from('"}'), ...Array<number>(6).fill(6)]),
      ),
    ),
  },
];

const answerHandshake = handshakeFor('refused answer');

/** Answers that the worker must refuse as `bad-answer`. */
const refusedAnswers = [
  {
    name: 'bad padding',
    answer: {
      code: 200,
      handshake: answerHandshake,
      data: encryptRaw(answerHandshake, Buffer.from('{"a":1}         ', 'latin1')),
    },
  },
  {
    name: 'uneven padding',
    answer: { code: 200, handshake: answerHandshake, data: encryptRaw(answerHandshake, UNEVEN_PADDING) },
  },
  {
    name: 'zero padding',
    answer: { code: 200, handshake: answerHandshake, data: encryptRaw(answerHandshake, Buffer.alloc(16)) },
  },
  {
    name: 'not whole blocks',
    answer: { code: 200, handshake: answerHandshake, data: Buffer.alloc(17, 1).toString('base64') },
  },
  { name: 'empty data', answer: { code: 200, handshake: answerHandshake, data: '' } },
  { name: 'not base64', answer: { code: 200, handshake: answerHandshake, data: '%%%%' } },
  { name: 'not JSON', answer: { code: 200, handshake: answerHandshake, data: encrypt(answerHandshake, 'not json') } },
  { name: 'short handshake', answer: { code: 200, handshake: 'short', data: encrypt(answerHandshake, '{}') } },
  { name: 'code is text', answer: { code: '200', handshake: answerHandshake, data: encrypt(answerHandshake, '{}') } },
];

const vectors = {
  note: 'Made by tests/vectors/make-envelope-vectors.ts with Node crypto. `text` is what `data` decrypts to.',
  requests,
  answers,
  refusedRequests,
  refusedAnswers,
};

writeFileSync(
  new URL('../../contract/envelope-vectors.json', import.meta.url),
  `${JSON.stringify(vectors, null, 2)}\n`,
);
