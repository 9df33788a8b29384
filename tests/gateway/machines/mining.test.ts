/** A day's receipts, their distribution and what it says of days without any (docs/rules.md §6). */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { distributeNext } from '../../../gateway/domain/machines/receipts-repo';
import { withTransaction } from '../../../gateway/db/transaction';
import { distributeOutput } from '../../../gateway/jobs/mining';
import { creditIncomes } from '../../../gateway/jobs/income';
import { poolFree, systemBalance } from '../../../gateway/ledger/balances';
import { DAY_MS, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { move, system } from '../support/ledger';
import { runOperator } from '../support/operators';
import { openMachineWorld, type MachineWorld } from './world';

describeOnDatabase('mining receipts', (fixture) => {
  let world: MachineWorld;
  let people: Person[];
  const totals = async () =>
    Promise.all(people.map(async (who) => (await world.call(who, 'miningSummary', {})).credited));
  const incomes = async () => {
    const { rows } = await fixture.database.db.execute<{ total: string; count: string }>(
      sql`SELECT coalesce(sum(amount), 0)::text AS total, count(*)::text AS count FROM incomes WHERE source = 'machine-output'`,
    );
    return rows[0];
  };
  const yesterday = () => new Date(world.time.now - DAY_MS).toISOString().slice(0, 10);

  beforeAll(async () => {
    world = await openMachineWorld(fixture);
    people = await Promise.all([1, 2, 3].map(() => world.person('3000')));
    const small = await world.model({ hashrate: 10, price: '200', termDays: 3 });
    const large = await world.model({ hashrate: 50, price: '900' });
    await world.buy(people[0]!, small);
    await world.buy(people[1]!, small);
    await world.buy(people[2]!, large);
    await world.buy(people[2]!, small);
  });

  it('are refused for a day that is not over, on which nothing ran, or without evidence', async () => {
    const record = (day: string, evidence: object = { transaction: 'x' }) =>
      world.refusedCommand('mining record', { day, receipts: '10', evidence });
    const today = new Date(world.time.now).toISOString().slice(0, 10);
    expect(await record(today)).toMatch(/not over/);
    expect(await record(yesterday())).toMatch(/no machine ran/);
    expect(await record(yesterday(), {})).toMatch(/transaction/);
    expect((await runOperator(world.deps, ['mining', 'record', '--day', today, '--receipts', '1'])).err.join()).toMatch(
      /evidence/,
    );
  });

  it('reach the machines that ran by their T, to the unit, after a fee that nobody is promoted by', async () => {
    world.nextDay();
    world.nextDay();
    const [before, insured] = await Promise.all([
      systemBalance(fixture.database.db, 'fee-revenue', 'USDT'),
      systemBalance(fixture.database.db, 'insurance', 'USDT'),
    ]);
    // 10.000009 less 1.000001: 9.000008 over 80 T.
    expect(await world.record('10.000009')).toMatchObject({
      fee: '1.000001',
      output: '9.000008',
      machines: 4,
      hashrate: '80',
    });
    expect(
      await world.refusedCommand('mining record', { day: yesterday(), receipts: '1', evidence: { transaction: 'y' } }),
    ).toMatch(/recorded before/);
    expect(await systemBalance(fixture.database.db, 'insurance', 'USDT')).toBe(insured + 50_000n);
    expect(await systemBalance(fixture.database.db, 'fee-revenue', 'USDT')).toBe(before + 950_001n);
    expect(await totals()).toEqual(['0.000000', '0.000000', '0.000000']);
    await world.settle();
    expect(await totals()).toEqual(['1.125001', '1.125001', '6.750006']);
    expect(await poolFree(fixture.database.db, 'mining-pool', 'USDT')).toBe(0n);
    expect(await world.cash(people[0]!)).toBe('2801.125001');
    const { items } = await world.call(people[2]!, 'miningRecords', {});
    expect(items.map(({ hashrate, credited, days, status }) => `${hashrate} ${credited} ${days} ${status}`)).toEqual([
      '10 1.125001 1 running',
      '50 5.625005 1 running',
    ]);
    const [income] = (await world.call(people[0]!, 'incomes', {})).items;
    expect(income).toMatchObject({
      type: 'static',
      amount: '1.125001',
      pool: 'mining-pool',
      incomeAt: world.time.now - (world.time.now % DAY_MS),
      lineage: {
        source: 'machine-output',
        hashrate: 10,
        totalHashrate: 80,
        output: '9.000008',
        serviceFee: '1.000001',
      },
    });
    expect(await world.findings()).toEqual([]);
  });

  it('are missing on a day without them, and the records say so', async () => {
    world.nextDay();
    world.nextDay();
    await world.record('8');
    const first = async () => (await world.call(people[0]!, 'miningDays', {})).items;
    expect((await first()).map(({ status }) => status)).toEqual(['under-way', 'no-receipts', 'credited']);
    await world.settle();
    const [third, second] = await first();
    expect(third).toMatchObject({
      id: yesterday(),
      machines: 1,
      hashrate: 10,
      amount: '0.900000',
      status: 'credited',
      total: { receipts: '8.000000', fee: '0.800000', output: '7.200000', machines: 4, hashrate: 80 },
    });
    expect(second).toMatchObject({ amount: '0.000000', total: null });
    const page = await world.call(people[0]!, 'miningDays', { limit: 2 });
    const rest = await world.call(people[0]!, 'miningDays', { limit: 2, cursor: page.nextCursor ?? '' });
    expect([...page.items, ...rest.items]).toEqual(await first());
    expect((await world.call(await world.person('0'), 'miningDays', {})).items).toEqual([]);
  });

  it('go only to machines that ran that day: the term is over for the small ones', async () => {
    world.nextDay();
    expect(await world.record('1')).toMatchObject({ machines: 1, hashrate: '50' });
    await world.settle();
    expect((await world.call(people[0]!, 'miningRecords', {})).items[0]).toMatchObject({ status: 'ended', days: 2 });
    expect(await world.call(people[0]!, 'miningSummary', {})).toMatchObject({ running: 0, hashrate: 0 });
    expect(await world.findings()).toEqual([]);
  });

  it('wait with the reason when the pool is short, and are paid when it is filled', async () => {
    world.nextDay();
    await world.record('10');
    await fixture.tx((tx) => move(tx, system('mining-pool'), system('yield-pool'), 1n, { kind: 'pool-fund' }));
    await world.settle();
    expect((await world.call(people[2]!, 'miningDays', { limit: 1 })).items[0]).toMatchObject({
      status: 'pending-credit',
      amount: '9.000000',
    });
    expect(await world.call(people[2]!, 'miningSummary', {})).toMatchObject({ pending: '9.000000' });
    await world.command('fund-pool', {
      pool: 'mining',
      amount: '0.000001',
      asset: 'USDT',
      from: 'operator-capital',
      reason: 'short',
      runId: '7f0c2a3e-8a4f-4f5e-9d5f-1a2b3c4d5e6f',
    });
    await creditIncomes(world.deps);
    expect((await world.call(people[2]!, 'miningDays', { limit: 1 })).items[0]).toMatchObject({ status: 'credited' });
    expect(await world.findings()).toEqual([]);
  });

  it('are distributed once, though many gateways run and a run is killed at any row', async () => {
    const crowd = await world.model({ hashrate: 7, price: '1', tickets: 1 });
    const who = await world.person('100');
    for (let n = 0; n < 8; n += 1) await world.buy(who, crowd);
    world.nextDay();
    world.nextDay();
    const before = await incomes();
    await world.record('123.456789');
    // Each of these commits one row and is gone, or is killed before it commits.
    for (let n = 0; n < 4; n += 1) {
      await withTransaction(world.deps.db, (tx) => distributeNext(tx, { limit: 1, now: world.time.now }));
      await expect(
        withTransaction(world.deps.db, async (tx) => {
          await distributeNext(tx, { limit: 3, now: world.time.now });
          throw new Error('killed');
        }),
      ).rejects.toThrow('killed');
    }
    await Promise.all([1, 2, 3].map(() => distributeOutput(world.deps, () => false, 4)));
    await distributeOutput(world.deps, () => false, 4);
    const after = await incomes();
    expect(Number(after?.count) - Number(before?.count)).toBe(9);
    expect(BigInt(after?.total ?? 0) - BigInt(before?.total ?? 0)).toBe(111_111_110n);
    await creditIncomes(world.deps);
    expect(await world.findings()).toEqual([]);
  });

  it('cannot be changed, and no machine comes to a day that was recorded', async () => {
    const change = (text: string) => fixture.owner((owner) => owner.pool.query(text));
    await expect(change('UPDATE mining_receipts SET receipts = receipts + 1, fee = fee + 1')).rejects.toThrow(
      /immutable/,
    );
    await expect(change('DELETE FROM mining_receipts')).rejects.toThrow(/immutable/);
    await expect(
      change(
        `INSERT INTO machines (account_id, model_id, hashrate, price, tickets, bought_at, first_day, end_day)
         SELECT account_id, model_id, hashrate, 0, 1, bought_at, first_day, end_day FROM machines ORDER BY id LIMIT 1`,
      ),
    ).rejects.toThrow(/receipts of a day|immutable/);
  });
});
