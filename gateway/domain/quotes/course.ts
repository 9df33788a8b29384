/** The course of a product: candles that are kept, and before them those that a simulated market computes. */
import { MAX_POINTS } from '../../../contract/calls/quotes';
import type { MarketProduct, QuoteSource } from '../../adapters/quotes/source';
import type { Queries } from '../../db/client';
import { bucketOf, candleOf, dayFigures, fold, type Candle, type DayFigures } from './candles';
import { candlesSince, type KeptQuote } from './repo';

const DAY_MS = 86_400_000;
/** The figures of 24 hours are worked out of candles of this length. */
const FIGURE_MS = 300_000;

/** The parts of the kept row that tell where its course is. */
export type CourseOf = Pick<KeptQuote, 'source' | 'since'>;

/** The prices before the first kept one; none of another source than the present one. */
function pastOf(source: QuoteSource | null, product: MarketProduct, of: CourseOf, from: number): Candle[] {
  const past = source?.name === of.source ? source.past : null;
  if (!past) return [];
  return past(product, { from, until: of.since }).map(candleOf);
}

export interface CourseDeps {
  queries: Queries;
  source: QuoteSource | null;
}

/** The newest candles up to the last price, at most `count`. */
export async function courseOf(
  { queries, source }: CourseDeps,
  product: MarketProduct,
  kept: KeptQuote,
  { spanMs, count }: { spanMs: number; count: number },
): Promise<Candle[]> {
  const from = bucketOf(kept.at, spanMs) - (count - 1) * spanMs;
  const rows = await candlesSince(queries, [product.id], { source: kept.source, spanS: spanMs / 1000, from });
  return fold([...pastOf(source, product, kept, from), ...(rows.get(product.id) ?? [])], spanMs);
}

/** The figures of the 24 hours until `now`, of products of one source. @param since of each product, by its id */
export async function daysOf(
  queries: Queries,
  source: QuoteSource,
  since: ReadonlyMap<MarketProduct, number>,
  now: number,
): Promise<Map<string, DayFigures>> {
  const from = bucketOf(now - DAY_MS, FIGURE_MS) + FIGURE_MS;
  const products = [...since.keys()];
  const rows = await candlesSince(
    queries,
    products.map(({ id }) => id),
    { source: source.name, spanS: FIGURE_MS / 1000, from },
  );
  const days = new Map<string, DayFigures>();
  for (const [product, start] of since) {
    const past = pastOf(source, product, { source: source.name, since: start }, from);
    const figures = dayFigures([...past, ...(rows.get(product.id) ?? [])], MAX_POINTS);
    if (figures) days.set(product.id, figures);
  }
  return days;
}
