/** The rules of machines: payments, running days, and shares by largest remainder (docs/rules.md §6). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutOf,
  DAY_MS,
  dayAt,
  restInUsdt,
  runningDays,
  serviceFee,
  shareOf,
  type Running,
} from '../../../gateway/domain/machines/rules';

describe('what is paid', () => {
  const terms = { price: 200_000_001n, tickets: 20, payments: ['usdt', 'tickets', 'both'] as const };

  it('is the part that the tickets leave, rounded up, and nothing with all of them', () => {
    expect(restInUsdt(terms, 0)).toBe(200_000_001n);
    expect(restInUsdt(terms, 7)).toBe(130_000_001n);
    expect(restInUsdt(terms, 20)).toBe(0n);
    expect(restInUsdt(terms, 21)).toBeNull();
  });

  it('is refused in a way for which the machine is not sold', () => {
    expect(restInUsdt({ ...terms, payments: ['usdt'] }, 1)).toBeNull();
    expect(restInUsdt({ ...terms, payments: ['both'] }, 0)).toBeNull();
    expect(restInUsdt({ ...terms, payments: ['both'] }, 20)).toBeNull();
    expect(restInUsdt({ ...terms, payments: ['tickets'] }, 20)).toBe(0n);
  });
});

it('runs on whole UTC days from the day after it was bought', () => {
  for (const time of ['00:00:00.000', '23:59:59.999']) {
    expect(runningDays(Date.parse(`2026-11-21T${time}Z`), 365)).toEqual({
      firstDay: dayAt('2026-11-22'),
      endDay: dayAt('2026-11-22') + 365 * DAY_MS,
    });
  }
});

it('takes the fee rounded up', () => {
  expect(serviceFee(1n, 1_000_000_000n)).toBe(1n);
  expect(serviceFee(1_000n, 1_000_000_000n)).toBe(100n);
});

/** Largest remainder as a textbook has it: one unit each, by remainder and then by id. */
function textbook(output: bigint, machines: readonly number[]): bigint[] {
  const total = machines.reduce((sum, one) => sum + BigInt(one), 0n);
  const shares = machines.map((one) => shareOf(output, one, total).units);
  const order = machines
    .map((one, index) => ({ index, remainder: shareOf(output, one, total).remainder }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const left = Number(output - shares.reduce((sum, one) => sum + one, 0n));
  for (const { index } of order.slice(0, left)) shares[index]! += 1n;
  return shares;
}

/** The same by the cut, machine by machine, as the database does it. */
function byCut(output: bigint, machines: readonly number[]): bigint[] {
  const total = machines.reduce((sum, one) => sum + BigInt(one), 0n);
  const counts = new Map<number, number>();
  for (const one of machines) counts.set(one, (counts.get(one) ?? 0) + 1);
  const running: Running[] = [...counts].map(([hashrate, count]) => ({ hashrate, machines: count }));
  const cut = cutOf(output, running);
  let tied = 0;
  return machines.map((one) => {
    const { units, remainder } = shareOf(output, one, total);
    const isTied = remainder === cut.remainder;
    if (isTied) tied += 1;
    return remainder > cut.remainder || (isTied && tied <= cut.count) ? units + 1n : units;
  });
}

describe('shares by largest remainder', () => {
  const hashrates = fc.oneof(fc.constantFrom(10, 50, 100, 500), fc.integer({ min: 1, max: 1_000 }));
  const machines = fc.array(hashrates, { minLength: 1, maxLength: 60 });
  const output = fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 0n, max: 10n ** 15n }));

  it('sum to the output to the unit, and differ from the exact share by less than one', () => {
    fc.assert(
      fc.property(output, machines, (pool, all) => {
        const shares = byCut(pool, all);
        expect(shares.reduce((sum, one) => sum + one, 0n)).toBe(pool);
        const total = all.reduce((sum, one) => sum + BigInt(one), 0n);
        all.forEach((one, index) => {
          const exact = pool * BigInt(one);
          const given = shares[index]! * total;
          expect(given > exact - total && given < exact + total).toBe(true);
        });
      }),
    );
  });

  it('are those of the textbook, ties by id', () => {
    fc.assert(
      fc.property(output, machines, (pool, all) => {
        expect(byCut(pool, all)).toEqual(textbook(pool, all));
      }),
    );
  });
});
