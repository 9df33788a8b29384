/** The Ed25519 pair of the app's releases ([Note: Release trust]): the private key is a PEM file, the public one is built into the app. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ReleaseManifest, SignedRelease } from '../../contract/release';
import { writeNewFile } from './new-file';

/** Tells why there is no key: one sentence for the operator. */
export class ReleaseKeyError extends Error {
  override name = 'ReleaseKeyError';
}

/** The raw 32 bytes of a pair's public key as base64, as builds take it in `RELEASE_PUBLIC_KEY`. */
export function publicKeyText(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new ReleaseKeyError('the key is not an Ed25519 key');
  return Buffer.from(x, 'base64url').toString('base64');
}

async function readKeyFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ReleaseKeyError(
      code === 'ENOENT'
        ? `there is no private key at ${path}: put its backup there, or make a pair with "release keygen" and build the app with it`
        : `the private key at ${path} cannot be read (${code})`,
      { cause: error },
    );
  }
}

/** @throws ReleaseKeyError when the file is not there, cannot be read, or holds something else */
export async function readReleaseKey(path: string): Promise<KeyObject> {
  const bytes = await readKeyFile(path);
  let key: KeyObject;
  try {
    key = createPrivateKey(bytes);
  } catch (error) {
    throw new ReleaseKeyError(`the file ${path} does not hold a private key without a password`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReleaseKeyError(`the key at ${path} is not an Ed25519 key`);
  return key;
}

/** Makes a pair and keeps it at `path`, for its user alone. @throws ReleaseKeyError when there is a file, or it cannot be written */
export async function makeReleaseKey(path: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    await writeNewFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'there is a file of this name' : message;
    throw new ReleaseKeyError(`a private key cannot be written to ${path}: ${reason}`, { cause: error });
  }
  return privateKey;
}

export function signRelease(manifest: ReleaseManifest, key: KeyObject): SignedRelease {
  const text = JSON.stringify(manifest);
  return { manifest: text, signature: sign(null, Buffer.from(text, 'utf8'), key).toString('base64') };
}

/** True when the signature is over this very text by this pair. */
export function isSignedBy({ manifest, signature }: SignedRelease, key: KeyObject): boolean {
  return verify(null, Buffer.from(manifest, 'utf8'), createPublicKey(key), Buffer.from(signature, 'base64'));
}
