/** Judges what a source of quotes states (docs/rules.md §9): a price that makes no sense is refused, and the last good one stays. */
import { PRICE_DECIMALS, type MarketProduct, type StatedPrice, type Tick } from '../../adapters/quotes/source';
import { decimalToUnits } from '../../../contract/money';

/** Clocks differ a little. */
export const MAX_AHEAD_MS = 5_000;
/** A price that is older when it comes says nothing about now. */
export const MAX_AGE_MS = 300_000;
/** A price may differ from the last good one by this part of it, percent … */
export const BAND_PERCENT = 10n;
/** … unless the last good one is older than this: then the market has moved, and the source has said so ever since. */
export const BAND_MS = 600_000;

const MAX_FRACTION = 18;
const MAX_INTEGER = 12;
const PLAIN = new RegExp(`^(0|[1-9][0-9]{0,${MAX_INTEGER - 1}})(\\.[0-9]{1,${MAX_FRACTION}})?$`);

export type QuoteRefusal = 'not-a-price' | 'from-the-future' | 'too-old' | 'not-newer' | 'jump';

/** A price text in units, rounded to the product's decimals, half up; null when it is none, or rounds to nothing. */
function roundedUnits(text: string, decimals: number): bigint | null {
  if (!PLAIN.test(text)) return null;
  const step = 10n ** BigInt(MAX_FRACTION - decimals);
  const rounded = (decimalToUnits(text, MAX_FRACTION) + step / 2n) / step;
  return rounded === 0n ? null : rounded * 10n ** BigInt(PRICE_DECIMALS - decimals);
}

function isJump(price: bigint, last: bigint): boolean {
  const distance = price > last ? price - last : last - price;
  return distance * 100n > last * BAND_PERCENT;
}

/** @param last the good price that the same source gave before; null for none. @param now UTC ms */
export function judge(
  stated: StatedPrice,
  { decimals }: Pick<MarketProduct, 'decimals'>,
  last: Tick | null,
  now: number,
): Tick | QuoteRefusal {
  const { at } = stated;
  const price = roundedUnits(stated.price, decimals);
  if (price === null) return 'not-a-price';
  if (at > now + MAX_AHEAD_MS) return 'from-the-future';
  if (at < now - MAX_AGE_MS) return 'too-old';
  if (last === null) return { at, price };
  if (at <= last.at) return 'not-newer';
  if (isJump(price, last.price) && at - last.at <= BAND_MS) return 'jump';
  return { at, price };
}
