/** An operator's Ed25519 key: in a file that a passphrase encrypts, or wherever else something signs with one. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeNewFile } from './new-file';

/** Signs as one operator. */
export interface Signer {
  /** The raw 32 bytes of the public key, base64. */
  publicKey: string;
  /** @returns the 64 bytes of the signature. @throws OperatorKeyError */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Tells why nothing can be signed: one sentence for the operator. */
export class OperatorKeyError extends Error {
  override name = 'OperatorKeyError';
}

/** Least length of a passphrase: a thief of the file guesses shorter ones. */
export const MIN_PASSPHRASE = 8;

const KEY_BYTES = 32;

/** The key whose raw bytes this is, base64; null for anything else. */
export function publicKeyOf(text: string): KeyObject | null {
  const raw = Buffer.from(text, 'base64');
  if (raw.length !== KEY_BYTES || raw.toString('base64') !== text) return null;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
  } catch {
    return null;
  }
}

/** True when `signature` is over these bytes by the key whose raw bytes `publicKey` is, both base64. */
export function isSignature(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  const key = publicKeyOf(publicKey);
  return key !== null && verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

function signerOf(key: KeyObject): Signer {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: async (bytes) => sign(null, bytes, key),
  };
}

/** A key that is kept nowhere. */
export function passingSigner(): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey);
}

/** Makes a key at `path`, encrypted. @throws OperatorKeyError when there is a file, it cannot be written, or the passphrase is short */
export async function makeOperatorKey(path: string, passphrase: string): Promise<Signer> {
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new OperatorKeyError(`the passphrase must have at least ${MIN_PASSPHRASE} characters`);
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  try {
    await writeNewFile(path, pem);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'there is a file of this name' : message;
    throw new OperatorKeyError(`the key cannot be written to ${path}: ${reason}`, { cause: error });
  }
  return signerOf(privateKey);
}

/** @throws OperatorKeyError when the file is not there, or the passphrase does not open it */
export async function readOperatorKey(path: string, passphrase: () => Promise<string>): Promise<Signer> {
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is none' : `it cannot be read (${code})`;
    throw new OperatorKeyError(`no operator's key at ${path}: ${reason}; name yours with --key or OPERATOR_KEY`, {
      cause: error,
    });
  }
  // A key that is not encrypted signs for anybody who copies the file.
  if (!pem.includes('ENCRYPTED'))
    throw new OperatorKeyError(`the file ${path} holds no key that a passphrase encrypts`);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, passphrase: await passphrase() });
  } catch (error) {
    if (error instanceof OperatorKeyError) throw error;
    throw new OperatorKeyError(`the passphrase does not open ${path}`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new OperatorKeyError(`the key at ${path} is not an Ed25519 key`);
  return signerOf(key);
}
