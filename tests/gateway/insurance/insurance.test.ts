/** The insurance fund: what comes in by day and source, what is paid with its reason, and that it never goes below zero (docs/rules.md §7). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { curveOf } from '../../../gateway/domain/insurance/curve';
import { reconcileInsurance } from '../../../gateway/domain/insurance/reconcile-repo';
import { countInsurance } from '../../../gateway/jobs/insurance';
import { systemBalance } from '../../../gateway/ledger/balances';
import type { FeeSource } from '../../../gateway/ledger/fees';
import { post } from '../../../gateway/ledger/post';
import { sealAppendAccounts } from '../../../gateway/ledger/seal';
import { DAY_MS, openGatewayWorld, START, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { cash, system } from '../support/ledger';
import { actAsTwo } from '../support/operators';
import { foundAfter } from '../support/planted';

const TODAY = START - (START % DAY_MS);

describe("the fund's curve", () => {
  it('ends at the sum of all movements, and has a point for each day', () => {
    const movements = fc.array(
      fc.record({ age: fc.integer({ min: 0, max: 200 }), inflow: fc.bigInt(0n, 9n), outflow: fc.bigInt(0n, 9n) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(movements, (given) => {
        const days = [...new Map(given.map((one) => [one.age, one])).values()]
          .sort((a, b) => b.age - a.age)
          .map(({ age, inflow, outflow }) => ({ day: TODAY - age * DAY_MS, inflow, outflow }));
        const curve = curveOf(days, START, 90);
        const total = days.reduce((sum, { inflow, outflow }) => sum + inflow - outflow, 0n);
        expect(curve.at(-1)).toEqual({ day: TODAY, balance: total });
        expect(curve.length).toBeLessThanOrEqual(90);
        for (const [index, { day }] of curve.entries()) expect(day).toBe((curve[0]?.day ?? 0) + index * DAY_MS);
      }),
    );
  });
});

describeOnDatabase('the insurance fund', (fixture) => {
  let world: GatewayWorld;
  let who: Person;

  /** A fee of which `insurance` goes to the fund. */
  const fee = (source: FeeSource, insurance: bigint, at: number) =>
    fixture.tx((tx) =>
      post(tx, {
        transferId: `test-fee:${randomUUID()}`,
        kind: source.startsWith('otc') ? 'otc-trade' : source,
        at,
        legs: [{ account: cash(who.accountId), amount: -10n * insurance }],
        fees: [
          {
            payer: who.accountId,
            source,
            asset: 'USDT',
            base: 100n * insurance,
            shares: { revenue: 9n * insurance, insurance, promotion: 0n, management: 0n, dynamic: 0n },
          },
        ],
      }),
    );
  const lostDeposit = (amount: bigint, at: number) =>
    fixture.tx((tx) =>
      post(tx, {
        transferId: `test-forfeit:${randomUUID()}`,
        kind: 'otc-forfeit',
        at,
        legs: [
          { account: cash(who.accountId), amount: -amount },
          { account: system('insurance'), amount },
        ],
      }),
    );
  const count = async () => {
    while ((await fixture.tx((tx) => sealAppendAccounts(tx, 500))) > 0);
    return countInsurance(world.deps);
  };
  const pay = (input: object) =>
    actAsTwo(world.deps, 'insurance pay', { reason: 'Double charge of 12 May', runId: randomUUID(), ...input });

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    who = await world.person('100000');
  });

  it('tells inflows by day and source, the same before and after they are counted', async () => {
    await fee('otc-usdt', 1_000_000n, START - 2 * DAY_MS);
    await fee('otc-rab', 250_000n, START - 2 * DAY_MS + 1);
    await fee('otc-rab', 250_000n, START - 2 * DAY_MS + 2);
    await fee('custody-redeem', 500_000n, START);
    await lostDeposit(3_000_001n, START - DAY_MS);
    const told = () => Promise.all([world.call(who, 'insuranceFund', {}), world.call(who, 'insuranceInflows', {})]);
    const [fund, inflows] = await told();
    expect(fund).toEqual({
      balance: '5.000001',
      inflow: '5.000001',
      paid: '0.000000',
      feeRate: '0.05',
      curve: [
        { day: TODAY - 2 * DAY_MS, balance: '1.500000' },
        { day: TODAY - DAY_MS, balance: '4.500001' },
        { day: TODAY, balance: '5.000001' },
      ],
    });
    expect(inflows.items.map(({ day, amount, sources }) => [day, amount, sources])).toEqual([
      [TODAY, '0.500000', [{ source: 'custody-redeem', amount: '0.500000', count: 1 }]],
      [TODAY - DAY_MS, '3.000001', [{ source: 'lost-deposit', amount: '3.000001', count: 1 }]],
      [
        TODAY - 2 * DAY_MS,
        '1.500000',
        [
          { source: 'otc-usdt', amount: '1.000000', count: 1 },
          { source: 'otc-rab', amount: '0.500000', count: 2 },
        ],
      ],
    ]);
    expect(await count()).toBe(5);
    expect(await told()).toEqual([fund, inflows]);
    expect(await count()).toBe(0);
    // A day that was counted goes on, counted by however many gateways.
    await fee('otc-rab', 100_000n, START - 2 * DAY_MS);
    await fixture.tx((tx) => sealAppendAccounts(tx, 500));
    expect((await told())[0].curve[0]).toEqual({ day: TODAY - 2 * DAY_MS, balance: '1.600000' });
    const counted = await Promise.all([1, 2, 3].map(() => countInsurance(world.deps)));
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect((await told())[0].curve.at(-1)).toEqual({ day: TODAY, balance: '5.100001' });
    expect(await world.findings()).toEqual([]);
  });

  it('is paid from by two operators, to a user or outside, with the reason', async () => {
    const harmed = await world.person('0');
    const runId = randomUUID();
    expect(await pay({ user: harmed.userId, amount: '1.25', runId })).toMatchObject({
      ok: true,
      data: { amount: '1.250000', to: harmed.userId, left: '3.850001' },
    });
    expect(await pay({ user: harmed.userId, amount: '1.25', runId })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/was done before/) as string,
    });
    world.time.now += 1;
    expect(await pay({ outside: true, amount: '0.5', reason: 'Notary' })).toMatchObject({ ok: true });
    expect(await world.cash(harmed)).toBe('1.250000');
    const { items } = await world.call(who, 'insurancePayouts', {});
    expect(items.map(({ amount, reason, to }) => [amount, reason, to])).toEqual([
      ['0.500000', 'Notary', 'outside'],
      ['1.250000', 'Double charge of 12 May', 'user'],
    ]);
    const first = await world.call(who, 'insurancePayouts', { limit: 1 });
    expect((await world.call(who, 'insurancePayouts', { limit: 1, cursor: first.nextCursor ?? '' })).items).toEqual([
      items[1],
    ]);
    expect(await world.call(who, 'insuranceFund', {})).toMatchObject({ balance: '3.350001', paid: '1.750000' });
    await count();
    expect(await world.call(who, 'insuranceFund', {})).toMatchObject({ balance: '3.350001', paid: '1.750000' });
    const statement = await world.call(harmed, 'accountStatement', { account: 'cash' });
    expect(statement.items).toMatchObject([{ kind: 'insurance-payout', amount: '1.250000' }]);
    expect(await world.findings()).toEqual([]);
  });

  it('never goes below zero: neither by one payout, nor by many at once', async () => {
    const short = /^there is not enough USDT in the insurance fund to take from$/;
    expect(await pay({ outside: true, amount: '3.350002' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(short) as string,
    });
    const left = await systemBalance(fixture.database.db, 'insurance', 'USDT');
    expect(left).toBe(toUnits('3.350001', 'USDT'));
    const many = await Promise.allSettled(Array.from({ length: 6 }, () => pay({ outside: true, amount: '1' })));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await systemBalance(fixture.database.db, 'insurance', 'USDT')).toBe(toUnits('0.350001', 'USDT'));
  });

  it('refuses a payout to nobody, to two, and without a reason', async () => {
    const wrong = { ok: false };
    expect(await pay({ amount: '0.1' })).toMatchObject(wrong);
    expect(await pay({ amount: '0.1', user: who.userId, outside: true })).toMatchObject(wrong);
    expect(await pay({ amount: '0.1', outside: true, reason: ' ' })).toMatchObject(wrong);
  });

  it('is checked by reconcile, which finds planted faults', async () => {
    await fixture.owner((owner) =>
      expect(owner.pool.query('DELETE FROM insurance_payouts')).rejects.toThrow(/immutable/),
    );
    const faults = [
      [`UPDATE insurance_days SET inflow = inflow + 1 WHERE source = 'otc-usdt'`, 'insurance-days'],
      ['UPDATE insurance_payouts SET amount = amount + 1 WHERE user_id IS NOT NULL', 'insurance-payout'],
      [`DELETE FROM insurance_payouts WHERE reason = 'Notary'`, 'insurance-orphan'],
    ] as const;
    for (const [statement, check] of faults) {
      const found = await foundAfter(fixture, statement, reconcileInsurance);
      expect([...new Set(found.map((one) => one.check))], statement).toEqual([check]);
    }
    expect(await world.findings()).toEqual([]);
  });
});
