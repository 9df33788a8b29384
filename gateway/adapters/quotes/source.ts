/** Sources of market quotes. The domain judges whatever they state before anything is made of it (domain/quotes/rules.ts). */
import { decimalToUnits } from '../../../contract/money';

/** Prices are integers of 10^-10 of the counter currency. */
export const PRICE_DECIMALS = 10;

export interface MarketProduct {
  id: string;
  base: string;
  counter: string;
  /** Prices are rounded to so many. */
  decimals: number;
  /** The source's name for it. */
  symbol: string;
}

export interface StatedPrice {
  symbol: string;
  price: string;
  /** UTC ms. */
  at: number;
}

/** A price at a time. */
export interface Tick {
  at: number;
  price: bigint;
}

export interface QuoteSource {
  /** Screens label its prices with it. */
  name: string;
  products: readonly MarketProduct[];
  /** All gateways together ask it at most so often, ms. */
  everyMs: number;
  /** @param now UTC ms. @throws QuoteSourceError */
  read(now: number): Promise<readonly StatedPrice[]>;
  /** Computes the prices from `from` until before `until`, oldest first; null for a source that states only what is now. */
  past: ((product: MarketProduct, span: { from: number; until: number }) => Tick[]) | null;
}

/** The source gave no answer that makes sense. The last good prices stay, with their age. */
export class QuoteSourceError extends Error {
  constructor(
    readonly code: 'unreachable' | 'too-slow' | 'refused' | 'too-large' | 'malformed',
    options?: ErrorOptions,
  ) {
    super(`the source of quotes: ${code}`, options);
    this.name = 'QuoteSourceError';
  }
}

const ENTRY = /^([A-Z0-9]{2,10})\/([A-Z0-9]{2,10}):([0-9]|10)(?:=([\x21-\x7e]{1,40}))?$/;
const MAX_ENTRIES = 50;

/** Products out of a text like `EUR/USD:5, XAU/USD:2=GOLD`: pair, decimals, and the source's own name for it. Null when it is none. */
export function parseProducts(text: string): MarketProduct[] | null {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry.trim()));
  const products = entries.flatMap((entry) => {
    const [, base = '', counter = '', decimals = '', symbol = `${base}/${counter}`] = entry ?? [];
    return entry ? [{ id: `${base}-${counter}`, base, counter, decimals: Number(decimals), symbol }] : [];
  });
  const isWhole = products.length === entries.length && products.length <= MAX_ENTRIES;
  const ids = new Set(products.map(({ id }) => id));
  const symbols = new Set(products.map(({ symbol }) => symbol));
  return isWhole && ids.size === products.length && symbols.size === products.length ? products : null;
}

export const DEFAULT_PRODUCTS =
  'BTC/USD:2, ETH/USD:2, XAU/USD:2, EUR/USD:5, GBP/USD:5, USD/JPY:3, USD/CNH:4, XAG/USD:3';

/** @throws RangeError when the text is no plain decimal with at most ten decimals */
export function priceUnits(text: string): bigint {
  return decimalToUnits(text, PRICE_DECIMALS);
}
