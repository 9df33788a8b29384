/**
 * The gateway's side of the wire format (docs/rules.md §11), on Node's crypto. The worker has its own implementation;
 * contract/envelope-vectors.json holds the two together. AES with the key beside the data is a format, not a protection.
 */
import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import type { EnvelopeAnswer, EnvelopeProfile } from '../../contract/envelope';
import type { RequestForm } from '../../contract/request-envelope';

/** Anything wrong with sign, cipher or text: one and the same error, so that answers tell nothing. */
export class InvalidEnvelopeError extends Error {
  constructor() {
    super('envelope-invalid');
    this.name = 'InvalidEnvelopeError';
  }
}

/** base64(AES-128-CBC, PKCS#7, key and IV = the handshake's 16 bytes) of the UTF-8 text. */
export function encrypt(handshake: string, text: string): string {
  const key = Buffer.from(handshake, 'ascii');
  const cipher = createCipheriv('aes-128-cbc', key, key);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

/** The inverse of `encrypt`. @throws InvalidEnvelopeError for a wrong padding or text that is not UTF-8. */
export function decrypt(handshake: string, data: string): string {
  try {
    const key = Buffer.from(handshake, 'ascii');
    const decipher = createDecipheriv('aes-128-cbc', key, key);
    const bytes = Buffer.concat([decipher.update(data, 'base64'), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InvalidEnvelopeError();
  }
}

type SignedFields = Pick<RequestForm, 'data' | 'timestamp' | 'handshake'>;

/** Lower-case hex md5 over the fields in the profile's order. */
export function signOf(form: SignedFields, profile: EnvelopeProfile): string {
  return createHash('md5')
    .update(profile.signOrder.map((field) => form[field]).join(''))
    .digest('hex');
}

/** Compares in constant time, before anything is decrypted. @throws InvalidEnvelopeError when the sign is not the form's */
export function checkSign(form: RequestForm, profile: EnvelopeProfile): void {
  const expected = Buffer.from(signOf(form, profile), 'ascii');
  const given = Buffer.from(form.sign, 'ascii');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new InvalidEnvelopeError();
}

/** @param handshake fresh, of the server's own */
export function sealAnswer(code: number, body: unknown, handshake: string): EnvelopeAnswer {
  return { code, handshake, data: encrypt(handshake, JSON.stringify(body)) };
}
