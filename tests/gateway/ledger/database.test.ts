/** Opening, locking, migrating, transactions: what both databases share, and what is particular to each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { sqlFailure } from '../../../gateway/db/errors';
import { lockFolder } from '../../../gateway/db/lock';
import { migrate } from '../../../gateway/db/migrate';
import { withTransaction, type Tx } from '../../../gateway/db/transaction';
import { createDatabase, databaseKind, describeOn, describeOnDatabase } from '../support/database';

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
});

describeOnDatabase('transactions', (fixture) => {
  it('refuse a second connection inside, on both databases', async () => {
    const { database } = fixture;
    expect(await messageOf(fixture.tx(() => database.pool.query('SELECT 1')))).toMatch(/use its tx/);
    expect(await messageOf(fixture.tx(() => fixture.tx(async () => 1)))).toMatch(/use its tx/);
    const nested = await fixture.tx(() => database.db.execute(sql`SELECT 1`)).catch((error: unknown) => error);
    expect(String((nested as Error).cause)).toMatch(/use its tx/);
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
});
