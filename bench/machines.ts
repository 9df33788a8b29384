/**
 * Machines: counts incomes per second that a day's distribution writes, beside the same rows written by one INSERT … SELECT on the same
 * durable server.
 */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { toUnits } from '../contract/money';
import { openDatabase, type Database } from '../gateway/db/client';
import { migrate } from '../gateway/db/migrate';
import { withTransaction } from '../gateway/db/transaction';
import { recordReceipts } from '../gateway/domain/machines/record-receipts';
import { DAY_MS, dayOf, dayText } from '../gateway/domain/machines/rules';
import { loadSettings } from '../gateway/domain/settings/settings';
import { distributeOutput } from '../gateway/jobs/mining';
import { openCustodyWorld, type CustodyWorld } from '../tests/gateway/custody/world';
import { startPostgres } from '../tests/gateway/support/postgres-server';
import { compare } from './measure';
import type { Part } from './part';

/** Machines are spread over so many accounts. */
const OWNERS = 200;
const DAYS_BEFORE = 60;

/**
 * Writes machines of four sizes by plain SQL, without the triggers that ask for their payment: buying a hundred thousand would take as long as
 * the benchmark.
 */
async function fillMachines({ pool }: Database, world: CustodyWorld, machines: number): Promise<void> {
  const owners: string[] = [];
  for (let n = 0; n < OWNERS; n += 1) owners.push((await world.person('0')).accountId);
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SET session_replication_role = replica');
    const first = dayOf(world.time.now) - DAYS_BEFORE * DAY_MS;
    await client.query(
      `INSERT INTO machines (account_id, model_id, hashrate, price, tickets, bought_at, first_day, end_day)
       SELECT ($1::bigint[])[n % ${OWNERS} + 1], 't10', ($3::int[])[n % 4 + 1], 0, 1, $4::date - 1, $4::date, $4::date + 365 FROM generate_series(1, $2::int) n`,
      [owners, machines, [10, 50, 100, 500], dayText(first)],
    );
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}

/** Distributes the receipts of one day after another. @returns incomes per second */
function distribution(world: CustodyWorld, machines: number): () => Promise<number> {
  let ago = DAYS_BEFORE;
  return async () => {
    ago -= 1;
    const day = dayOf(world.time.now) - ago * DAY_MS;
    const { now } = world.time;
    await withTransaction(world.deps.db, async (tx) => {
      const settings = await loadSettings(tx);
      const receipts = toUnits('123456.789012', 'USDT');
      await recordReceipts(tx, { day, receipts, evidence: { transaction: 'bench' }, settings, now });
    });
    const started = performance.now();
    const made = await distributeOutput(world.deps);
    const seconds = (performance.now() - started) / 1_000;
    if (made !== machines) throw new Error(`${made} incomes were made of ${machines}`);
    return made / seconds;
  };
}

/** The rows of the day before, once more under other causes. @returns rows per second */
function plainInsert({ pool }: Database): () => Promise<number> {
  let round = 0;
  return async () => {
    round += 1;
    await pool.query('DROP TABLE IF EXISTS staged');
    await pool.query(
      `CREATE TABLE staged AS SELECT * FROM incomes WHERE source = 'machine-output' ORDER BY id DESC LIMIT (SELECT count(*) FROM machines)`,
    );
    const started = performance.now();
    const { rowCount } = await pool.query(
      `INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at)
       SELECT account_id, 'dividend', cause || $1, asset, amount, pool, inputs, income_at, created_at FROM staged`,
      [`:${round}`],
    );
    return (rowCount ?? 0) / ((performance.now() - started) / 1_000);
  };
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return `PostgreSQL ${rows[0]?.version} on this machine (fsync on)`;
  } finally {
    await client.end();
  }
}

export const machines: Part = async ({ isQuick, say }) => {
  const server = await startPostgres({ isDurable: true });
  const url = `${server.url}postgres`;
  try {
    const database = await openDatabase({ kind: 'postgres', url });
    await migrate(database);
    const world = await openCustodyWorld(database, Date.now());
    const count = isQuick ? 2_000 : 100_000;
    say(`${count} machines`);
    await fillMachines(database, world, count);
    const distribute = distribution(world, count);
    // The plain rows are copies of a day that was distributed.
    await distribute();
    const comparisons = await compare(
      `a day of ${count.toLocaleString('en')} machines`,
      'rows/s',
      [{ name: 'one INSERT … SELECT of the same rows', round: plainInsert(database) }],
      [{ name: 'distribution in batches', round: distribute }],
      { rounds: isQuick ? 2 : 5, warmUps: isQuick ? 0 : 1 },
    );
    await database.close();
    return { comparisons, ranOn: await versionOf(url) };
  } finally {
    await server.stop();
  }
};
