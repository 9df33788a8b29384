/**
 * Exchange arithmetic (docs/rules.md §4), pure and exact: bigint counts of the smallest unit, one division, rounded against the user.
 *
 * The rate is the guide price (USDT's smallest units per RAB) less the spread for who gives RAB, plus it for who gives USDT:
 *   RAB → USDT: received = floor(given × price × (1 − spread) / 10^8)
 *   USDT → RAB: received = floor(given × 10^8 / (price × (1 + spread)))
 * with `spread` scaled by RATE_SCALE, so that nothing is rounded before that.
 */
import { ASSETS, RATE_DECIMALS, RATE_SCALE, unitsToDecimal, type AssetCode } from '../../../contract/money';

/** A price older than this refuses. */
export const PRICE_MAX_AGE_MS = 60_000;

const RAB_UNIT = 10n ** BigInt(ASSETS.RAB.decimals);

export interface RateTerms {
  /** The asset that the user gives. */
  from: AssetCode;
  /** USDT's smallest units per RAB, above zero. */
  price: bigint;
  /** A fraction below one, scaled by RATE_SCALE. */
  spread: bigint;
}

/** USDT's smallest units per RAB, scaled by RATE_SCALE. */
function scaledRate({ from, price, spread }: RateTerms): bigint {
  return price * (from === 'RAB' ? RATE_SCALE - spread : RATE_SCALE + spread);
}

/** received = floor(given × numerator / denominator) */
function fractionOf(terms: RateTerms): { numerator: bigint; denominator: bigint } {
  const rate = scaledRate(terms);
  const unit = RAB_UNIT * RATE_SCALE;
  return terms.from === 'RAB' ? { numerator: rate, denominator: unit } : { numerator: unit, denominator: rate };
}

/** Converts `given` smallest units of `from` into the other asset, rounded down; may be zero. */
export function receivedFor(terms: RateTerms, given: bigint): bigint {
  const { numerator, denominator } = fractionOf(terms);
  return (given * numerator) / denominator;
}

/** The largest amount of `from` that gives nothing. */
export function largestWorthNothing(terms: RateTerms): bigint {
  const { numerator, denominator } = fractionOf(terms);
  return (denominator - 1n) / numerator;
}

/** USDT per RAB with the spread in it, exact: `"0.124375"`. */
export function rateText(terms: RateTerms): string {
  return unitsToDecimal(scaledRate(terms), ASSETS.USDT.decimals + RATE_DECIMALS).replace(/\.?0+$/, '');
}

/**
 * True once the price has gone further in favour of whoever holds a quote than the spread that the quote costs. Up to there a
 * fill is never better than the price of its own moment, so that no quote is worth anything by itself.
 */
export function hasMovedInFavour(terms: RateTerms, current: bigint): boolean {
  const [now, quoted] = [current * RATE_SCALE, scaledRate(terms)];
  return terms.from === 'RAB' ? now < quoted : now > quoted;
}

/** True while a price of the moment `asOf` may be quoted and filled. */
export function isFresh(asOf: number, now: number): boolean {
  return now - asOf <= PRICE_MAX_AGE_MS;
}
