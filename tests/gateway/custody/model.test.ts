/** Any sequence of placing, redeeming, waiting and settling keeps the books sound and every promise covered. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { Refusal } from '../../../gateway/domain/call-context';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { systemBalance } from '../../../gateway/ledger/balances';
import { describeOnEachDatabase } from '../support/database';
import { DAY_MS, openCustodyWorld, TRADE_PASSWORD, type CustodyWorld, type Person } from './world';

type Act =
  | { act: 'place'; planId: string; cents: number; adds: boolean }
  | { act: 'redeem'; which: number; percent: number; again: boolean }
  | { act: 'wait'; ms: number }
  | { act: 'settle' };

const acts = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('place' as const),
      planId: fc.constantFrom('d7', 'd30', 'd90'),
      cents: fc.integer({ min: 9_000, max: 400_000 }),
      adds: fc.boolean(),
    }),
    fc.record({
      act: fc.constant('redeem' as const),
      which: fc.nat(20),
      percent: fc.integer({ min: 1, max: 110 }),
      again: fc.boolean(),
    }),
    fc.record({ act: fc.constant('wait' as const), ms: fc.nat(9 * DAY_MS) }),
    fc.constant({ act: 'settle' as const }),
  ),
  { minLength: 4, maxLength: 14 },
);

const tradePassword = TRADE_PASSWORD;
const EXPECTED = new Set([
  'amount-too-small',
  'insufficient-funds',
  'capacity-full',
  'order-closed',
  'remainder-too-small',
  'amount-too-large',
]);

/** Does it; a refusal that the rules foresee is fine. */
async function perform(world: CustodyWorld, who: Person, act: Act): Promise<void> {
  const { items } = await world.call(who, 'hostingOrder', { status: 'in-progress', limit: 100 });
  switch (act.act) {
    case 'wait':
      world.time.now += act.ms;
      return;
    case 'settle':
      await payDueInterest(world.deps);
      return;
    case 'place': {
      const [latest] = act.adds ? items : [];
      const addTo =
        latest && latest.endsAt > world.time.now ? { orderId: latest.id, version: latest.version } : undefined;
      const amount = toAmount(BigInt(act.cents) * 10_000n + 1n, 'USDT');
      await world.call(who, 'hostingCreate', {
        planId: act.planId,
        amount,
        tradePassword,
        ...(addTo ? { addTo } : {}),
      });
      return;
    }
    case 'redeem': {
      const order = items[act.which % Math.max(items.length, 1)];
      if (!order) return;
      const units = (toUnits(order.principal, 'USDT') * BigInt(act.percent)) / 100n;
      const input = { orderId: order.id, version: order.version, amount: toAmount(units, 'USDT'), tradePassword };
      const key = randomUUID();
      const first = await world.call(who, 'hostingSub', input, key);
      if (act.percent === 100) expect(first.redeemed).toEqual(order.redeemNow);
      if (act.again) expect(await world.call(who, 'hostingSub', input, key)).toEqual(first);
    }
  }
}

async function run(world: CustodyWorld, sequence: readonly Act[]): Promise<void> {
  const who = await world.person('6000');
  for (const act of sequence) {
    await perform(world, who, act).catch((error: unknown) => {
      if (!(error instanceof Refusal && EXPECTED.has(error.code))) throw error;
    });
  }
  expect(await world.findings()).toEqual([]);
  // To the end of every term: everybody has everything back, and nothing is left in reserve.
  world.time.now += 100 * DAY_MS;
  await payDueInterest(world.deps);
  const { custody } = await world.call(who, 'assets', {});
  expect(custody[0]?.total).toBe('0.000000');
  expect(await systemBalance(world.deps.db.db, 'custody-reserve', 'USDT')).toBe(0n);
  const { items } = await world.call(who, 'hostingOrder', { limit: 100 });
  const log = await world.call(who, 'hostingOperatorLog', { limit: 100 });
  const interest = items.reduce((sum, order) => sum + toUnits(order.interestPaid, 'USDT'), 0n);
  const fees = log.items.reduce((sum, change) => sum + toUnits(change.fee, 'USDT'), 0n);
  expect(toUnits(await world.cash(who), 'USDT')).toBe(toUnits('6000', 'USDT') + interest - fees);
}

describeOnEachDatabase('any sequence of custody acts', (fixture) => {
  it('keeps the books sound', { timeout: 300_000 }, async () => {
    const world = await openCustodyWorld(fixture.database);
    await world.fundPool('60');
    const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
    // Each act is several transactions; the exact arithmetic has its own, wider property in rules.test.ts.
    const numRuns = 12;
    try {
      await fc.assert(
        fc.asyncProperty(acts, (sequence) => run(world, sequence)),
        { seed, numRuns, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true },
      );
    } finally {
      console.info(`custody model: seed ${seed}`);
    }
    expect(await world.findings()).toEqual([]);
  });
});
