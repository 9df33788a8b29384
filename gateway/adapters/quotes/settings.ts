/** Settings of market quotes, as the operator has made them (docs/operating.md, "Market quotes"). */
import { parseShape } from './answer-shape';
import type { HttpQuotesOptions } from './http-source';
import { parseProducts, type MarketProduct } from './source';

export interface QuoteSettings {
  products: readonly MarketProduct[];
  /** Null: no source of the operator's. */
  http: HttpQuotesOptions | null;
  /** Simulate the market also without demo data. */
  simulate: boolean;
}

interface GivenQuotes {
  QUOTES_URL?: string | undefined;
  QUOTES_NAME?: string | undefined;
  QUOTES_KEY?: string | undefined;
  QUOTES_SHAPE?: string | undefined;
  QUOTES_PRODUCTS: string;
  QUOTES_EVERY_S: number;
  QUOTES_TIMEOUT_MS: number;
  QUOTES_SIMULATED: boolean;
}

/** @throws RangeError when the shape of answers is none, in a sentence that names the variable */
export function quoteSettings(set: GivenQuotes): QuoteSettings {
  const { QUOTES_URL: url, QUOTES_EVERY_S: everyS, QUOTES_TIMEOUT_MS: timeoutMs } = set;
  const products = parseProducts(set.QUOTES_PRODUCTS) ?? [];
  const shared = { products, simulate: set.QUOTES_SIMULATED };
  const shape = shapeOf(set.QUOTES_SHAPE);
  if (url === undefined) return { ...shared, http: null };
  const name = set.QUOTES_NAME ?? new URL(url).hostname.slice(0, 40);
  const key = set.QUOTES_KEY ?? null;
  return { ...shared, http: { url, name, products, timeoutMs, everyMs: everyS * 1000, key, shape } };
}

function shapeOf(text: string | undefined): HttpQuotesOptions['shape'] {
  if (text === undefined) return null;
  try {
    return parseShape(text);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`QUOTES_SHAPE is not usable: ${error.message}.`) : error;
  }
}
