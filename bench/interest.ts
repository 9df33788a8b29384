/**
 * Interest: counts orders per second that the daily run of custody credits, beside the same rows written by one INSERT … SELECT on the same
 * durable server.
 */
import { DAY_MS } from '../gateway/domain/custody/rules';
import { withTransaction } from '../gateway/db/transaction';
import { post } from '../gateway/ledger/post';
import { payDueInterest } from '../gateway/jobs/custody';
import type { GatewayWorld } from '../tests/gateway/world';
import { fill, onDurableWorld, openAccounts, rowsPerSecond, type DurableWorld } from './durable-world';
import type { Part } from './part';

/** Orders are spread over so many accounts. */
const OWNERS = 200;
/** A day of so many orders takes minutes. */
const ROUNDS = 2;

/**
 * The tables that a day of an order gets rows in, and when such a row was written. Of `entries` each journal has two, of `live_events`
 * each person whose orders are in a batch has one.
 */
const WRITTEN = {
  journals: 'created_at = $1',
  entries: 'journal_id IN (SELECT id FROM staged.journals)',
  incomes: 'created_at = $1',
  custody_interest: 'credited_at = $1',
  live_events: 'at = $1',
};
const TABLES = Object.keys(WRITTEN) as (keyof typeof WRITTEN)[];
const ROWS_PER_ORDER = TABLES.length;

/** Writes orders that began within the last day and run for a year, and puts money into the reserve that pays them. */
async function fillOrders({ world, sql }: DurableWorld, orders: number): Promise<void> {
  const { now } = world.time;
  await fill(
    sql,
    `INSERT INTO custody_orders (account_id, plan_id, days, daily_rate, redeem_fee_rate, minimum_exclusive, placed, principal,
                                 starts_at, ends_at, free_undo_until, next_due_at)
     SELECT ($1::bigint[])[n % ${OWNERS} + 1], 'd180', 365, 0.00014, 0.02, 100000000, placed, placed,
            starts_at, starts_at + interval '365 days', starts_at + interval '1 day', starts_at + interval '1 day'
       FROM (SELECT n, 500000000::numeric + n * 12345 AS placed, $3::timestamptz - n % 86000 * interval '1 second' AS starts_at
               FROM generate_series(1, $2::int) n) orders`,
    [await openAccounts(world, OWNERS), orders, new Date(now).toISOString()],
  );
  const units = 10n ** 15n;
  await world.fundPool('1000000000');
  await withTransaction(world.deps.db, (tx) =>
    post(tx, {
      transferId: 'bench-reserve',
      kind: 'custody-reserve',
      at: now,
      legs: [
        { account: { system: 'yield-pool', asset: 'USDT' }, amount: -units },
        { account: { system: 'custody-reserve', asset: 'USDT' }, amount: units, spread: true },
      ],
    }),
  );
}

/** Credits one day after another. @returns orders per second */
function dailyRun({ deps, time }: GatewayWorld, orders: number): () => Promise<number> {
  return () => {
    time.now += DAY_MS;
    return rowsPerSecond(async () => {
      const { days, failed } = await payDueInterest(deps);
      if (days !== orders || failed > 0) throw new Error(`${days} days were credited of ${orders}, ${failed} failed`);
      return days;
    });
  };
}

/** The rows of the last run once more, into empty tables with the same indexes and checks but no triggers. @returns orders per second */
function plainInsert({ world, sql }: DurableWorld, orders: number): () => Promise<number> {
  const insert = (table: string) => `INSERT INTO copied.${table} OVERRIDING SYSTEM VALUE SELECT * FROM staged.${table}`;
  const writing = TABLES.map((table) => `${table} AS (${insert(table)} RETURNING 1)`);
  const counting = TABLES.map((table) => `(SELECT count(*) FROM ${table})`);
  return async () => {
    await sql.query('DROP SCHEMA IF EXISTS staged, copied CASCADE; CREATE SCHEMA staged; CREATE SCHEMA copied');
    const at = new Date(world.time.now).toISOString();
    for (const table of TABLES) {
      const rows = `SELECT * FROM public.${table} WHERE ${WRITTEN[table].replace('$1', `'${at}'`)}`;
      await sql.query(`CREATE TABLE staged.${table} AS ${rows}`);
      await sql.query(`CREATE TABLE copied.${table} (LIKE public.${table} INCLUDING ALL)`);
    }
    return rowsPerSecond(async () => {
      const { rows } = await sql.query<{ written: number }>(
        `WITH ${writing.join(', ')} SELECT (${counting.join(' + ')})::int AS written`,
      );
      const written = rows[0]?.written ?? 0;
      // The reserve may pay a day out of several lanes.
      if (written < orders * ROWS_PER_ORDER) throw new Error(`${written} rows were written for ${orders} orders`);
      return orders;
    });
  };
}

export const interest: Part = ({ isQuick, say }) =>
  onDurableWorld(async (opened) => {
    const orders = isQuick ? 2_000 : 100_000;
    await fillOrders(opened, orders);
    const [run, insert] = [dailyRun(opened.world, orders), plainInsert(opened, orders)];
    const [ours, limit]: [number[], number[]] = [[], []];
    say(`a day of ${orders} orders before the first that counts`);
    await run();
    // As autovacuum does within a minute: the ledger keeps plans, which were made for tables without rows.
    await opened.sql.query('VACUUM ANALYZE');
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`day ${round} of ${orders} orders`);
      ours.push(await run());
      // After each day, since it writes that day's rows once more.
      limit.push(await insert());
    }
    const subject = `a day's interest of ${orders.toLocaleString('en')} orders`;
    return [
      {
        subject,
        unit: 'rows/s',
        limit: { name: 'one INSERT … SELECT of the same rows', figures: limit },
        ours: { name: 'the daily run in batches', figures: ours },
      },
    ];
  });
