/** Runs the same tests on both databases: the embedded one, and a real PostgreSQL server. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { startEmbedded } from '../../../gateway/db/embedded';
import { migrate, readMigrations } from '../../../gateway/db/migrate';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';

export type DatabaseKind = DatabaseConfig['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['embedded', 'postgres'];

export interface DatabaseFixture {
  readonly kind: DatabaseKind;
  /** Migrated; opened before the first test and closed after the last. */
  readonly database: Database;
  /** Runs `fn` in a transaction of its own. */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
}

const root = dirname(createRequire(import.meta.url).resolve('../../../package.json'));
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
function imageOfEmptyDatabase(): Promise<string> {
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
async function migrationsKey(): Promise<string> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  return hash.digest('hex').slice(0, 16);
}

/** Migrating costs two seconds on the embedded database, a copy nothing more than an empty one. */
async function imageOfMigratedDatabase(): Promise<string> {
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

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database on the server to copy from, made by the first who needs it. @returns its name */
async function migratedTemplate(): Promise<string> {
  const name = `migrated_${await migrationsKey()}`;
  await onServer(async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await client.query(`CREATE DATABASE ${draft}`);
    const database = await openDatabase({ kind: 'postgres', url: `${inject('postgresUrl')}${draft}` });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

export interface TestDatabase {
  config: DatabaseConfig;
  /** Is rid of it. */
  drop(): Promise<void>;
}

async function onNewServerDatabase(template: string | null): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) =>
    client.query(`CREATE DATABASE ${name} ${template === null ? '' : `TEMPLATE ${template}`}`),
  );
  return {
    config: { kind: 'postgres', url: `${inject('postgresUrl')}${name}`, maxConnections: 20 },
    drop: () => onServer((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

function embeddedFrom(imagePath: string): TestDatabase {
  return { config: { kind: 'embedded', folder: null, imagePath }, drop: async () => undefined };
}

/** A new empty database of this kind. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded' ? embeddedFrom(await imageOfEmptyDatabase()) : onNewServerDatabase(null);
}

/** A new database of this kind with every migration applied. */
export async function createMigrated(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded'
    ? embeddedFrom(await imageOfMigratedDatabase())
    : onNewServerDatabase(await migratedTemplate());
}

/**
 * `describe` once per database, each with a fresh, migrated database for the whole block. Tests of one block share it, so
 * they use owner ids and references of their own.
 */
export function describeOnEachDatabase(name: string, body: (fixture: DatabaseFixture) => void): void {
  describe.each(DATABASE_KINDS)(`${name} (%s)`, (kind) => {
    let database: Database | null = null;
    let drop = async () => undefined as void;
    beforeAll(async () => {
      const created = await createMigrated(kind);
      drop = created.drop;
      database = await openDatabase(created.config);
    });
    afterAll(async () => {
      await database?.close();
      await drop();
    });
    const opened = () => {
      if (!database) throw new Error('the database is open inside tests and hooks only');
      return database;
    };
    body({
      kind,
      get database() {
        return opened();
      },
      tx: (fn) => withTransaction(opened(), fn),
    });
  });
}
