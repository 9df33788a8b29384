/** A gateway gets the role that serves, on a server that asks for passwords. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../gateway/environment';
import { openDeps } from '../../../gateway/open-deps';
import { madeFolder } from '../../support/made-folder';
import { startPostgres, type PostgresServer } from '../support/postgres-server';

let server: PostgresServer;

async function onServer(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${server.url}postgres` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const urlOf = (role: string, password: string, database: string) =>
  server.url.replace('postgres@', `${role}:${password}@`) + database;

/** Opens the database as a gateway does. @returns the role of its statements */
async function served(settings: Record<string, string>): Promise<string> {
  const varDir = madeFolder('roles');
  const { deps, close } = await openDeps(readEnvironment({ VAR_DIR: varDir, ALLOW_NO_SMTP: '1', ...settings }));
  try {
    await expect(deps.db.pool.query('DROP TRIGGER immutable ON entries')).rejects.toThrow(/must be owner/);
    const { rows } = await deps.db.pool.query<{ role: string }>('SELECT session_user AS role');
    return rows[0]?.role ?? '';
  } finally {
    await close();
  }
}

const SECRET = 'a secret of thirty-two characters';

describe('on a server that asks for passwords', () => {
  beforeAll(async () => {
    const folder = madeFolder('roles');
    const rules = join(folder, 'pg_hba.conf');
    writeFileSync(rules, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
    chmodSync(folder, 0o755);
    chmodSync(rules, 0o644);
    server = await startPostgres({ settings: [`hba_file=${rules}`] });
  });
  afterAll(() => server.stop());

  it('an owner that may make roles makes it, with a password that every gateway of the same secret has', async () => {
    await onServer(`CREATE ROLE ann LOGIN CREATEROLE PASSWORD 'a'`, 'CREATE DATABASE first OWNER ann');
    const DATABASE_URL = urlOf('ann', 'a', 'first');
    expect(await served({ DATABASE_URL, GATEWAY_SECRET: SECRET })).toBe('first_serving');
    await expect(served({ DATABASE_URL: urlOf('first_serving', 'a', 'first') })).rejects.toThrow(/password/);
    expect(await served({ DATABASE_URL, GATEWAY_SECRET: SECRET })).toBe('first_serving');
    // Somebody has changed it: the owner sets it again.
    await onServer(`ALTER ROLE first_serving PASSWORD 'other'`);
    expect(await served({ DATABASE_URL, GATEWAY_SECRET: SECRET })).toBe('first_serving');
  });

  it('one that may not says what to run, and then goes on', async () => {
    await onServer(`CREATE ROLE bob LOGIN PASSWORD 'b'`, 'CREATE DATABASE second OWNER bob');
    const DATABASE_URL = urlOf('bob', 'b', 'second');
    await expect(served({ DATABASE_URL, GATEWAY_SECRET: SECRET })).rejects.toThrow(
      /CREATE ROLE "second_serving" LOGIN PASSWORD '…'; and set DATABASE_SERVING_URL/,
    );
    await onServer(`CREATE ROLE second_serving LOGIN PASSWORD 's'`);
    const DATABASE_SERVING_URL = urlOf('second_serving', 's', 'second');
    expect(await served({ DATABASE_URL, DATABASE_SERVING_URL, GATEWAY_SECRET: SECRET })).toBe('second_serving');
  });

  it('a role that could undo what the database enforces is refused as the one that serves', async () => {
    await onServer(
      `CREATE ROLE cleo LOGIN PASSWORD 'c'`,
      'CREATE DATABASE third OWNER cleo',
      `CREATE ROLE dan LOGIN PASSWORD 'c'; GRANT cleo TO dan`,
      `CREATE ROLE eve LOGIN CREATEROLE PASSWORD 'c'`,
    );
    const DATABASE_URL = urlOf('cleo', 'c', 'third');
    for (const role of ['cleo', 'postgres', 'dan', 'eve']) {
      const settings = { DATABASE_URL, DATABASE_SERVING_URL: urlOf(role, 'c', 'third'), GATEWAY_SECRET: SECRET };
      await expect(served(settings), role).rejects.toThrow(`the role ${role} is to serve, but`);
    }
  });

  it('another secret is refused before anything is written', async () => {
    await onServer(`CREATE ROLE fay LOGIN CREATEROLE PASSWORD 'f'`, 'CREATE DATABASE fourth OWNER fay');
    const DATABASE_URL = urlOf('fay', 'f', 'fourth');
    await served({ DATABASE_URL, GATEWAY_SECRET: SECRET });
    const owner = new pg.Client({ connectionString: DATABASE_URL });
    await owner.connect();
    try {
      // As if a migration were missing, and rights: a start would make up for both.
      await owner.query(`DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM schema_migrations)`);
      await owner.query(`REVOKE ALL ON settings FROM fourth_serving`);
      const state = async () =>
        (
          await owner.query(`SELECT (SELECT count(*) FROM schema_migrations)::text || (SELECT relacl FROM pg_class
          WHERE relname = 'settings')::text || (SELECT string_agg(fingerprint, ',') FROM gateway_secret) AS state`)
        ).rows;
      const before = await state();
      const other = 'another secret of thirty-two chars';
      await expect(served({ DATABASE_URL, GATEWAY_SECRET: other })).rejects.toThrow(/set up with another secret/);
      expect(await state()).toEqual(before);
    } finally {
      await owner.end();
    }
  });
});
