/** `restore`: a backup into an empty installation; `restore --check`: into a temporary one, which is looked through and gone. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileSeal } from '../../adapters/file-seal';
import { isStoredPath } from '../../adapters/file-store';
import { readSecretFile, writeSecretFile } from '../../adapters/secret-file';
import { openDatabase, type Database } from '../../db/client';
import { migrate, readMigrations } from '../../db/migrate';
import { refuseOtherSecret } from '../../db/secret-check';
import { withTransaction } from '../../db/transaction';
import { OperatorError } from '../command';
import { reconcileEverything } from '../reconcile';
import { readArchive, type Frame, type Header } from './archive';
import { insertRows, isEmpty, markRestored, replaceRows, setSequences } from './tables-repo';

export interface Backup {
  path: string;
  passphrase: string;
}

type HeaderOf<I extends Header['item']> = Extract<Header, { item: I }>;

/** A backup's contents, told by going through all of it. */
export interface BackupContents {
  createdAt: number;
  migrations: Readonly<Record<string, string>>;
  secret: Uint8Array;
  end: HeaderOf<'end'>;
}

/** @throws OperatorError where the program is older than the backup */
async function refuseUnknown(migrations: BackupContents['migrations']): Promise<void> {
  const known = new Map((await readMigrations()).map(({ number, checksum }) => [String(number), checksum]));
  const unknown = Object.entries(migrations).find(([number, checksum]) => known.get(number) !== checksum);
  if (unknown)
    throw new OperatorError('state', `the backup has migration ${unknown[0]}, which this program does not know`);
}

/** Opens every frame, and every file with the backup's own secret. @throws OperatorError for a backup that is not whole */
export async function examine({ path, passphrase }: Backup): Promise<BackupContents> {
  let [begin, secret, end]: [HeaderOf<'begin'> | null, Uint8Array | null, HeaderOf<'end'> | null] = [null, null, null];
  const rows: Record<string, number> = {};
  let files = 0;
  for await (const { header, body } of readArchive(path, passphrase)) {
    if (header.item === 'begin') begin = header;
    if (header.item === 'secret') secret = Uint8Array.from(body);
    if (header.item === 'rows')
      rows[header.table] = (rows[header.table] ?? 0) + (JSON.parse(body.toString()) as []).length;
    if (header.item === 'end') end = header;
    if (header.item !== 'file') continue;
    files += 1;
    if (!isStoredPath(header.path)) throw new OperatorError('state', 'the backup holds a file with a strange name');
    try {
      fileSeal(secret ?? new Uint8Array()).open(header.path, body);
    } catch {
      throw new OperatorError('state', `the file ${header.path} of the backup does not open with its secret`);
    }
  }
  if (!begin || !secret || !end) throw new OperatorError('state', 'the backup is not whole');
  const short = Object.entries(end.rows).find(([table, count]) => (rows[table] ?? 0) !== count);
  if (short || files !== end.files) throw new OperatorError('state', 'the backup does not hold what it counts');
  await refuseUnknown(begin.migrations);
  return { createdAt: begin.createdAt, migrations: begin.migrations, secret, end };
}

/** Brings the rows into an empty database, at the backup's migrations first and then at this program's. */
async function fillDatabase(owner: Database, backup: Backup, { migrations, end }: BackupContents): Promise<void> {
  if (!(await isEmpty(owner.pool)))
    throw new OperatorError('state', 'the database is not empty: a restore needs an empty one');
  await migrate(owner, { only: new Set(Object.keys(migrations).map(Number)) });
  const client = await owner.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    const counts = await replaceRows(client, async () => {
      for await (const frame of readArchive(backup.path, backup.passphrase)) await insertFrame(client, frame);
      await markRestored(client);
    });
    await setSequences(client, end.sequences);
    const differing = Object.keys(end.rows).find((table) => counts[table] !== end.rows[table]);
    if (differing !== undefined)
      throw new OperatorError('state', `${differing} has ${counts[differing]} rows, not ${end.rows[differing]}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  await migrate(owner);
}

function insertFrame(client: Parameters<typeof insertRows>[0], { header, body }: Frame): Promise<void> | undefined {
  return header.item === 'rows' ? insertRows(client, header.table, body.toString()) : undefined;
}

export interface BackupCheck {
  createdAt: number;
  rows: number;
  files: number;
  findings: readonly { check: string; subject: string; detail: string }[];
}

const summed = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

/** Restores into a temporary database of its own and reconciles that; nothing else is touched. */
export async function checkBackup(backup: Backup): Promise<BackupCheck> {
  const contents = await examine(backup);
  const folder = await mkdtemp(join(tmpdir(), 'rab-restore-'));
  try {
    const owner = await openDatabase({ kind: 'embedded', folder });
    try {
      await fillDatabase(owner, backup, contents);
      await refuseOtherSecret(owner.pool, contents.secret);
      const findings = await withTransaction(owner, (tx) => reconcileEverything(tx));
      return { createdAt: contents.createdAt, rows: summed(contents.end.rows), files: contents.end.files, findings };
    } finally {
      await owner.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface RestoreTarget {
  open(): Promise<Database>;
  /** Null where GATEWAY_SECRET holds the secret, which is `given`. */
  secretPath: string | null;
  given: Uint8Array | null;
  uploadsFolder: string;
}

/** @throws OperatorError where another secret is there already */
async function placeSecret({ secretPath, given }: RestoreTarget, secret: Uint8Array): Promise<void> {
  if (secretPath !== null) await writeSecretFile(secretPath, secret);
  const there = secretPath === null ? given : await readSecretFile(secretPath);
  if (there === null || !Buffer.from(there).equals(Buffer.from(secret)))
    throw new OperatorError('state', 'there is another secret here already: a restore needs an empty installation');
}

async function placeFile(folder: string, path: string, body: Uint8Array): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await writeFile(target, body, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await readFile(target)).equals(body))
      throw new OperatorError('state', `there is another file ${path} already`);
  }
}

/**
 * Restores into an empty installation. The database comes last, in one transaction: broken off, the same again goes on.
 * @throws OperatorError, also where something is there already
 */
export async function restoreBackup(backup: Backup, target: RestoreTarget): Promise<Omit<BackupCheck, 'findings'>> {
  const contents = await examine(backup);
  const owner = await target.open();
  try {
    if (!(await isEmpty(owner.pool)))
      throw new OperatorError('state', 'the database is not empty: a restore needs an empty one');
    await placeSecret(target, contents.secret);
    for await (const { header, body } of readArchive(backup.path, backup.passphrase)) {
      if (header.item === 'file') await placeFile(target.uploadsFolder, header.path, body);
    }
    await fillDatabase(owner, backup, contents);
  } finally {
    await owner.close();
  }
  return { createdAt: contents.createdAt, rows: summed(contents.end.rows), files: contents.end.files };
}
