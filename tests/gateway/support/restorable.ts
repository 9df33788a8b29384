/** A database that can be copied, and put back to its copy: what an operator's restore does. */
import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { createMigrated, onServer } from './database';

export interface Restorable {
  /** Another one after each backup and restore: whoever used the one before is as a gateway that was stopped. */
  readonly database: Database;
  backup(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** On PostgreSQL. */
export async function createRestorable(): Promise<Restorable> {
  const { config, drop } = await createMigrated('postgres');
  const name = config.kind === 'postgres' ? new URL(config.url).pathname.slice(1) : '';
  const kept = `kept_${randomUUID().replaceAll('-', '')}`;
  let database = await openDatabase(config);
  /** While nobody has either open. */
  const copy = async (from: string, to: string) => {
    await database.close();
    await onServer(async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
    });
    database = await openDatabase(config);
  };
  return {
    get database() {
      return database;
    },
    backup: () => copy(name, kept),
    restore: () => copy(kept, name),
    async close() {
      await database.close();
      await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${kept} WITH (FORCE)`));
      await drop();
    },
  };
}
