/** Any sequence of placing, redeeming, waiting and settling keeps the books sound, every promise covered, and the team's figures right. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { Refusal } from '../../../gateway/domain/call-context';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { foldTeam } from '../../../gateway/jobs/team';
import { systemBalance } from '../../../gateway/ledger/balances';
import { ModelRun } from '../../support/model-run';
import { describeOnDatabase } from '../support/database';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';

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
      percent: fc.oneof(fc.integer({ min: 1, max: 110 }), fc.constant(100)),
      again: fc.boolean(),
    }),
    fc.record({ act: fc.constant('wait' as const), ms: fc.nat(9 * DAY_MS) }),
    fc.constant({ act: 'settle' as const }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** The pool has this much to pay interest from: enough for a few small orders, or for most. */
const pools = fc.constantFrom('15', '60').map((usdt) => toUnits(usdt, 'USDT'));

const tradePassword = TRADE_PASSWORD;
const EXPECTED = new Set([
  'amount-too-small',
  'insufficient-funds',
  'capacity-full',
  'order-closed',
  'remainder-too-small',
  'amount-too-large',
]);

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  wait: 1.9,
  settle: 1.9,
  place: 0.7,
  add: 0.15,
  redeem: 0.25,
  'redeem a part': 0.15,
  'insufficient-funds': 0.08,
  'capacity-full': 0.02,
  'amount-too-small': 0.05,
  'amount-too-large': 0.02,
  'order-closed': 0.02,
  'remainder-too-small': 0.02,
};

/** Does it; a refusal that the rules foresee is fine. @returns what was done, null when there was nothing to do it to */
async function perform(world: GatewayWorld, who: Person, act: Act): Promise<string | null> {
  const { items } = await world.call(who, 'custodyOrders', { status: 'in-progress', limit: 100 });
  switch (act.act) {
    case 'wait':
      world.time.now += act.ms;
      return act.act;
    case 'settle':
      await payDueInterest(world.deps);
      await foldTeam(world.deps);
      return act.act;
    case 'place': {
      const [latest] = act.adds ? items : [];
      const addTo =
        latest && latest.endsAt > world.time.now ? { orderId: latest.id, version: latest.version } : undefined;
      const amount = toAmount(BigInt(act.cents) * 10_000n + 1n, 'USDT');
      await world.call(who, 'createCustodyOrder', {
        planId: act.planId,
        amount,
        tradePassword,
        ...(addTo ? { addTo } : {}),
      });
      return addTo ? 'add' : 'place';
    }
    case 'redeem': {
      const order = items[act.which % Math.max(items.length, 1)];
      if (!order) return null;
      const units = (toUnits(order.principal, 'USDT') * BigInt(act.percent)) / 100n;
      const input = { orderId: order.id, version: order.version, amount: toAmount(units, 'USDT'), tradePassword };
      const key = randomUUID();
      const first = await world.call(who, 'redeemCustodyOrder', input, key);
      if (act.percent === 100) expect(first.redeemed).toEqual(order.redeemNow);
      if (act.again) expect(await world.call(who, 'redeemCustodyOrder', input, key)).toEqual(first);
      return act.percent === 100 ? 'redeem' : 'redeem a part';
    }
  }
}

/** Interest of the sequence before came from the pool: without more nothing could be placed any more. */
async function fillPool(world: GatewayWorld, to: bigint): Promise<void> {
  const missing = to - (await world.poolFree());
  if (missing > 0n) await world.fundPool(toAmount(missing, 'USDT'));
}

/** Each one is invited by the one of the sequence before. */
let latest: Person | undefined;

async function run(world: GatewayWorld, pool: bigint, sequence: readonly Act[], model: ModelRun): Promise<void> {
  await fillPool(world, pool);
  const who = await world.person('6000', latest);
  latest = who;
  for (const act of sequence) {
    await perform(world, who, act).then(
      (done) => done && model.met(done),
      (error: unknown) => {
        if (!(error instanceof Refusal && EXPECTED.has(error.code))) throw error;
        model.met(error.code);
      },
    );
  }
  expect(await world.findings()).toEqual([]);
  // To the end of every term: everybody has everything back, and nothing is left in reserve.
  world.time.now += 100 * DAY_MS;
  await payDueInterest(world.deps);
  const { custody } = await world.call(who, 'assets', {});
  expect(custody[0]?.total).toBe('0.000000');
  expect(await systemBalance(world.deps.db.db, 'custody-reserve', 'USDT')).toBe(0n);
  const { items } = await world.call(who, 'custodyOrders', { limit: 100 });
  const log = await world.call(who, 'custodyChanges', { limit: 100 });
  const interest = items.reduce((sum, order) => sum + toUnits(order.interestPaid, 'USDT'), 0n);
  const fees = log.items.reduce((sum, change) => sum + toUnits(change.fee, 'USDT'), 0n);
  expect(toUnits(await world.cash(who), 'USDT')).toBe(toUnits('6000', 'USDT') + interest - fees);
}

describeOnDatabase('any sequence of custody acts', (fixture) => {
  // Each act is several transactions; the exact arithmetic has its own, wider property in rules.test.ts.
  const model = new ModelRun(`custody (${fixture.kind})`, 8);

  it('keeps the books sound', { timeout: model.limitMs }, async () => {
    const world = await openGatewayWorld(fixture.database);
    await fc.assert(
      fc.asyncProperty(pools, acts, (pool, sequence) => run(world, pool, sequence, model)),
      model.settings,
    );
    model.expectMet(COVERAGE);
    await foldTeam(world.deps);
    expect(await world.findings()).toEqual([]);
  });
});
