import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE, rateUnits } from '../../../contract/money';
import {
  completedDays,
  DAY_MS,
  freeCapacity,
  interestToCome,
  LARGEST_ENTRY,
  redeem,
  redeemProblem,
  settleDays,
  termInterest,
  termsOf,
  type OrderFigures,
} from '../../../gateway/domain/custody/rules';

const START = Date.UTC(2026, 0, 1, 3, 4, 5, 678);
const FIGURES = { redeemFeeRate: '0.02', freeUndoMs: DAY_MS, minimumExclusive: '100' };

function place(principal: bigint, days: number, dailyRate: string, figures = FIGURES): OrderFigures {
  return {
    ...termsOf({ days, dailyRate }, figures, START),
    revision: 1,
    status: 'in-progress',
    principal,
    accrued: 0n,
    daysAccrued: 0,
    interestPaid: 0n,
  };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const principalArb = fc.bigInt({ min: 100_000_001n, max: LARGEST_ENTRY });
const rateArb = fc.integer({ min: 0, max: 100_000_000 }).map((n) => `0.${n.toString().padStart(10, '0')}`);
const daysArb = fc.integer({ min: 1, max: 400 });

describe('interest of an order', () => {
  it('pays over the term exactly the floor of the whole, in whatever steps it is settled', () => {
    fc.assert(
      fc.property(
        principalArb,
        daysArb,
        rateArb,
        fc.array(fc.nat(DAY_MS * 30), { maxLength: 40 }),
        (principal, days, dailyRate, pauses) => {
          let order = place(principal, days, dailyRate);
          const paid: bigint[] = [];
          let now = START;
          for (const pause of [...pauses, days * DAY_MS]) {
            now += pause;
            const step = settleDays(order, now);
            paid.push(...step.days.map(({ amount }) => amount));
            order = { ...order, ...step.settled };
          }
          expect(paid).toHaveLength(days);
          expect(paid.every((amount) => amount >= 0n)).toBe(true);
          expect(sum(paid)).toBe((principal * rateUnits(dailyRate) * BigInt(days)) / RATE_SCALE);
          expect(sum(paid)).toBe(termInterest(principal, rateUnits(dailyRate), days));
          expect(order.interestPaid).toBe(sum(paid));
        },
      ),
    );
  });

  it('never differs from the exact sum by a unit, however often the principal changes, and the reserve always covers it', () => {
    const steps = fc.array(fc.tuple(fc.nat(DAY_MS * 20), fc.bigInt({ min: 1n, max: 1_000_000n })), { maxLength: 12 });
    fc.assert(
      fc.property(principalArb, daysArb, rateArb, steps, (principal, days, dailyRate, redemptions) => {
        let order = place(principal, days, dailyRate);
        let reserve = interestToCome(order);
        let exact = 0n;
        let counted = 0;
        let now = START;
        const countTo = (day: number) => {
          exact += order.principal * rateUnits(dailyRate) * BigInt(day - counted);
          counted = day;
        };
        for (const [pause, millionths] of redemptions) {
          now += pause;
          const part = (order.principal * millionths) / 1_000_000n;
          if (part === 0n || redeemProblem(order, part, now)) continue;
          countTo(completedDays(order, now));
          const { days: due } = settleDays(order, now);
          const { redemption, after } = redeem(order, part, now);
          expect(redemption.interestForgone).toBeGreaterThanOrEqual(0n);
          expect(redemption.received + redemption.fee).toBe(part);
          reserve -= sum(due.map(({ amount }) => amount)) + redemption.interestForgone;
          order = after;
          expect(reserve).toBe(interestToCome(order));
          expect(order.interestPaid).toBe(exact / RATE_SCALE);
        }
        if (order.status === 'expired') return;
        countTo(days);
        const last = settleDays(order, order.endsAt);
        expect(last.settled.interestPaid).toBe(exact / RATE_SCALE);
        expect(reserve).toBe(sum(last.days.map(({ amount }) => amount)));
      }),
    );
  });

  it('credits a day when 24 hours are complete, not a millisecond before', () => {
    const order = place(1_000_000_000n, 7, '0.00004');
    expect(settleDays(order, START + DAY_MS - 1).days).toEqual([]);
    expect(settleDays(order, START + DAY_MS).days).toEqual([{ day: 1, amount: 40_000n, dueAt: START + DAY_MS }]);
    expect(settleDays(order, START + 30 * DAY_MS).days).toHaveLength(7);
  });

  it('gives the redeemed part nothing for the day in progress; the rest accrues from then on', () => {
    const order = place(1_000_000_000n, 10, '0.001');
    const { redemption, after } = redeem(order, 400_000_000n, START + 3.5 * DAY_MS);
    expect(after.interestPaid).toBe(3_000_000n);
    expect(redemption).toEqual({
      principal: 400_000_000n,
      fee: 8_000_000n,
      received: 392_000_000n,
      interestForgone: 7_000_000n - 7n * 600_000n,
    });
    expect(settleDays(after, START + 4 * DAY_MS).days).toEqual([
      { day: 4, amount: 600_000n, dueAt: START + 4 * DAY_MS },
    ]);
  });
});

describe('redeeming', () => {
  const order = place(1_000_000_001n, 30, '0.00007');

  it('is free until the 24 hours are over', () => {
    expect(redeem(order, order.principal, START + DAY_MS - 1).redemption.fee).toBe(0n);
    expect(redeem(order, order.principal, START + DAY_MS).redemption.fee).toBe(20_000_001n);
  });

  it('rounds the fee up', () => {
    expect(redeem(order, 1n, START + DAY_MS).redemption.fee).toBe(1n);
    expect(redeem(order, 51n, START + DAY_MS).redemption.fee).toBe(2n);
  });

  it('takes no more than there is, and leaves nothing or more than the minimum', () => {
    const at = START + DAY_MS;
    expect(redeemProblem(order, order.principal + 1n, at)).toEqual({
      code: 'amount-too-large',
      limit: order.principal,
    });
    expect(redeemProblem(order, 900_000_001n, at)).toEqual({ code: 'remainder-too-small', limit: 100_000_000n });
    expect(redeemProblem(order, 900_000_000n, at)).toBeNull();
    expect(redeemProblem(order, order.principal, at)).toBeNull();
    expect(redeemProblem(order, 1n, order.endsAt)).toEqual({ code: 'order-closed' });
  });

  it('costs nothing at the end, when the order returns by itself', () => {
    expect(redeem(order, order.principal, order.endsAt).redemption).toMatchObject({ fee: 0n, interestForgone: 0n });
  });
});

describe('capacity', () => {
  it('is the largest principal whose interest the pool can reserve, to the unit', () => {
    const poolArb = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(poolArb, daysArb, rateArb, (pool, days, dailyRate) => {
        const rate = rateUnits(dailyRate);
        const capacity = freeCapacity(pool, rate, days, 0n);
        expect(termInterest(capacity, rate, days)).toBeLessThanOrEqual(pool);
        if (capacity < LARGEST_ENTRY) expect(termInterest(capacity + 1n, rate, days)).toBeGreaterThan(pool);
      }),
    );
  });
});
