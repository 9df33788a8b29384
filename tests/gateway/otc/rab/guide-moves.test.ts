/**
 * Groups of up to twenty accounts try to move the guide price, and pay for it (docs/rules.md §8): random strategies on a market
 * in memory with the gateway's own matching and guide rules.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../support/seed';
import { playOut, type Result, type Strategy } from './collusion';

const RUNS = IS_LONG ? 10_000 : 3_000;

const strategy: fc.Arbitrary<Strategy> = fc.record({
  accounts: fc.integer({ min: 2, max: 20 }),
  direction: fc.constantFrom('up', 'down'),
  pairing: fc.constantFrom('hub', 'pairs', 'pairs', 'any'),
  aim: fc.oneof(
    fc.constant('hour' as const),
    fc.constant('hour' as const),
    fc.constant('band' as const),
    fc.integer({ min: 1, max: 60 }),
  ),
  gapMinutes: fc.constantFrom(1, 5, 20, 60),
  rounds: fc.integer({ min: 1, max: 16 }),
  tradesPerRound: fc.integer({ min: 1, max: 12 }),
  usdt: fc.constantFrom(1, 2, 10, 100, 10_000),
  sweeps: fc.boolean(),
  honestDepth: fc.constantFrom(0, 100, 1_000, 10_000),
  honestPairs: fc.constantFrom(0, 0, 2, 6, 12),
  seed: fc.nat(),
});

/** Describes the honest people on the market. */
function marketOf({ honestDepth, honestPairs }: Strategy): string {
  const book = honestDepth === 0 ? 'no honest orders' : `${honestDepth * 4} USDT of honest orders`;
  return `${book}, ${honestPairs === 0 ? 'nobody else trades' : 'others trade'}`;
}

const COSTS = [1, 10, 100, 1_000, 10_000, Infinity];

/** The furthest for at most each cost, by market. */
function table(all: readonly { market: string; result: Result }[]): string {
  const markets = [...new Set(all.map(({ market }) => market))].toSorted();
  return markets
    .map((market) => {
      const cells = COSTS.map((usdt) => {
        const moves = all
          .filter((one) => one.market === market && Number(one.result.cost) / 1e6 <= usdt)
          .map(({ result }) => result.moved);
        const most = moves.reduce((so_far, one) => Math.max(so_far, one), 0);
        return `${usdt === Infinity ? 'any cost' : `≤ ${usdt} USDT`} ${(most / 10_000).toFixed(2)} %`;
      });
      return `${market}: ${cells.join(', ')}`;
    })
    .join('\n');
}

it('is bounded by the rules, whatever twenty accounts do', { timeout: 240_000 }, () => {
  const all: { market: string; result: Result; strategy: Strategy }[] = [];
  fc.assert(
    fc.property(strategy, (one) => {
      const result = playOut(one);
      all.push({ market: marketOf(one), result, strategy: one });
      // A tenth of the reference price at most, two in a hundred within any hour, and never past a better price.
      expect(result.moved).toBeLessThanOrEqual(100_000);
      expect(result.hourly).toBeLessThanOrEqual(20_000);
      expect(result.past).toBe(0);
      // Five accounts weigh a half at most, whatever they trade: that is not enough.
      if (one.accounts <= 5 && one.honestPairs + one.honestDepth === 0) expect(result.moved).toBe(0);
      // Honest people's orders bound cheap moves: to move the price beyond the room between them, the group must pay their
      // amount.
      const isCheap = result.cost <= BigInt(one.honestDepth) * 100_000n;
      if (one.honestDepth > 0 && isCheap) expect(result.moved).toBeLessThanOrEqual(10_000);
    }),
    { numRuns: RUNS },
  );
  console.info(`guide price: ${all.length} strategies, the furthest from the reference price\n${table(all)}`);
  const halted = all.filter(({ result }) => result.halted !== null).length;
  console.info(`guide price: ${halted} strategies ended in a halt`);
  expect(halted).toBeGreaterThan(0);
});

it('is not moved by what the attack did: two accounts, 24 trades in 47 seconds past six better offers', () => {
  const attack: Strategy = {
    accounts: 2,
    direction: 'up',
    pairing: 'pairs',
    aim: 'band',
    gapMinutes: 1 / 30,
    rounds: 24,
    tradesPerRound: 1,
    usdt: 1,
    sweeps: false,
    honestDepth: 1_000,
    honestPairs: 0,
    seed: 1,
  };
  expect(playOut(attack)).toMatchObject({ moved: 0, past: 0 });
  // Nor where nobody else is: two are one pair.
  expect(playOut({ ...attack, honestDepth: 0, rounds: 200 })).toMatchObject({ moved: 0 });
});
