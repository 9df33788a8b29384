/** The code that enrols an operator without another one: the first, or one more after all keys were lost. It counts once. */
import { createHmac, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '../adapters/new-file';
import { withTransaction } from '../db/transaction';
import type { OperatorDeps } from './command';
import { codeHash, countOperators, dropCode, lockCode, saveCodeHash } from './operators-repo';

/** No letter that reads like a digit. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;
const FILE_NAME = 'operator-code';

/** Path of the file in which the gateway leaves the code, for its own user alone. */
export const codeFile = (varDir: string): string => join(varDir, FILE_NAME);

/** 100 random bits in groups of five. */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

/** Worthless without the gateway's secret. */
export function hashOfCode(secret: Uint8Array, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return createHmac('sha256', secret).update(`operator-code:${plain}`).digest('hex');
}

/** The code that the gateway has left in its folder; null when there is none. */
export async function readCode(varDir: string): Promise<string | null> {
  return readFile(codeFile(varDir), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/**
 * Makes a code while nobody is enrolled, or when the one who starts the gateway asks for one (`isRecovery`), and leaves it in the folder.
 * Gateways that start together take turns: those that share a folder share the code.
 * @returns the code to print; null when none is needed, and none counts any more
 */
export async function ensureCode(
  { db, secret, clock }: Pick<OperatorDeps, 'db' | 'secret' | 'clock'>,
  varDir: string,
  isRecovery: boolean,
): Promise<string | null> {
  return withTransaction(db, async (tx) => {
    await lockCode(tx);
    if (!isRecovery && (await countOperators(tx)) > 0) {
      await rm(codeFile(varDir), { force: true });
      await dropCode(tx);
      return null;
    }
    const left = await readCode(varDir);
    if (left !== null && (await codeHash(tx)) === hashOfCode(secret, left)) return left;
    const code = newCode();
    await rm(codeFile(varDir), { force: true });
    await writeNewFile(codeFile(varDir), `${code}\n`);
    await saveCodeHash(tx, hashOfCode(secret, code), clock.now());
    return code;
  });
}
