/** Images of embedded databases that tests start from, made once and kept from run to run. */
import { createHash, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase, type Database } from '../../gateway/db/client';
import { GRANTS } from '../../gateway/db/grants';
import { migrate, readMigrations } from '../../gateway/db/migrate';
import { EMBEDDED_ROLE, grantServing } from '../../gateway/db/serving';

const root = dirname(createRequire(import.meta.url).resolve('../../package.json'));
const CACHE = join(root, 'node_modules/.cache/rab');

/** Change this when an image's contents change: new images are made then. */
const LAYOUT = 2;

/** Keeps an image of a data folder from run to run; those of the same kind that it replaces go. */
async function keptImage(kind: string, version: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(CACHE, `${kind}-${LAYOUT}-${version}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await make(draft);
  renameSync(draft, path);
  for (const name of readdirSync(CACHE)) {
    const isOlder = name.startsWith(`${kind}-`) && name.endsWith('.tar') && join(CACHE, name) !== path;
    if (isOlder) rmSync(join(CACHE, name), { force: true });
  }
  return path;
}

/**
 * Writes the image of a database that `prepare` filled. It is taken from a folder that was closed, since the copy of a
 * running engine goes through recovery at every start.
 */
async function writeImage(to: string, from: string | null, prepare: (database: Database) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'rab-image-'));
  try {
    const database = await openDatabase({ kind: 'embedded', folder, ...(from === null ? {} : { imagePath: from }) });
    try {
      await prepare(database);
      await database.pool.query('CHECKPOINT');
    } finally {
      await database.close();
    }
    const data = join(folder, 'db');
    execFileSync('tar', ['-cf', to, '-C', data, ...readdirSync(data).filter((name) => name !== 'postmaster.pid')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Drops the parts that every start would carry and no test asks for: databases to copy others from, and a cache larger than the
 * data.
 */
const UNUSED = [
  "UPDATE pg_database SET datistemplate = false, datallowconn = false WHERE datname IN ('template0', 'template1')",
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  "ALTER SYSTEM SET shared_buffers = '16MB'",
];

function engineVersion(): string {
  const text = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** An initialised data folder costs four seconds to make and a fraction of one to copy. */
export function imageOfEmptyDatabase(): Promise<string> {
  return keptImage('pglite', engineVersion(), (path) =>
    writeImage(path, null, async ({ pool }) => {
      for (const statement of UNUSED) await pool.query(statement);
    }),
  );
}

/** One name for this state of the migrations and of what may be done with tables: a change of any makes new templates. */
export async function migrationsKey(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(GRANTS));
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  return hash.digest('hex').slice(0, 16);
}

/** Migrating costs two seconds on the embedded database, a copy nothing more than an empty one. */
export async function imageOfMigratedDatabase(): Promise<string> {
  const empty = await imageOfEmptyDatabase();
  return keptImage('migrated', `${engineVersion()}-${await migrationsKey()}`, (path) =>
    writeImage(path, empty, async (database) => {
      await migrate(database);
      await grantServing(database, EMBEDDED_ROLE);
    }),
  );
}

/** Lays a migrated database into a gateway's var folder: its first start then takes a fraction of the time. */
export async function layDatabaseInto(varDir: string): Promise<void> {
  const folder = join(varDir, 'db');
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('tar', ['-xf', await imageOfMigratedDatabase(), '-C', folder]);
}
