/** What the trades of a time say: the day's figures, and candles. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { otcRabDay, RAB_PAIR } from '../../../db/schema/otc-rab';

export type MarketDay = Omit<typeof otcRabDay.$inferSelect, 'pair'>;

const DAY_MS = 86_400_000;
const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

export async function keptDay(queries: Queries): Promise<MarketDay | null> {
  const { price, high, low, volume, priceBefore, lastTradeAt, computedAt } = otcRabDay;
  const [row] = await queries
    .select({ price, high, low, volume, priceBefore, lastTradeAt, computedAt })
    .from(otcRabDay);
  return row ?? null;
}

export async function keepDay(queries: Queries, day: MarketDay): Promise<void> {
  await queries
    .insert(otcRabDay)
    .values({ pair: RAB_PAIR, ...day })
    .onConflictDoUpdate({ target: otcRabDay.pair, set: day });
}

const units = (text: string | null) => (text === null ? null : BigInt(text));

/**
 * The 24 hours up to and with `now`. The median is the price at which half of the volume is reached, going up from the lowest.
 */
export async function computeDay(queries: Queries, now: number): Promise<MarketDay> {
  const { rows } = await queries.execute<{
    price: string | null;
    high: string | null;
    low: string | null;
    volume: string;
    price_before: string | null;
    last_at: string | null;
  }>(sql`
    WITH trades AS (
      SELECT closed_at, price, quantity FROM otc_rab_fills
       WHERE status = 'settled' AND closed_at > ${time(now - DAY_MS)} AND closed_at <= ${time(now)}
    ), prices AS (
      SELECT price, sum(sum(quantity)) OVER (ORDER BY price) AS below, sum(sum(quantity)) OVER () AS total
        FROM trades GROUP BY price
    )
    SELECT (SELECT min(price) FROM prices WHERE below * 2 >= total)::text AS price,
           max(price)::text AS high, min(price)::text AS low, coalesce(sum(quantity), 0)::text AS volume,
           (extract(epoch FROM max(closed_at)) * 1000)::bigint::text AS last_at,
           CASE WHEN count(*) > 0 THEN coalesce(
             (SELECT price FROM otc_rab_fills WHERE status = 'settled' AND closed_at <= ${time(now - DAY_MS)}
               ORDER BY closed_at DESC LIMIT 1),
             (SELECT price FROM trades ORDER BY closed_at LIMIT 1)) END::text AS price_before
      FROM trades`);
  const row = rows[0];
  return {
    price: units(row?.price ?? null),
    high: units(row?.high ?? null),
    low: units(row?.low ?? null),
    volume: units(row?.volume ?? null) ?? 0n,
    priceBefore: units(row?.price_before ?? null),
    lastTradeAt: row?.last_at ? Number(row.last_at) : null,
    computedAt: now,
  };
}

export interface Candle {
  at: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
}

/** Trades after `from` up to `now` in steps of `stepMs`, oldest first; steps without trades are left out. */
export async function candlesOf(
  queries: Queries,
  { from, now, stepMs }: { from: number; now: number; stepMs: number },
): Promise<Candle[]> {
  const { rows } = await queries.execute<Record<'at' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>(sql`
    SELECT (step * ${stepMs}::bigint)::text AS at, (array_agg(price ORDER BY closed_at, id))[1]::text AS open, max(price)::text AS high,
           min(price)::text AS low, (array_agg(price ORDER BY closed_at DESC, id DESC))[1]::text AS close, sum(quantity)::text AS volume
      FROM (SELECT id, closed_at, price, quantity, floor(extract(epoch FROM closed_at) * 1000 / ${stepMs}::bigint)::bigint AS step
              FROM otc_rab_fills
             WHERE status = 'settled' AND closed_at >= ${time(from)} AND closed_at <= ${time(now)}) t
     GROUP BY step ORDER BY step`);
  return rows.map(({ at, open, high, low, close, volume }) => ({
    at: Number(at),
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
    volume: BigInt(volume),
  }));
}
