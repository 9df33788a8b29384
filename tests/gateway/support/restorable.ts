/** A database that can be copied, and put back to its copy: what an operator's restore does. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { EMBEDDED_ROLE } from '../../../gateway/db/serving';
import { imageOfMigratedDatabase } from '../../support/database-image';
import { madeFolder } from '../../support/made-folder';
import { createMigrated, type DatabaseKind } from './database';

export interface Restorable {
  /** Another one after each backup and restore: whoever used the one before is as a gateway that was stopped. */
  readonly database: Database;
  backup(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

async function onServer(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Keeps the data aside and puts them back while nobody has them open. */
interface Storage {
  config: DatabaseConfig;
  keep(): Promise<void>;
  putBack(): Promise<void>;
  drop(): Promise<void>;
}

async function embeddedStorage(): Promise<Storage> {
  const folder = madeFolder('restorable');
  const [data, kept] = [join(folder, 'db'), join(folder, 'kept')];
  const copy = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  };
  return {
    config: { kind: 'embedded', folder, imagePath: await imageOfMigratedDatabase(), role: EMBEDDED_ROLE },
    keep: async () => copy(data, kept),
    putBack: async () => copy(kept, data),
    drop: async () => undefined,
  };
}

async function serverStorage(): Promise<Storage> {
  const created = await createMigrated('postgres');
  const name = created.config.kind === 'postgres' ? new URL(created.config.url).pathname.slice(1) : '';
  const kept = `kept_${randomUUID().replaceAll('-', '')}`;
  const copy = (from: string, to: string) =>
    onServer(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`, `CREATE DATABASE ${to} TEMPLATE ${from}`);
  return {
    config: created.config,
    keep: () => copy(name, kept),
    putBack: () => copy(kept, name),
    drop: async () => {
      await onServer(`DROP DATABASE IF EXISTS ${kept} WITH (FORCE)`);
      await created.drop();
    },
  };
}

export async function createRestorable(kind: DatabaseKind): Promise<Restorable> {
  const storage = await (kind === 'embedded' ? embeddedStorage() : serverStorage());
  let database = await openDatabase(storage.config);
  const closed = async (work: () => Promise<void>) => {
    await database.close();
    await work();
    const { config } = storage;
    // The image is for an empty folder only.
    database = await openDatabase(
      config.kind === 'embedded' ? { kind: 'embedded', folder: config.folder, role: EMBEDDED_ROLE } : config,
    );
  };
  return {
    get database() {
      return database;
    },
    backup: () => closed(storage.keep),
    restore: () => closed(storage.putBack),
    async close() {
      await database.close();
      await storage.drop();
    },
  };
}
