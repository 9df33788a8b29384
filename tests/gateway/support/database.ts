/** The database of the tests: PostgreSQL in the project `gateway`, the embedded one in the project `embedded`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { migrate } from '../../../gateway/db/migrate';
import { EMBEDDED_ROLE, grantServing } from '../../../gateway/db/serving';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';
import { imageOfEmptyDatabase, imageOfMigratedDatabase, migrationsKey } from '../../support/database-image';

export type DatabaseKind = DatabaseConfig['kind'];

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the project. */
    database: DatabaseKind;
  }
}

/** The database that this project's tests run on. */
export const databaseKind = (): DatabaseKind => inject('database');

export interface DatabaseFixture {
  readonly kind: DatabaseKind;
  /** Migrated; opened before the first test and closed after the last. */
  readonly database: Database;
  /** Runs `fn` in a transaction of its own. */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Works like `asOwner`, for tests that change the schema or tamper with rows. */
  owner<T>(work: (owner: Database) => Promise<T>): Promise<T>;
}

/** On PostgreSQL one role serves all databases of a run, so that no test makes one. */
const SERVER_ROLE = 'tests_serving';

function urlAs(role: string, url: string): string {
  const parsed = new URL(url);
  parsed.username = role;
  return parsed.href;
}

/** The same database as its owner, for gateways as processes: they make their own role. */
export function ownerUrl(config: DatabaseConfig): string {
  if (config.kind !== 'postgres') throw new Error('the embedded database has no address');
  return urlAs(new URL(inject('postgresUrl')).username, config.url);
}

/**
 * Runs `work` as the owner, who may do everything, while others stay the role that serves. The embedded database has one session: there
 * everybody is the owner until `work` ends.
 */
export async function asOwner<T>(database: Database, work: (owner: Database) => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') {
    const { rows } = await database.pool.query<{ role: string }>('SELECT session_user AS role');
    await database.pool.query('SET SESSION AUTHORIZATION postgres');
    try {
      return await work(database);
    } finally {
      await database.lower(rows[0]?.role ?? EMBEDDED_ROLE);
    }
  }
  const { connectionString } = (database.pool as unknown as { options: { connectionString: string } }).options;
  const owner = await openDatabase({ kind: 'postgres', url: ownerUrl({ kind: 'postgres', url: connectionString }) });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** As a superuser, beside the tests' databases. */
export async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database on the server to copy from; the first test that needs it makes it. @returns its name */
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
      await grantServing(database, SERVER_ROLE, 'any');
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

async function onNewServerDatabase(template: string | null, role: string | null): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (client) => {
    await client.query(`CREATE DATABASE ${name} ${template === null ? '' : `TEMPLATE ${template} STRATEGY FILE_COPY`}`);
    // A copy has the rights of the template's tables, but not those to the database itself.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
  const url = `${inject('postgresUrl')}${name}`;
  return {
    config: { kind: 'postgres', url: role === null ? url : urlAs(role, url), maxConnections: 20 },
    drop: () => onServer((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

function embeddedFrom(imagePath: string, role?: string): TestDatabase {
  return { config: { kind: 'embedded', folder: null, imagePath, ...(role && { role }) }, drop: async () => undefined };
}

/** A new empty database of this kind, as its owner. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'embedded' ? embeddedFrom(await imageOfEmptyDatabase()) : onNewServerDatabase(null, null);
}

/** A new database of this kind with every migration applied, as the role that serves. */
export async function createMigrated(kind: DatabaseKind = databaseKind()): Promise<TestDatabase> {
  return kind === 'embedded'
    ? embeddedFrom(await imageOfMigratedDatabase(), EMBEDDED_ROLE)
    : onNewServerDatabase(await migratedTemplate(), SERVER_ROLE);
}

/** `describe` in the project of this database alone: in the others there is no such test, and none that is skipped. */
export function describeOn(kind: DatabaseKind, name: string, body: () => void): void {
  if (databaseKind() === kind) describe(name, body);
}

/** `it` on this database alone, as `describeOn`. */
export function itOn(kind: DatabaseKind, name: string, body: () => Promise<void>): void {
  if (databaseKind() === kind) it(name, body);
}

/** `describe` with a fresh, migrated database. Tests of one block share it, so they use owner ids and references of their own. */
export function describeOnDatabase(name: string, body: (fixture: DatabaseFixture) => void): void {
  describe(name, () => {
    const kind = databaseKind();
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
      owner: (work) => asOwner(opened(), work),
    });
  });
}
