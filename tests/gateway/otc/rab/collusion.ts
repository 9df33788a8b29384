/**
 * A market in memory on which a group of accounts tries to move the guide price: the gateway's own matching and guide rules, honest
 * people with a book and trades of their own, and what the group has paid for it.
 */
import { RATE_SCALE } from '../../../../contract/money';
import {
  allowedPrices,
  BUCKET_MS,
  medianOf,
  nextGuide,
  rangeAround,
  type PriceBound,
  type GuideFigures,
  type GuideState,
  type PairTrades,
} from '../../../../gateway/domain/otc/rab/guide-rules';
import { beginMatching, leastOf, offerLot, type Lot } from '../../../../gateway/domain/otc/rab/matching';
import { shareUp, usdtOf } from '../../../../gateway/domain/otc/rab/rules';

export const REFERENCE = 125_000n;
export const FIGURES: GuideFigures = { reach: RATE_SCALE / 10n, hourly: RATE_SCALE / 50n, pairs: 5 };
const BAND = RATE_SCALE / 10n;
const FEE = RATE_SCALE / 500n;
const RAB = 100_000_000n;
const BEGIN = 1_000 * 3_600_000;

export interface Strategy {
  accounts: number;
  direction: 'up' | 'down';
  /** Pairs of traders: the first with all others, two and two, or anybody with anybody. */
  pairing: 'hub' | 'pairs' | 'any';
  /** The group's target: as far as the hour lets the guide go, the end of the band, or some thousandths away from the guide. */
  aim: 'hour' | 'band' | number;
  /** Between two rounds of trading. */
  gapMinutes: number;
  rounds: number;
  tradesPerRound: number;
  /** Size of each trade, USDT. */
  usdt: number;
  /** Buys honest people's better offers first; else the trade is not made. */
  sweeps: boolean;
  /** USDT of honest people's orders at each of four prices, and pairs of them who trade near the reference price in a round. */
  honestDepth: number;
  honestPairs: number;
  seed: number;
}

export interface Result {
  /** Greatest distance of the guide price from the reference price, parts in a million. */
  moved: number;
  /** The group's payments until then: fees, and its loss to honest people above the reference price. USDT's smallest units. */
  cost: bigint;
  /** Greatest move within any hour, as a part of the price in it; parts in a million. */
  hourly: number;
  halted: PriceBound | null;
  /** Trades of the group past a better price of somebody honest. */
  past: number;
}

interface Resting extends Lot {
  user: string;
}

