/** Inputs for the calls of market quotes. */
import { DEFAULT_PRODUCTS, parseProducts } from '../../../gateway/adapters/quotes/source';
import { simulatedMarket } from '../../../gateway/adapters/quotes/simulated';
import { keepQuotes } from '../../../gateway/jobs/quotes';
import type { RealGateway } from './real-gateway';

/** Has the gateway simulate a market with a price of now. @returns the first product's id */
export async function pricedProduct({ deps }: RealGateway): Promise<string> {
  const products = parseProducts(DEFAULT_PRODUCTS) ?? [];
  deps.quotes = simulatedMarket(products);
  await keepQuotes(deps);
  return products[0]?.id ?? '';
}
