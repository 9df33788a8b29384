/** In a worker: sealing and opening by `worker/envelope`, against WebCrypto with and without crypto-js md5. */
import { expose } from 'comlink';
import md5 from 'crypto-js/md5';
import { DEFAULT_PROFILE } from '../../contract/envelope';
import type { InnerRequest } from '../../contract/request-envelope';
import { toBase64, type Bytes } from '../../worker/envelope/base64';
import { createEnvelope } from '../../worker/envelope/envelope';
import { compare, meanMs, type Comparison, type Rounds, type Side } from '../measure';
import { statementRow } from './statement';

export interface EnvelopeSize {
  bytes: number;
  /** Runs per round. */
  runs: number;
}

const { subtle } = crypto;
const encoder = new TextEncoder();

/** A request whose JSON has exactly `bytes` bytes. */
function requestOf(bytes: number): InnerRequest {
  const items: unknown[] = [];
  const request = { method: 'POST', uri: '/api/v1/bench', headers: {}, params: { items, filling: '' } } as const;
  const size = () => JSON.stringify(request).length;
  while (size() < bytes) items.push(statementRow(items.length));
  while (size() > bytes) items.pop();
  return { ...request, params: { items, filling: '-'.repeat(bytes - size()) } };
}

/** Every message has a key of its own, so importing it belongs to the limit. */
async function encryptAndDecrypt(key: Bytes, plain: Bytes): Promise<Bytes> {
  const algorithm = { name: 'AES-CBC', iv: key };
  const encryptKey = await subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt']);
  const sealed = await subtle.encrypt(algorithm, encryptKey, plain);
  const decryptKey = await subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt']);
  await subtle.decrypt(algorithm, decryptKey, sealed);
  return new Uint8Array(sealed);
}

async function compareSize({ bytes, runs }: EnvelopeSize, rounds: Rounds): Promise<Comparison[]> {
  const request = requestOf(bytes);
  const plain = encoder.encode(JSON.stringify(request));
  if (plain.length !== bytes) throw new Error(`the body has ${plain.length} bytes`);
  const key = encoder.encode('0123456789abcdef');
  const signed = `${toBase64(await encryptAndDecrypt(key, plain))}${Date.now()}0123456789abcdef`;
  const envelope = createEnvelope({
    profile: DEFAULT_PROFILE,
    subtle,
    randomBytes: (buffer) => crypto.getRandomValues(buffer),
  });

  const side = (name: string, work: () => Promise<unknown>): Side => ({ name, round: () => meanMs(runs, work) });
  const withMd5 = side('WebCrypto AES-CBC + crypto-js md5', async () => {
    await encryptAndDecrypt(key, plain);
    md5(signed).toString();
  });
  const alone = side('WebCrypto AES-CBC alone', () => encryptAndDecrypt(key, plain));
  const ours = side('seal + open', async () => {
    const { handshake, data } = await envelope.seal(request, Date.now());
    const { body } = await envelope.open({ code: 200, handshake, data });
    if (typeof body !== 'object') throw new Error('it did not open');
  });
  return compare(`${bytes / 1_000} KB body`, 'ms', [withMd5, alone], [ours], rounds);
}

async function run(sizes: readonly EnvelopeSize[], rounds: Rounds): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const size of sizes) comparisons.push(...(await compareSize(size, rounds)));
  return comparisons;
}

expose({ run });
