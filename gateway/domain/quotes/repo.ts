/** Rows of market quotes and their candles. */
import { and, asc, eq, gte, inArray, lt, sql, type AnyColumn } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { productCandles, productQuotes } from '../../db/schema/quotes';
import type { Tx } from '../../db/transaction';
import type { Candle } from './candles';

export type KeptQuote = typeof productQuotes.$inferSelect;

export function keptQuotes(queries: Queries): Promise<KeptQuote[]> {
  return queries.select().from(productQuotes);
}

export async function keptQuote(queries: Queries, productId: string): Promise<KeptQuote | null> {
  const [row] = await queries.select().from(productQuotes).where(eq(productQuotes.productId, productId));
  return row ?? null;
}

const given = (column: AnyColumn) => sql.raw(`excluded."${column.name}"`);

export async function saveQuotes(tx: Tx, quotes: readonly KeptQuote[]): Promise<void> {
  if (quotes.length === 0) return;
  const { source, price, at, since, open, high, low, points, figuredAt } = productQuotes;
  await tx
    .insert(productQuotes)
    .values([...quotes])
    .onConflictDoUpdate({
      target: productQuotes.productId,
      set: {
        source: given(source),
        price: given(price),
        at: given(at),
        since: given(since),
        open: given(open),
        high: given(high),
        low: given(low),
        points: given(points),
        figuredAt: given(figuredAt),
      },
    });
}

/** A candle's part, of one product, source and length. */
export type CandlePart = Candle & { productId: string; source: string; spanS: number };

/** Folds later prices into the candles that are there. Each part is of another bucket. */
export async function foldIntoCandles(tx: Tx, parts: readonly CandlePart[]): Promise<void> {
  if (parts.length === 0) return;
  const { productId, source, spanS, bucket, high, low, close } = productCandles;
  await tx
    .insert(productCandles)
    .values(parts.map(({ at, ...part }) => ({ ...part, bucket: at })))
    .onConflictDoUpdate({
      target: [productId, source, spanS, bucket],
      set: {
        high: sql`greatest(${high}, ${given(high)})`,
        low: sql`least(${low}, ${given(low)})`,
        close: given(close),
      },
    });
}

export interface CandleRange {
  source: string;
  spanS: number;
  /** UTC ms. */
  from: number;
}

/** Candles of products by their ids, in order of time. */
export async function candlesSince(
  queries: Queries,
  productIds: readonly string[],
  { source, spanS, from }: CandleRange,
): Promise<Map<string, Candle[]>> {
  const table = productCandles;
  const rows = await queries
    .select()
    .from(table)
    .where(
      and(
        inArray(table.productId, [...productIds]),
        eq(table.source, source),
        eq(table.spanS, spanS),
        gte(table.bucket, from),
      ),
    )
    .orderBy(asc(table.bucket));
  const candles = new Map<string, Candle[]>(productIds.map((id) => [id, []]));
  for (const { productId, bucket, open, high, low, close } of rows)
    candles.get(productId)?.push({ at: bucket, open, high, low, close });
  return candles;
}

/** Drops candles of products that begin anew. */
export async function dropCandles(tx: Tx, source: string, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const isDropped = and(eq(productCandles.source, source), inArray(productCandles.productId, [...productIds]));
  await tx.delete(productCandles).where(isDropped);
}

export async function deleteCandlesBefore(queries: Queries, spanS: number, before: number): Promise<number> {
  const isOld = and(eq(productCandles.spanS, spanS), lt(productCandles.bucket, before));
  const { rowCount } = await queries.delete(productCandles).where(isOld);
  return rowCount ?? 0;
}
