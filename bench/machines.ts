/**
 * Machines: counts incomes per second that a day's distribution writes, beside the same rows written by one INSERT … SELECT on the same
 * durable server.
 */
import { toUnits } from '../contract/money';
import { withTransaction } from '../gateway/db/transaction';
import { recordReceipts } from '../gateway/domain/machines/record-receipts';
import { DAY_MS, dayOf, dayText } from '../gateway/domain/machines/rules';
import { loadSettings } from '../gateway/domain/settings/settings';
import { distributeOutput } from '../gateway/jobs/mining';
import type { GatewayWorld } from '../tests/gateway/world';
import { fill, onDurableWorld, openAccounts, rowsPerSecond, type DurableWorld } from './durable-world';
import { compare } from './measure';
import type { Part } from './part';

/** Machines are spread over so many accounts. */
const OWNERS = 200;
const DAYS_BEFORE = 60;

/** Writes machines of four sizes. */
async function fillMachines({ world, sql }: DurableWorld, machines: number): Promise<void> {
  const owners = await openAccounts(world, OWNERS);
  const first = dayOf(world.time.now) - DAYS_BEFORE * DAY_MS;
  await fill(
    sql,
    `INSERT INTO machines (account_id, model_id, hashrate, price, tickets, bought_at, first_day, end_day)
     SELECT ($1::bigint[])[n % ${OWNERS} + 1], 't10', ($3::int[])[n % 4 + 1], 0, 1, $4::date - 1, $4::date, $4::date + 365 FROM generate_series(1, $2::int) n`,
    [owners, machines, [10, 50, 100, 500], dayText(first)],
  );
}

/** Distributes the receipts of one day after another. @returns incomes per second */
function distribution(world: GatewayWorld, machines: number): () => Promise<number> {
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
    return rowsPerSecond(async () => {
      const made = await distributeOutput(world.deps);
      if (made !== machines) throw new Error(`${made} incomes were made of ${machines}`);
      return made;
    });
  };
}

/** The rows of the day before, once more under other causes. @returns rows per second */
function plainInsert({ sql }: DurableWorld): () => Promise<number> {
  let round = 0;
  return async () => {
    round += 1;
    await sql.query('DROP TABLE IF EXISTS staged');
    await sql.query(
      `CREATE TABLE staged AS SELECT * FROM incomes WHERE source = 'machine-output' ORDER BY id DESC LIMIT (SELECT count(*) FROM machines)`,
    );
    return rowsPerSecond(async () => {
      const { rowCount } = await sql.query(
        `INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at)
         SELECT account_id, 'dividend', cause || $1, asset, amount, pool, inputs, income_at, created_at FROM staged`,
        [`:${round}`],
      );
      return rowCount ?? 0;
    });
  };
}

export const machines: Part = ({ isQuick, say }) =>
  onDurableWorld(async (opened) => {
    const count = isQuick ? 2_000 : 100_000;
    say(`${count} machines`);
    await fillMachines(opened, count);
    const distribute = distribution(opened.world, count);
    // The plain rows are copies of a day that was distributed.
    await distribute();
    return compare(
      `a day of ${count.toLocaleString('en')} machines`,
      'rows/s',
      [{ name: 'one INSERT … SELECT of the same rows', round: plainInsert(opened) }],
      [{ name: 'distribution in batches', round: distribute }],
      { rounds: isQuick ? 2 : 5, warmUps: isQuick ? 0 : 1 },
    );
  });
