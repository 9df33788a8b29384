/** `backup`: the database at one moment, the secret and the uploads in one sealed file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { storedPaths } from '../../adapters/file-store';
import type { Database } from '../../db/client';
import { refuseOtherSecret } from '../../db/secret-check';
import { OperatorError } from '../command';
import { writeArchive, type ArchiveWriter } from './archive';
import { isEmpty, migrationsOf, rowsOf, sequencesOf, tablesOf } from './tables-repo';

export interface BackupCounts {
  rows: number;
  files: number;
}

async function putDatabase(client: pg.PoolClient, archive: ArchiveWriter): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(client)) {
    counts[table] = 0;
    for await (const { json, count } of rowsOf(client, table)) {
      await archive.write({ item: 'rows', table }, Buffer.from(json));
      counts[table] += count;
    }
  }
  return counts;
}

async function putFiles(folder: string, archive: ArchiveWriter): Promise<number> {
  let files = 0;
  for await (const path of storedPaths(folder)) {
    await archive.write({ item: 'file', path }, await readFile(join(folder, path)));
    files += 1;
  }
  return files;
}

/** @throws OperatorError, DatabaseSecretError; then there is no file */
export async function backUp(
  owner: Database,
  source: { secret: Uint8Array; uploadsFolder: string; path: string; passphrase: string; now: number },
): Promise<BackupCounts> {
  const { secret, uploadsFolder, path, passphrase, now } = source;
  if (await isEmpty(owner.pool)) throw new OperatorError('state', 'there is nothing to back up yet');
  await refuseOtherSecret(owner.pool, secret);
  const client = await owner.pool.connect();
  let done: BackupCounts = { rows: 0, files: 0 };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0');
    await writeArchive(path, passphrase, async (archive) => {
      await archive.write({ item: 'begin', createdAt: now, migrations: await migrationsOf(client) });
      await archive.write({ item: 'secret' }, secret);
      // Files after the rows that name them: a file is there before its row, and stays.
      const rows = await putDatabase(client, archive);
      const sequences = await sequencesOf(client);
      const files = await putFiles(uploadsFolder, archive);
      await archive.write({ item: 'end', rows, files, sequences });
      done = { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files };
    });
    return done;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
