/**
 * The limit: pgbench's own TPC-B-like transaction (three updates, a read, an insert) on the same server; through `pg` where there
 * is no pgbench.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { callsPerSecond } from '../gateway/load';

const execute = promisify(execFile);
const SCALE = 32;
const ACCOUNTS = 100_000 * SCALE;

export interface Tpcb {
  name: string;
  /** Transactions per second. @param seconds whole ones */
  run(clients: number, seconds: number): Promise<number>;
  close(): Promise<void>;
}

const TABLES = `
  CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int) WITH (fillfactor = 100);
  CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int) WITH (fillfactor = 100);
  CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);
  CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  INSERT INTO pgbench_branches SELECT n, 0 FROM generate_series(1, ${SCALE}) n;
  INSERT INTO pgbench_tellers SELECT n, (n - 1) / 10 + 1, 0 FROM generate_series(1, ${SCALE * 10}) n;
  INSERT INTO pgbench_accounts SELECT n, (n - 1) / 100000 + 1, 0, '' FROM generate_series(1, ${ACCOUNTS}) n;
  VACUUM ANALYZE`;

const random = (below: number) => 1 + Math.floor(Math.random() * below);

async function openOwn(url: string, maxClients: number): Promise<Tpcb> {
  const pool = new pg.Pool({ connectionString: url, max: maxClients });
  for (const statement of TABLES.split(';')) await pool.query(statement);
  async function transaction(): Promise<void> {
    const [aid, tid, bid, delta] = [random(ACCOUNTS), random(SCALE * 10), random(SCALE), random(10_000) - 5_000];
    const client = await pool.connect();
    const run = (text: string, values: number[]) => client.query({ name: text.slice(0, 60), text, values });
    try {
      await client.query('BEGIN');
      await run('UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2', [delta, aid]);
      await run('SELECT abalance FROM pgbench_accounts WHERE aid = $1', [aid]);
      await run('UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2', [delta, tid]);
      await run('UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2', [delta, bid]);
      await run('INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, now())', [
        tid,
        bid,
        aid,
        delta,
      ]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
  return {
    name: 'TPC-B-like through pg (no pgbench here)',
    run: (clients, seconds) => callsPerSecond(clients, seconds * 1_000, transaction),
    close: () => pool.end(),
  };
}

/** @param url an empty database */
export async function openTpcb(url: string, maxClients: number): Promise<Tpcb> {
  try {
    await execute('pgbench', ['--version']);
  } catch {
    return openOwn(url, maxClients);
  }
  await execute('pgbench', ['-i', '-q', '-s', String(SCALE), url]);
  return {
    name: 'pgbench TPC-B-like',
    async run(clients, seconds) {
      const load = ['-c', String(clients), '-j', String(Math.min(clients, 2)), '-T', String(seconds)];
      const { stdout } = await execute('pgbench', ['-n', '-M', 'prepared', ...load, url]);
      const rate = /^tps = ([0-9.]+)/m.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench answered ${stdout}`);
      return Number(rate);
    },
    close: async () => undefined,
  };
}
