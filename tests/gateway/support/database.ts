/** Runs the same tests on both databases: the embedded one, and a real PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { startEmbedded } from '../../../gateway/db/embedded';
import { migrate } from '../../../gateway/db/migrate';
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

/** An initialised data folder costs four seconds to make and half a second to copy, so one is kept for this version. */
async function imageOfEmptyDatabase(): Promise<string> {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('../../../package.json'));
  const { version } = require(join(root, 'node_modules/@electric-sql/pglite/package.json')) as { version: string };
  const path = join(root, 'node_modules/.cache/rab', `pglite-${version}.tar`);
  if (!existsSync(path)) {
    const engine = await startEmbedded({ folder: null, imagePath: null });
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, await engine.image());
    renameSync(draft, path);
    await engine.close();
  }
  return path;
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

/** A new empty database of this kind, and how to be rid of it. */
export async function createDatabase(
  kind: DatabaseKind,
): Promise<{ config: DatabaseConfig; drop: () => Promise<void> }> {
  if (kind === 'embedded') {
    return { config: { kind, folder: null, imagePath: await imageOfEmptyDatabase() }, drop: async () => undefined };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`CREATE DATABASE ${name}`));
  return {
    config: { kind, url: `${inject('postgresUrl')}${name}`, maxConnections: 20 },
    drop: () => onServer((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
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
      const created = await createDatabase(kind);
      drop = created.drop;
      database = await openDatabase(created.config);
      await migrate(database);
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
