/**
 * Puts another secret in the place of the one before: `secret rotate`, while no gateway runs.
 *
 * The order makes it safe to be killed anywhere and begun again. The next secret is on the disk before anything is sealed with it. The
 * database then says that it is on its way, and no gateway starts. Each file and row tells by itself which secret it is of. In one
 * transaction what cannot be sealed anew is dropped or keeps its key, and the database's check value becomes the next secret's. The
 * secret before goes last.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileSeal } from '../../adapters/file-seal';
import { localFileStore } from '../../adapters/file-store';
import { secureIds } from '../../adapters/ids';
import { nextSecretPath, readSecretFile, takeNextSecret, writeSecretFile } from '../../adapters/secret-file';
import type { Database } from '../../db/client';
import { DatabaseSecretError } from '../../db/errors';
import { isOf, notedSecret } from '../../db/secret-check';
import { migrate } from '../../db/migrate';
import { withTransaction } from '../../db/transaction';
import { OperatorError } from '../command';
import { RESEALED, type ResealedColumns, type Secrets } from './dependents';
import { begin, resealBatch, settle } from './rotate-repo';

/** Any fixed number: one rotation at a time. */
const ADVISORY_LOCK = 7_261_004;
const NEXT_SECRET_BYTES = 32;

export interface Rotation {
  /** Opens the database as its owner. */
  open(): Promise<Database>;
  /** The secret's file; null where GATEWAY_SECRET holds it, and `given` has both. */
  secretPath: string | null;
  given: Secrets | null;
  uploadsFolder: string;
  now(): number;
  say(line: string): void;
}

/** @throws OperatorError when there is no secret to rotate */
async function secretsOf({ secretPath, given }: Rotation): Promise<Secrets> {
  if (secretPath === null) {
    if (given === null)
      throw new OperatorError('input', 'set NEXT_GATEWAY_SECRET to the new secret, beside GATEWAY_SECRET');
    return given;
  }
  const before = await readSecretFile(secretPath);
  if (before === null) throw new OperatorError('state', `there is no secret at ${secretPath}`);
  return { before, next: (await readSecretFile(nextSecretPath(secretPath))) ?? randomBytes(NEXT_SECRET_BYTES) };
}

/** `done`: the check value is the next secret's already. @throws DatabaseSecretError when it is of neither */
async function progressOf({ pool }: Database, { before, next }: Secrets): Promise<'new' | 'begun' | 'done'> {
  const noted = await notedSecret(pool);
  if (noted === null) throw new OperatorError('state', 'this database has no secret yet');
  if (noted.next === null && isOf(next, noted, noted.fingerprint)) return 'done';
  if (!isOf(before, noted, noted.fingerprint)) throw new DatabaseSecretError('other');
  if (noted.next === null) return 'new';
  if (!isOf(next, noted, noted.next)) throw new OperatorError('state', 'another rotation was begun, to another secret');
  return 'begun';
}

async function resealTable(owner: Database, table: ResealedColumns, secrets: Secrets): Promise<number> {
  let total = 0;
  for (let after = '-1'; ;) {
    const from = after;
    const { last, changed } = await withTransaction(owner, (tx) => resealBatch(tx, table, secrets, from));
    total += changed;
    if (last === null) return total;
    after = last;
  }
}

/** The next secret is on the disk, and then the database says so. @throws OperatorError while a gateway runs: as if it had not been tried */
async function beginWith(owner: Database, { secretPath }: Rotation, secrets: Secrets, isNew: boolean): Promise<void> {
  if (secretPath !== null) await writeSecretFile(nextSecretPath(secretPath), secrets.next);
  if (await begin(owner, secrets, isNew)) return;
  if (isNew && secretPath !== null) await rm(nextSecretPath(secretPath));
  throw new OperatorError('state', 'a gateway is connected to this database: stop every one, and poolers, first');
}

async function resealAll(owner: Database, rotation: Rotation, secrets: Secrets): Promise<void> {
  const progress = await progressOf(owner, secrets);
  if (progress === 'done') return;
  await migrate(owner);
  await beginWith(owner, rotation, secrets, progress === 'new');
  rotation.say(
    progress === 'new' ? 'The next secret is kept; sealing anew.' : 'Going on with a rotation that was begun.',
  );
  const files = localFileStore(rotation.uploadsFolder, secureIds, fileSeal(secrets.next));
  rotation.say(`files: ${await files.resealAll(fileSeal(secrets.before))}`);
  for (const table of RESEALED) rotation.say(`${table.table}: ${await resealTable(owner, table, secrets)}`);
  await settle(owner, secrets, rotation.now());
}

/** @throws OperatorError, DatabaseError: nothing is lost, and the same again goes on where it was */
export async function rotateSecret(rotation: Rotation): Promise<void> {
  const secrets = await secretsOf(rotation);
  const owner = await rotation.open();
  try {
    // The lock belongs to this connection, the only one of its pool, and ends with it.
    const { rows } = await owner.pool.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.mine !== true) throw new OperatorError('state', 'another rotation of this database is running');
    await resealAll(owner, rotation, secrets);
  } finally {
    await owner.close();
  }
  if (rotation.secretPath === null) {
    rotation.say('Done. Give every gateway the new secret as GATEWAY_SECRET, and drop the one before.');
  } else {
    await takeNextSecret(rotation.secretPath);
    rotation.say(
      `Done. ${rotation.secretPath} is the new secret: put it into every gateway's var folder, and into a new backup.`,
    );
  }
}
