import { beforeAll, expect, it } from 'vitest';
import { rateUnits, RATE_SCALE, toUnits } from '../../../contract/money';
import { withTransaction } from '../../../gateway/db/transaction';
import { payAirdrop } from '../../../gateway/domain/income/airdrop';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { DAY_MS, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { move, system } from '../support/ledger';

describeOnDatabase('income', (fixture) => {
  let world: GatewayWorld;
  let who: Person;
  let orderId: string;

  /** Publishes a list of one and pays it out of the airdrop pool. */
  async function airdrop(name: string, amount: string): Promise<void> {
    const [asset, units, at] = ['USDT', toUnits(amount, 'USDT'), world.time.now] as const;
    await withTransaction(fixture.database, async (tx) => {
      await move(tx, system('operator-capital'), system('airdrop-pool'), units, { kind: 'pool-fund' });
      await payAirdrop(tx, { name, asset, grants: [{ accountId: who.accountId, amount: units }] }, at);
    });
  }

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
    who = await world.person('1000');
    orderId = (await world.place(who, '333.333333', 'd7')).id;
    for (let day = 0; day < 3; day += 1) {
      world.time.now += DAY_MS;
      await payDueInterest(world.deps);
    }
    await airdrop('spring', '12.5');
  });

  it('opens its lineage: pool, formula with figures, order, journal', async () => {
    const { items, nextCursor } = await world.call(who, 'incomes', {});
    expect(nextCursor).toBeNull();
    expect(items.map(({ type, asset, pool }) => [type, asset, pool])).toEqual([
      ['airdrop', 'USDT', 'airdrop-pool'],
      ...Array.from({ length: 3 }, () => ['static', 'USDT', 'custody-reserve']),
    ]);
    expect(items[0]).toMatchObject({
      amount: '12.500000',
      status: 'credited',
      incomeAt: world.time.now,
      lineage: { source: 'airdrop', list: 'spring', publishedAt: world.time.now, recipients: 1, total: '12.500000' },
    });
    const { startsAt } = await world.order(who, orderId);
    expect(items.slice(1).map(({ lineage, incomeAt }) => ({ lineage, incomeAt }))).toEqual(
      [3, 2, 1].map((day) => ({
        incomeAt: startsAt + day * DAY_MS,
        lineage: { source: 'custody-interest', orderId, day, principal: '333.333333', dailyRate: '0.0000400000' },
      })),
    );
    // Worked out again from the figures alone: each day what is due by then, less what was due before.
    for (const { lineage, amount } of items) {
      if (lineage?.source !== 'custody-interest') continue;
      const exact = toUnits(lineage.principal, 'USDT') * rateUnits(lineage.dailyRate);
      const due = (days: number) => (exact * BigInt(days)) / RATE_SCALE;
      expect(toUnits(amount, 'USDT')).toBe(due(lineage.day) - due(lineage.day - 1));
    }
    const statement = await world.call(who, 'accountStatement', { account: 'cash', limit: 50 });
    const byJournal = new Map(statement.items.map((row) => [row.journalId, row]));
    for (const { journalId, amount } of items) expect(byJournal.get(journalId ?? '')).toMatchObject({ amount });
  });

  it('has the sum of each type, and all types are there', async () => {
    const { types } = await world.call(who, 'incomeTypes', {});
    const { interestPaid } = await world.order(who, orderId);
    const none = { count: 0, totals: [], pending: [] };
    expect(types).toEqual([
      { type: 'static', count: 3, totals: [{ asset: 'USDT', amount: interestPaid }], pending: [] },
      { type: 'promotion', ...none },
      { type: 'management', ...none },
      { type: 'airdrop', count: 1, totals: [{ asset: 'USDT', amount: '12.500000' }], pending: [] },
      { type: 'dividend', ...none },
      { type: 'dynamic', ...none },
    ]);
  });

  it('has a series by UTC day and type, exact, without days before the latest 90', async () => {
    const { today, points } = await world.call(who, 'incomeSeries', {});
    const { startsAt } = await world.order(who, orderId);
    expect(today).toBe(world.time.now - (world.time.now % DAY_MS));
    const { items } = await world.call(who, 'incomes', { type: 'static' });
    const first = startsAt - (startsAt % DAY_MS);
    const interest = items.toReversed().map(({ amount }, index) => ({
      day: first + (index + 1) * DAY_MS,
      type: 'static',
      asset: 'USDT',
      amount,
    }));
    expect(points).toEqual([...interest, { day: today, type: 'airdrop', asset: 'USDT', amount: '12.500000' }]);
    world.time.now += 88 * DAY_MS;
    expect((await world.call(who, 'incomeSeries', {})).points.map(({ day }) => day)).toEqual([
      first + 2 * DAY_MS,
      today,
      today,
    ]);
    world.time.now -= 88 * DAY_MS;
  });
});
