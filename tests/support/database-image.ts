/** Images of embedded databases that tests start from, made once and kept from run to run. */
import { createHash, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../gateway/db/client';
import { startEmbedded } from '../../gateway/db/embedded';
import { migrate, readMigrations } from '../../gateway/db/migrate';

const root = dirname(createRequire(import.meta.url).resolve('../../package.json'));
const CACHE = join(root, 'node_modules/.cache/rab');

/** Keeps an image of a data folder from run to run; those of the same kind that it replaces go. */
async function keptImage(kind: string, version: string, make: () => Promise<Uint8Array>): Promise<string> {
  const path = join(CACHE, `${kind}-${version}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, await make());
  renameSync(draft, path);
  for (const name of readdirSync(CACHE)) {
    const isOlder = name.startsWith(`${kind}-`) && name.endsWith('.tar') && join(CACHE, name) !== path;
    if (isOlder) rmSync(join(CACHE, name), { force: true });
  }
  return path;
}

function engineVersion(): string {
  const text = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** An initialised data folder costs four seconds to make and half a second to copy. */
export function imageOfEmptyDatabase(): Promise<string> {
  return keptImage('pglite', engineVersion(), async () => {
    const engine = await startEmbedded({ folder: null, imagePath: null });
    try {
      return await engine.image();
    } finally {
      await engine.close();
    }
  });
}

/** One name for this state of the migrations: a change of any of them makes new templates. */
export async function migrationsKey(): Promise<string> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  return hash.digest('hex').slice(0, 16);
}

/** Migrating costs two seconds on the embedded database, a copy nothing more than an empty one. */
export async function imageOfMigratedDatabase(): Promise<string> {
  return keptImage('migrated', `${engineVersion()}-${await migrationsKey()}`, async () => {
    const database = await openDatabase({ kind: 'embedded', folder: null, imagePath: await imageOfEmptyDatabase() });
    try {
      await migrate(database);
      if (!database.engine) throw new Error('the embedded database has an engine');
      return await database.engine.image();
    } finally {
      await database.close();
    }
  });
}

/** Lays a migrated database into a gateway's var folder: its first start then takes a fraction of the time. */
export async function layDatabaseInto(varDir: string): Promise<void> {
  const folder = join(varDir, 'db');
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('tar', ['-xf', await imageOfMigratedDatabase(), '-C', folder]);
}
