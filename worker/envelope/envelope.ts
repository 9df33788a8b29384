/** Sealing of requests and opening of answers, exactly as docs/rules.md §11 says. A wire format, not a protection. */
import { envelopeAnswer, type EnvelopeProfile } from '../../contract/envelope';
import type { InnerRequest, RequestForm } from '../../contract/request-envelope';
import { fromBase64, toBase64, type Bytes } from './base64';
import { createCipher, type EnvelopeCipher } from './cipher';
import { md5Hex } from './digest';
import { createHandshake, type RandomBytes } from './handshake';

/** The answer is not a readable envelope. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
}

export interface OpenedAnswer {
  code: number;
  body: unknown;
}

export interface Envelope {
  /** @param timestamp the server's clock, Unix ms. A handshake of its own each time, so that no try is a replay. */
  seal(inner: InnerRequest, timestamp: number): Promise<RequestForm>;
  /** @throws EnvelopeError */
  open(answer: unknown): Promise<OpenedAnswer>;
}

export interface EnvelopeOptions {
  profile: EnvelopeProfile;
  subtle: SubtleCrypto | undefined;
  randomBytes: RandomBytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function createEnvelope({ profile, subtle, randomBytes }: EnvelopeOptions): Envelope {
  const cipher = createCipher(subtle);
  return {
    seal: (inner, timestamp) => seal(profile, cipher, inner, createHandshake(randomBytes), timestamp),
    open: (answer) => open(cipher, answer),
  };
}

/** The four form fields for `inner`. Exported for the test vectors, which fix the handshake. */
export async function seal(
  profile: EnvelopeProfile,
  cipher: EnvelopeCipher,
  inner: InnerRequest,
  handshake: string,
  timestampMs: number,
): Promise<RequestForm> {
  const sealed = await cipher.encrypt(keyOf(handshake), encoder.encode(JSON.stringify(inner)));
  const unsigned = { data: toBase64(sealed), timestamp: String(timestampMs), handshake };
  const sign = md5Hex(profile.signOrder.map((field) => unsigned[field]).join(''));
  return { ...unsigned, sign };
}

/** @throws EnvelopeError when anything about the answer is not as it has to be. */
export async function open(cipher: EnvelopeCipher, answer: unknown): Promise<OpenedAnswer> {
  const parsed = envelopeAnswer.safeParse(answer);
  if (!parsed.success) throw new EnvelopeError('not an envelope');
  const { code, handshake, data } = parsed.data;
  try {
    const plain = await cipher.decrypt(keyOf(handshake), fromBase64(data));
    return { code, body: JSON.parse(decoder.decode(plain)) as unknown };
  } catch (cause) {
    throw new EnvelopeError('unreadable data', { cause });
  }
}

function keyOf(handshake: string): Bytes {
  return encoder.encode(handshake);
}
