/** Gateway: money calls per second beside a bare posting in SQL, on one real PostgreSQL that keeps its promises (fsync). */
import pg from 'pg';
import { startPostgres } from '../../tests/gateway/support/postgres-server';
import { compare, type Comparison, type Side } from '../measure';
import type { Part } from '../part';
import { openDatabase } from '../../gateway/db/client';
import { openBarePost, type BarePost } from './bare-post';
import { compareHostileBodies } from './hostile-bodies';
import { callsPerSecond, type ClientCall } from './load';
import { openMoneyCalls, type MoneyCalls } from './money-calls';
import { openPgbench, type Pgbench } from './pgbench';

const CLIENTS = [1, 8, 32];
const MAX_CLIENTS = Math.max(...CLIENTS);

interface Sides {
  bare: BarePost;
  pgbench: Pgbench | null;
  ours: MoneyCalls;
}

async function createDatabases(url: string, names: readonly string[]): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    for (const name of names) await client.query(`CREATE DATABASE ${name}`);
    const { rows } = await client.query<{ name: string; value: string }>(`
      SELECT name, setting AS value FROM pg_settings
       WHERE name IN ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name DESC`);
    const settings = new Map(rows.map(({ name, value }) => [name, value]));
    const rest = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => `${name} ${settings.get(name)}`);
    return `PostgreSQL ${settings.get('server_version')} on this machine (${rest.join(', ')})`;
  } finally {
    await client.end();
  }
}

/** Thirty-two clients of pgbench connect in less on a busy machine, too. */
const SECONDS = 2;

async function compareAt(clients: number, isQuick: boolean, { bare, pgbench, ours }: Sides): Promise<Comparison[]> {
  const side = (name: string, call: ClientCall): Side => ({
    name,
    round: () => callsPerSecond(clients, SECONDS * 1_000, call),
  });
  const limits = [side('bare SQL posting', bare.post)];
  const measured = [
    ...(pgbench ? [{ name: 'the same by pgbench', round: () => pgbench.run(clients, SECONDS) }] : []),
    side('ledger_post', ours.ledgerPost),
    side('createCustodyOrder in process', ours.handler),
    side('createCustodyOrder through the envelope door', ours.door),
  ];
  const rounds = { rounds: isQuick ? 2 : 7, warmUps: 1 };
  return compare(`${clients} ${clients === 1 ? 'client' : 'clients'}`, 'calls/s', limits, measured, rounds);
}

export const gateway: Part = async ({ isQuick, say }) => {
  const server = await startPostgres({ isDurable: true });
  try {
    const ranOn = await createDatabases(server.url, ['bare', 'rab']);
    const bare = await openBarePost(`${server.url}bare`, MAX_CLIENTS);
    const pgbench = await openPgbench(`${server.url}bare`);
    const ours = await openMoneyCalls(`${server.url}rab`, MAX_CLIENTS);
    try {
      const comparisons: Comparison[] = [];
      for (const clients of CLIENTS) {
        say(`${clients} at once`);
        comparisons.push(...(await compareAt(clients, isQuick, { bare, pgbench, ours })));
      }
      say('hostile bodies');
      const database = await openDatabase({ kind: 'postgres', url: `${server.url}rab` });
      try {
        const rounds = { rounds: isQuick ? 3 : 15, warmUps: 2 };
        comparisons.push(...(await compareHostileBodies(database, rounds)));
      } finally {
        await database.close();
      }
      return { comparisons, ranOn };
    } finally {
      await Promise.all([bare.close(), pgbench?.close(), ours.close()]);
    }
  } finally {
    await server.stop();
  }
};
