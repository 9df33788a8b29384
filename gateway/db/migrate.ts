/** Brings the database up to date: numbered SQL files, each applied once, in its own transaction, with its checksum. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Database } from './client';
import { MigrationError } from './errors';

export interface Migration {
  number: number;
  name: string;
  checksum: string;
  sql: string;
}

/** Beside this module in the source, and beside the bundle in a build. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

const FILE_NAME = /^([0-9]{4})_[a-z0-9_]+\.sql$/;
/** Any fixed number: two gateways that start together queue up behind it. */
const ADVISORY_LOCK = 7_261_002;

/** The migrations in `folder`, in order. @throws MigrationError on a bad or doubly used number. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = FILE_NAME.exec(name)?.[1];
      if (number === undefined) throw new MigrationError(`${name} is not named like 0001_name.sql`);
      const sql = (await readFile(`${folder}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  for (const [index, one] of migrations.entries()) {
    if (migrations[index + 1]?.number === one.number)
      throw new MigrationError(`two files have the number of ${one.name}`);
  }
  return migrations;
}

async function appliedBy(client: pg.PoolClient): Promise<Map<number, string>> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM schema_migrations',
  );
  return new Map(rows.map((row) => [row.number, row.checksum]));
}

/** The first migration that is not applied yet, after checking those that are. */
function nextOf(migrations: readonly Migration[], applied: ReadonlyMap<number, string>): Migration | null {
  for (const { number, name, checksum } of migrations) {
    const known = applied.get(number);
    if (known !== undefined && known !== checksum) throw new MigrationError(`${name} was changed after it was applied`);
  }
  for (const number of applied.keys()) {
    if (!migrations.some((one) => one.number === number)) {
      throw new MigrationError(`it has migration ${number}, which this program does not know`);
    }
  }
  return migrations.find(({ number }) => !applied.has(number)) ?? null;
}

/** Applies at most one migration. The lock lives as long as the transaction, so that a pooler in between does no harm. */
async function step(client: pg.PoolClient, migrations: readonly Migration[]): Promise<Migration | null> {
  await client.query('BEGIN');
  try {
    // Waiting for another gateway's migration, or a long one, is no runaway statement.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const next = nextOf(migrations, await appliedBy(client));
    if (next !== null) {
      await client.query(next.sql);
      await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
        next.number,
        next.name,
        next.checksum,
      ]);
    }
    await client.query('COMMIT');
    return next;
  } catch (error) {
    await client.query('ROLLBACK');
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(error instanceof Error ? error.message : String(error), error);
  }
}

/**
 * Applies every migration that is missing; safe when several gateways start together.
 * @param options `only`: those of these numbers, as a backup had them. @returns the names of those applied now. @throws MigrationError
 */
export async function migrate(
  database: Database,
  { folder = MIGRATIONS_FOLDER, only }: { folder?: string; only?: ReadonlySet<number> } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ number }) => only?.has(number) ?? true);
  const client = await database.pool.connect();
  const applied: string[] = [];
  try {
    for (let done = await step(client, migrations); done !== null; done = await step(client, migrations)) {
      applied.push(done.name);
    }
  } finally {
    client.release();
  }
  return applied;
}
