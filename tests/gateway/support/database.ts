/** Runs the same tests on both databases: the embedded one, and a real PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { migrate } from '../../../gateway/db/migrate';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';
import { imageOfEmptyDatabase, imageOfMigratedDatabase, migrationsKey } from '../../support/database-image';

export type DatabaseKind = DatabaseConfig['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['embedded', 'postgres'];

export interface DatabaseFixture {
  readonly kind: DatabaseKind;
  /** Migrated; opened before the first test and closed after the last. */
  readonly database: Database;
  /** Runs `fn` in a transaction of its own. */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
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
