/**
 * The simulated market, which every screen labels: a walk that is a function of product and time alone. So all gateways state the same, a
 * restart goes on where it was, and the past needs no rows: it is computed when a chart asks for it.
 */
import { SIMULATED } from '../../../contract/calls/quotes';
import { unitsToDecimal } from '../../../contract/money';
import { PRICE_DECIMALS, priceUnits, type MarketProduct, type QuoteSource, type Tick } from './source';

/** A price is stated anew at each whole multiple of this. */
const TICK_MS = 5_000;
const DAY_MS = 86_400_000;
/** The walk is a sum of waves, each three times as long as the one before: up to a month. */
const WAVES = 13;
const FACTOR = 3;
/** Parts of the price in which the walk is counted. */
const PARTS = 1_000_000_000;
const HASH_RANGE = 0x8000_0000;

/** Invented prices; what the course of a day is usually about, as a fraction. */
const STARTS: Readonly<Record<string, readonly [price: string, dailyMove: number]>> = {
  'BTC/USD': ['91280', 0.02],
  'ETH/USD': ['3140', 0.025],
  'XAU/USD': ['4066', 0.008],
  'XAG/USD': ['50.4', 0.012],
  'EUR/USD': ['1.085', 0.004],
  'GBP/USD': ['1.272', 0.004],
  'USD/JPY': ['149.6', 0.005],
  'USD/CNH': ['7.118', 0.0015],
};
const OTHER: readonly [price: string, dailyMove: number] = ['100', 0.01];

/**
 * How finely the past is computed: the further back, the coarser, since only longer candles reach so far. Longer ones are made of the same
 * prices as shorter ones, so they fit together.
 */
const PAST: readonly { backMs: number; stepMs: number }[] = [
  { backMs: 3 * 3_600_000, stepMs: TICK_MS },
  { backMs: 26 * 3_600_000, stepMs: 60_000 },
  { backMs: 8 * DAY_MS, stepMs: 600_000 },
  { backMs: 200 * DAY_MS, stepMs: 4 * 3_600_000 },
];

/** FNV-1a, 32 bits. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** A number between -1 and 1 that looks random, always the same for the same place. */
function noise(seed: number, wave: number, index: number): number {
  let hash = Math.imul(seed ^ Math.imul(wave + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) / HASH_RANGE;
}

const PERIODS = Array.from({ length: WAVES }, (_, wave) => TICK_MS * FACTOR ** wave);

/** The price at a multiple of the tick, in units. Floats stay within the walk: a price of this market is nobody's money. */
function priceAt(symbol: string, at: number): bigint {
  const [start, dailyMove] = STARTS[symbol] ?? OTHER;
  const seed = seedOf(symbol);
  let walk = 0;
  for (const [wave, period] of PERIODS.entries()) {
    const index = Math.floor(at / period);
    const share = (at - index * period) / period;
    const from = noise(seed, wave, index);
    const height = dailyMove * Math.sqrt(period / DAY_MS);
    walk += height * (from + (noise(seed, wave, index + 1) - from) * share);
  }
  return (priceUnits(start) * BigInt(PARTS + Math.round(walk * PARTS))) / BigInt(PARTS);
}

function rounded(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(PRICE_DECIMALS - decimals);
  return (units / step) * step;
}

function past({ symbol, decimals }: MarketProduct, { from, until }: { from: number; until: number }): Tick[] {
  const ticks: Tick[] = [];
  let end = until;
  for (const { backMs, stepMs } of PAST) {
    const begin = Math.max(from, until - backMs);
    const stretch: Tick[] = [];
    for (let at = Math.ceil(begin / stepMs) * stepMs; at < end; at += stepMs)
      stretch.push({ at, price: rounded(priceAt(symbol, at), decimals) });
    ticks.unshift(...stretch);
    end = begin;
  }
  return ticks;
}

export function simulatedMarket(products: readonly MarketProduct[]): QuoteSource {
  return {
    name: SIMULATED,
    products,
    everyMs: TICK_MS,
    past,
    async read(now) {
      const at = Math.floor(now / TICK_MS) * TICK_MS;
      return products.map(({ symbol, decimals }) => ({
        symbol,
        price: unitsToDecimal(rounded(priceAt(symbol, at), decimals), PRICE_DECIMALS),
        at,
      }));
    },
  };
}
