/** Tells devices of a product's quote, in exact decimal texts. */
import type { LivePrice, ProductQuote, QuoteCandle } from '../../../contract/calls/quotes';
import { unitsToDecimal } from '../../../contract/money';
import { PRICE_DECIMALS, priceUnits, type MarketProduct } from '../../adapters/quotes/source';
import type { Candle } from './candles';
import type { KeptQuote } from './repo';

const CHANGE_DECIMALS = 6;
const CHANGE_SCALE = 10n ** BigInt(CHANGE_DECIMALS);

function priceText(units: bigint, { decimals }: MarketProduct): string {
  return unitsToDecimal(units / 10n ** BigInt(PRICE_DECIMALS - decimals), decimals);
}

export function viewLive(product: MarketProduct, kept: KeptQuote): LivePrice {
  const { price, open, high, low, at, source } = kept;
  return {
    id: product.id,
    price: priceText(price, product),
    change: unitsToDecimal(((price - open) * CHANGE_SCALE) / open, CHANGE_DECIMALS),
    moved: priceText(price - open, product),
    high: priceText(high, product),
    low: priceText(low, product),
    at,
    source,
  };
}

export function viewQuote(product: MarketProduct, kept: KeptQuote): ProductQuote {
  const { base, counter, decimals } = product;
  return {
    ...viewLive(product, kept),
    base,
    counter,
    decimals,
    open: priceText(kept.open, product),
    points: kept.points.map((point) => priceText(priceUnits(point), product)),
  };
}

export function viewCandle(product: MarketProduct, { at, open, high, low, close }: Candle): QuoteCandle {
  return {
    at,
    open: priceText(open, product),
    high: priceText(high, product),
    low: priceText(low, product),
    close: priceText(close, product),
  };
}
