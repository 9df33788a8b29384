/** Market quotes, the same for everybody (docs/rules.md §9). */
import { INTERVAL_MS, MAX_CANDLES } from '../../../contract/calls/quotes';
import { Refusal, type Handlers } from '../call-context';
import { courseOf } from './course';
import { keptQuote, keptQuotes } from './repo';
import { viewCandle, viewQuote } from './view';

export const quoteHandlers: Handlers<'productQuotes' | 'productQuote'> = {
  async productQuotes({ deps }) {
    if (deps.quotes === null) return { products: [] };
    const rows = await keptQuotes(deps.db.db);
    return {
      products: deps.quotes.products.flatMap((product) => {
        const row = rows.find(({ productId }) => productId === product.id);
        return row ? [viewQuote(product, row)] : [];
      }),
    };
  },

  async productQuote({ deps }, { id, interval }) {
    const queries = deps.db.db;
    const source = deps.quotes;
    const product = source?.products.find((one) => one.id === id);
    const row = product && (await keptQuote(queries, product.id));
    if (!product || !row) throw new Refusal('not-found');
    const span = { spanMs: INTERVAL_MS[interval], count: MAX_CANDLES };
    const candles = await courseOf({ queries, source }, product, row, span);
    return { quote: viewQuote(product, row), interval, candles: candles.map((one) => viewCandle(product, one)) };
  },
};
