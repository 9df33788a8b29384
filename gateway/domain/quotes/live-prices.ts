/** The latest prices, for the live stream. */
import type { LivePrice } from '../../../contract/calls/quotes';
import type { Deps } from '../call-context';
import { keptQuotes } from './repo';
import { viewLive } from './view';

/** Every product's; none where there is no source. */
export async function livePrices({ db, quotes }: Pick<Deps, 'db' | 'quotes'>): Promise<LivePrice[]> {
  if (quotes === null) return [];
  const rows = await keptQuotes(db.db);
  return quotes.products.flatMap((product) => {
    const row = rows.find(({ productId }) => productId === product.id);
    return row ? [viewLive(product, row)] : [];
  });
}