/** Small and fast, and the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const millionths = (part: bigint, whole: bigint) => Number(((part < 0n ? -part : part) * 1_000_000n) / whole);
const rabFor = (usdt: number, price: bigint) => (BigInt(usdt) * 1_000_000n * RAB) / price;

class Market {
  readonly trades = new Map<string, PairTrades>();
  cost = 0n;
  past = 0;
  state: GuideState | null = null;

  constructor(readonly strategy: Strategy) {}

  get guide(): bigint {
    return this.state?.price ?? REFERENCE;
  }

  record(now: number, one: string, other: string, price: bigint, quantity: bigint): void {
    const bucket = now - (now % BUCKET_MS);
    const users: [string, string] = one < other ? [one, other] : [other, one];
    const key = `${bucket} ${users.join(' ')}`;
    const before = this.trades.get(key) ?? {
      bucket,
      users,
      isLinked: false,
      low: price,
      high: price,
      quantity: 0n,
      amount: 0n,
    };
    this.trades.set(key, {
      ...before,
      low: price < before.low ? price : before.low,
      high: price > before.high ? price : before.high,
      quantity: before.quantity + quantity,
      amount: before.amount + usdtOf(quantity, price),
    });
  }

  /** Honest people's orders for a taker in the group's direction, best first. */
  private honestBook(): Resting[] {
    const { honestDepth, direction } = this.strategy;
    if (honestDepth === 0) return [];
    return [4n, 10n, 20n, 40n].map((thousandths, index) => {
      const price =
        direction === 'up'
          ? (REFERENCE * (1_000n + thousandths)) / 1_000n
          : (REFERENCE * (1_000n - thousandths)) / 1_000n;
      const remaining = rabFor(honestDepth, price);
      return {
        id: `h${index}`,
        user: `honest maker ${index}`,
        price,
        remaining,
        smallest: shareUp(remaining, RATE_SCALE / 10n),
      };
    });
  }

  /** A member makes an order, another takes it: by the gateway's matching, with every better order before it. */
  collude(now: number, maker: string, taker: string, price: bigint): void {
    const { direction, usdt, sweeps } = this.strategy;
    const isBetter = (one: bigint) => (direction === 'up' ? one <= price : one >= price);
    const own: Resting = { id: 'own', user: maker, price, remaining: rabFor(usdt, price), smallest: 1n };
    const before = this.honestBook().filter((lot) => isBetter(lot.price));
    const swept = sweeps ? before.reduce((sum, { remaining }) => sum + remaining, 0n) : 0n;
    const side = direction === 'up' ? 'buy' : 'sell';
    const matching = beginMatching<Resting>({ side, price, quantity: own.remaining + swept });
    for (const lot of [...before, own]) offerLot(matching, lot);
    // Refused: the least amount is more.
    if (leastOf(matching) !== null) return;
    for (const { lot, quantity } of matching.matches) {
      const amount = usdtOf(quantity, lot.price);
      if (lot.user === maker) {
        this.cost += 2n * shareUp(amount, FEE);
        if (before.some((one) => !matching.matches.some(({ lot: taken }) => taken === one))) this.past += 1;
      } else {
        const worth = usdtOf(quantity, REFERENCE);
        this.cost += shareUp(amount, FEE) + (direction === 'up' ? amount - worth : worth - amount);
      }
      this.record(now, lot.user, taker, lot.price, quantity);
    }
  }

  /** @returns what would have been too far */
  advance(now: number): PriceBound | null {
    const median = medianOf([...this.trades.values()], REFERENCE, FIGURES);
    const { state, beyond } = nextGuide(this.state, { median, reference: REFERENCE, now }, FIGURES);
    this.state = state;
    return beyond;
  }

  /** The price that the group trades at next. */
  aim(begin: bigint): bigint {
    const { aim, direction } = this.strategy;
    const allowed = allowedPrices(this.guide, BAND, REFERENCE, FIGURES.reach);
    const hour = rangeAround(begin, FIGURES.hourly);
    if (aim === 'band') return direction === 'up' ? allowed.high : allowed.low;
    const wanted =
      aim === 'hour'
        ? direction === 'up'
          ? hour.high
          : hour.low
        : (this.guide * BigInt(direction === 'up' ? 1_000 + aim : 1_000 - aim)) / 1_000n;
    return wanted > allowed.high ? allowed.high : wanted < allowed.low ? allowed.low : wanted;
  }
}

function pairOf({ pairing, accounts }: Strategy, turn: number, random: () => number): [number, number] {
  if (pairing === 'hub') return [0, 1 + (turn % (accounts - 1))];
  if (pairing === 'pairs') {
    const pair = turn % Math.floor(accounts / 2);
    return [2 * pair, 2 * pair + 1];
  }
  const one = Math.floor(random() * accounts);
  return [one, (one + 1 + Math.floor(random() * (accounts - 1))) % accounts];
}

/** Carries the strategy out. */
export function playOut(strategy: Strategy): Result {
  const market = new Market(strategy);
  const random = randomOf(strategy.seed);
  const past: { at: number; price: bigint }[] = [{ at: BEGIN, price: REFERENCE }];
  const result: Result = { moved: 0, cost: 0n, hourly: 0, halted: null, past: 0 };
  for (let round = 0; round < strategy.rounds && result.halted === null; round += 1) {
    const now = BEGIN + round * strategy.gapMinutes * 60_000;
    for (let pair = 0; pair < strategy.honestPairs; pair += 1) {
      const price = REFERENCE + BigInt(Math.floor(random() * 500) - 250);
      market.record(
        now,
        `honest ${2 * pair}`,
        `honest ${2 * pair + 1}`,
        price,
        rabFor(20 + Math.floor(random() * 200), price),
      );
    }
    const hourAgo = past.find(({ at }) => at > now - 3_600_000) ?? past.at(-1);
    const price = market.aim(hourAgo?.price ?? REFERENCE);
    for (let trade = 0; trade < strategy.tradesPerRound; trade += 1) {
      const [maker, taker] = pairOf(strategy, round * strategy.tradesPerRound + trade, random);
      market.collude(now, `member ${maker}`, `member ${taker}`, price);
    }
    result.halted = market.advance(now);
    const { guide } = market;
    for (const earlier of past.filter(({ at }) => at > now - 3_600_000)) {
      result.hourly = Math.max(result.hourly, millionths(guide - earlier.price, earlier.price));
    }
    past.push({ at: now, price: guide });
    const moved = millionths(guide - REFERENCE, REFERENCE);
    if (moved > result.moved) Object.assign(result, { moved, cost: market.cost });
  }
  result.past = market.past;
  return result;
}
