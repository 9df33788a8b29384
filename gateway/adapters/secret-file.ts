/** The secret of an installation in its file, and beside it the one that a rotation is on its way to. */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET_BYTES = 32;

/** A rotation writes the next secret to this file before it changes anything else. */
export const nextSecretPath = (path: string): string => `${path}.next`;

/** The file does not hold a secret. */
export class SecretFileError extends Error {
  override name = 'SecretFileError';
}

async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null where there is no such file. @throws SecretFileError when it is damaged */
export async function readSecretFile(path: string): Promise<Uint8Array | null> {
  let secret: Uint8Array;
  try {
    secret = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (secret.length === SECRET_BYTES) return secret;
  throw new SecretFileError(`The file ${path} is damaged: it must hold ${SECRET_BYTES} bytes.`);
}

/** Writes `secret` where there is no file yet; on the disk when it resolves. @returns false when there was one, which stays */
export async function writeSecretFile(path: string, secret: Uint8Array): Promise<boolean> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, secret, { mode: 0o600 });
  try {
    await onDisk(draft);
    // Linking never replaces: of two that start together, both read the one that was first.
    await link(draft, path);
    await onDisk(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The secret in the file, made where there is none. @throws SecretFileError */
export async function ensureSecretFile(path: string): Promise<Uint8Array> {
  await writeSecretFile(path, randomBytes(SECRET_BYTES));
  const secret = await readSecretFile(path);
  if (secret === null) throw new SecretFileError(`The file ${path} was taken away while it was read.`);
  return secret;
}

/** Drops the secret before: the next one takes its place. */
export async function takeNextSecret(path: string): Promise<void> {
  await rename(nextSecretPath(path), path);
  await onDisk(dirname(path));
}
