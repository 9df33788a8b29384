/** Opening, locking, migrating, transactions: what both databases share, and what is particular to each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { sqlFailure } from '../../../gateway/db/errors';
import { lockFolder } from '../../../gateway/db/lock';
import { migrate, readMigrations } from '../../../gateway/db/migrate';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';
import { createDatabase, databaseKind, describeOn, describeOnDatabase } from '../support/database';
import { newOwner, refusalOf } from '../support/ledger';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rab-database-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof Error ? `${(error as { code?: string }).code}: ${error.message}` : String(error);
  }
  return 'nothing was refused';
}

describeOn('embedded', 'the lock on the data folder', () => {
  it('is refused while its owner lives, and free after release', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by the running process ${process.pid}`);
    lock.release();
    lockFolder(folder).release();
    expect(existsSync(join(folder, 'db.lock'))).toBe(false);
  });

  it('is taken over from a dead process', async () => {
    const dead = spawn(process.execPath, ['-e', '']);
    const pid = dead.pid;
    await once(dead, 'exit');
    writeFileSync(join(folder, 'db.lock'), JSON.stringify({ pid, startedAt: null, token: 'x' }));
    const lock = lockFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, 'db.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it.runIf(existsSync('/proc/self/stat'))('is taken over when the number belongs to a later process', () => {
    writeFileSync(
      join(folder, 'db.lock'),
      JSON.stringify({ pid: process.pid, startedAt: 'another-boot:1', token: 'x' }),
    );
    lockFolder(folder).release();
  });

  it('is never taken from a file that it cannot read', () => {
    writeFileSync(join(folder, 'db.lock'), 'not a lock');
    expect(() => lockFolder(folder)).toThrow('not readable as a lock file');
    expect(readFileSync(join(folder, 'db.lock'), 'utf8')).toBe('not a lock');
  });

  it('does not remove a lock that somebody else has by now', () => {
    const lock = lockFolder(folder);
    writeFileSync(join(folder, 'db.lock'), 'of another');
    lock.release();
    expect(readFileSync(join(folder, 'db.lock'), 'utf8')).toBe('of another');
  });
});

describeOn('embedded', 'opening the embedded database', () => {
  it('keeps what was written to the folder, and refuses a second opener', async () => {
    const { config } = await createDatabase('embedded');
    const first = await openDatabase({ ...config, kind: 'embedded', folder });
    await first.db.execute(sql`CREATE TABLE kept (n int)`);
    await first.db.execute(sql`INSERT INTO kept VALUES (42)`);
    expect(await messageOf(openDatabase({ kind: 'embedded', folder }))).toMatch(
      /^database-in-use: .*is in use by the running process/,
    );
    await first.close();
    await first.close();
    const second = await openDatabase({ kind: 'embedded', folder });
    const { rows } = await second.db.execute<{ n: number }>(sql`SELECT n FROM kept`);
    await second.close();
    expect(rows).toEqual([{ n: 42 }]);
    expect(existsSync(join(folder, 'db.lock'))).toBe(false);
  });

  it('says in one sentence that the folder cannot be used, and touches nothing', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'mine');
    expect(await messageOf(openDatabase({ kind: 'embedded', folder: path }))).toMatch(
      /^database-folder: The data folder .* cannot be used: /,
    );
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it.skipIf(process.getuid?.() === 0)('says that the folder is not writable (root may write everywhere)', async () => {
    const path = join(folder, 'closed');
    mkdirSync(path);
    chmodSync(path, 0o500);
    expect(await messageOf(openDatabase({ kind: 'embedded', folder: path }))).toMatch(/^database-folder: .*EACCES/);
  });
});

describeOn('postgres', 'opening a database on a server', () => {
  it('says that nobody answers, without telling the password', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server.close();
    await once(server, 'close');
    const message = await messageOf(
      openDatabase({ kind: 'postgres', url: `postgres://me:hunter2@127.0.0.1:${port}/rab` }),
    );
    expect(message).toMatch(
      /^database-unavailable: The database at 127\.0\.0\.1:\d+\/rab cannot be used: .*ECONNREFUSED/,
    );
    expect(message).not.toContain('hunter2');
  });

  it('says that the database does not exist, and that the address is none', async () => {
    const missing = await messageOf(
      openDatabase({ kind: 'postgres', url: `${inject('postgresUrl')}no_such_database` }),
    );
    expect(missing).toMatch(/^database-unavailable: .*no_such_database/);
    expect(await messageOf(openDatabase({ kind: 'postgres', url: 'postgres://[bad' }))).toMatch(
      /^database-unavailable: /,
    );
  });
});

describe('migrations', () => {
  const kind = databaseKind();
  let database: Database;
  let drop: () => Promise<void>;
  let openAgain: () => Promise<Database>;

  beforeEach(async () => {
    const created = await createDatabase(kind);
    drop = created.drop;
    openAgain = () => openDatabase(created.config);
    database = await openAgain();
    writeFileSync(join(folder, '0001_first.sql'), 'CREATE TABLE first (n int);\nINSERT INTO first VALUES (1);');
    writeFileSync(join(folder, '0002_second.sql'), 'ALTER TABLE first ADD COLUMN m int;');
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  it('are applied once, in order', async () => {
    expect(await migrate(database, { folder })).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database, { folder })).toEqual([]);
    writeFileSync(join(folder, '0003_third.sql'), 'INSERT INTO first VALUES (2, 2);');
    expect(await migrate(database, { folder })).toEqual(['0003_third.sql']);
    const { rows } = await database.db.execute<{ n: number }>(sql`SELECT n FROM first ORDER BY n`);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('are applied once when several gateways start together', async () => {
    const others = kind === 'postgres' ? await Promise.all([openAgain(), openAgain(), openAgain()]) : [];
    const applied = await Promise.all([database, ...others].map((one) => migrate(one, { folder })));
    await Promise.all(others.map((one) => one.close()));
    expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  });

  it('leave nothing of one that fails', async () => {
    writeFileSync(join(folder, '0003_third.sql'), 'CREATE TABLE third (n int); SELECT 1 / 0;');
    expect(await messageOf(migrate(database, { folder }))).toMatch(/^database-migration: .*division by zero/);
    const { rows } = await database.db.execute(sql`SELECT 1 FROM pg_tables WHERE tablename = 'third'`);
    expect(rows).toEqual([]);
  });

  it('refuse a file that was changed after it was applied, and a database from the future', async () => {
    await migrate(database, { folder });
    writeFileSync(join(folder, '0002_second.sql'), 'ALTER TABLE first ADD COLUMN x int;');
    expect(await messageOf(migrate(database, { folder }))).toMatch(/0002_second\.sql was changed after it was applied/);
    rmSync(join(folder, '0002_second.sql'));
    expect(await messageOf(migrate(database, { folder }))).toMatch(
      /it has migration 2, which this program does not know/,
    );
  });

  it('refuse files without a number or with the same one', async () => {
    writeFileSync(join(folder, '0002_again.sql'), '');
    expect(await messageOf(readMigrations(folder))).toMatch(/two files have the number/);
    writeFileSync(join(folder, 'second.sql'), '');
    expect(await messageOf(readMigrations(folder))).toMatch(/second\.sql is not named like/);
  });
});

describeOnDatabase('transactions', (fixture) => {
  it('refuse a second connection inside, on both databases', async () => {
    const { database } = fixture;
    expect(await messageOf(fixture.tx(() => database.pool.query('SELECT 1')))).toMatch(/use its tx/);
    expect(await messageOf(fixture.tx(() => fixture.tx(async () => 1)))).toMatch(/use its tx/);
    const nested = await fixture.tx(() => database.db.execute(sql`SELECT 1`)).catch((error: unknown) => error);
    expect(String((nested as Error).cause)).toMatch(/use its tx/);
  });

  it('allow work that a transaction started and that goes on after it', async () => {
    const { database } = fixture;
    let goOn: () => void = () => undefined;
    const later = new Promise<void>((resolve) => (goOn = resolve));
    let afterwards: Promise<unknown> = Promise.resolve();
    await fixture.tx(async () => {
      afterwards = later.then(() => database.db.execute<{ one: number }>(sql`SELECT 1 AS one`));
    });
    goOn();
    expect(await afterwards).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('roll back when they throw, and the connection is good for the next', async () => {
    const failing = fixture.tx(async (tx) => {
      await tx.execute(sql`INSERT INTO system_jobs (name) VALUES ('rolled-back')`);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const { rows } = await fixture.database.db.execute(sql`SELECT 1 FROM system_jobs WHERE name = 'rolled-back'`);
    expect(rows).toEqual([]);
  });

  it('are tried again after a deadlock or serialization failure, a bounded number of times, with jitter', async () => {
    const sleeps: number[] = [];
    const options = { retries: 3, random: () => 0.5, sleep: async (ms: number) => sleeps.push(ms) };
    let runs = 0;
    const colliding = (until: number) => async (tx: Tx) => {
      runs += 1;
      if (runs <= until) await tx.execute(sql`DO $$ BEGIN RAISE EXCEPTION 'collision' USING ERRCODE = '40001'; END $$`);
      return runs;
    };
    expect(await withTransaction(fixture.database, colliding(2), options)).toBe(3);
    expect(sleeps).toEqual([5, 10]);
    runs = 0;
    const never = await withTransaction(fixture.database, colliding(99), options).catch((error: unknown) => error);
    expect([sqlFailure(never)?.code, runs]).toEqual(['40001', 4]);
  });

  it('are not tried again for any other failure', async () => {
    let runs = 0;
    const work = fixture.tx(async (tx) => {
      runs += 1;
      await tx.execute(sql`SELECT 1 / 0`);
    });
    await expect(work).rejects.toThrow();
    expect(runs).toBe(1);
  });

  it('that wait for each other end, both', async () => {
    const [a, b] = [newOwner(), newOwner()];
    for (const name of [a, b]) await fixture.database.db.execute(sql`INSERT INTO system_jobs (name) VALUES (${name})`);
    const touch = (first: string, second: string) =>
      fixture.tx(async (tx) => {
        await tx.execute(sql`UPDATE system_jobs SET last_error = 'x' WHERE name = ${first}`);
        await tx.execute(sql`UPDATE system_jobs SET last_error = 'y' WHERE name = ${second}`);
        return 'done';
      });
    // One deadlock at a time: how often one of many is the victim has no bound.
    for (let round = 0; round < 3; round += 1) {
      expect(await Promise.all([touch(a, b), touch(b, a)])).toEqual(['done', 'done']);
    }
  });

  it('that lose their connection leave nothing behind in the next', async () => {
    const client = await fixture.database.pool.connect();
    await client.query('BEGIN');
    await client.query(`INSERT INTO system_jobs (name) VALUES ('abandoned')`);
    client.release(true);
    await fixture.database.db.execute(sql`INSERT INTO system_jobs (name) VALUES ('next')`);
    const { rows } = await fixture.database.db.execute(
      sql`SELECT name FROM system_jobs WHERE name IN ('abandoned', 'next')`,
    );
    expect(rows).toEqual([{ name: 'next' }]);
  });

  it('carry large texts and many parameters in both directions', async () => {
    const text = 'é'.repeat(2_000_000);
    const { rows } = await fixture.database.db.execute<{ text: string; n: number }>(
      sql`SELECT ${text}::text AS text, length(${text}::text) AS n`,
    );
    expect(rows[0]?.n).toBe(2_000_000);
    expect(rows[0]?.text === text).toBe(true);
  });

  it('survive a failing statement in the middle of several', async () => {
    expect(await refusalOf(fixture.database.pool.query('SELECT 1; SELECT 1 / 0; SELECT 2'))).toBe('22012');
    const all = await Promise.all(
      [1, 2, 3].map((n) => fixture.database.pool.query<{ n: number }>('SELECT $1::int AS n', [n])),
    );
    expect(all.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
  });
});
