/** Computes figures from the trades of a time: the day's, and candles. */
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { otcRabDay, RAB_PAIR } from '../../../db/schema/otc-rab';
import type { Tx } from '../../../db/transaction';
import { BUCKET_MS, WINDOW_MS, type PairTrades } from './guide-rules';

export type MarketDay = Omit<typeof otcRabDay.$inferSelect, 'pair'>;

/** The day without the guide price. */
type DayFigures = Omit<MarketDay, 'price' | 'reference' | 'moves'>;

const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Takes the turn of computing until the transaction ends; false when another one has it. */
export async function tryLockDay(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('otc-rab-day', 0)) AS held`,
  );
  return rows[0]?.held === true;
}

export async function keptDay(queries: Queries): Promise<MarketDay | null> {
  const [row] = await queries.select().from(otcRabDay).where(eq(otcRabDay.pair, RAB_PAIR));
  if (!row) return null;
  const { pair: _pair, ...day } = row;
  return day;
}

export async function keepDay(tx: Tx, day: MarketDay): Promise<void> {
  await tx
    .insert(otcRabDay)
    .values({ pair: RAB_PAIR, ...day })
    .onConflictDoUpdate({ target: otcRabDay.pair, set: day });
}

const units = (text: string | null) => (text === null ? null : BigInt(text));
const bucketOf = (ms: number) => ms - (ms % BUCKET_MS);

/**
 * True if two users are not independent of each other, as far as the data tell: one has invited the other, or both had a session
 * from one network within a day. A device's token is kept bound to its user (docs/rules.md §3), so devices cannot be compared.
 */
const linked = (now: number) => sql`(
  EXISTS (SELECT 1 FROM users u WHERE (u.id = t.low_user AND u.inviter_id = t.high_user) OR (u.id = t.high_user AND u.inviter_id = t.low_user))
  OR EXISTS (SELECT 1 FROM sessions a JOIN sessions b ON b.user_id = t.high_user AND b.address = a.address AND b.last_seen_at > ${time(now - WINDOW_MS)}
              WHERE a.user_id = t.low_user AND a.last_seen_at > ${time(now - WINDOW_MS)}))`;

/**
 * Writes the trades of each five minutes since the bucket before `from` anew, and drops what is older than the window. What commits late is
 * found by the next one: no transaction lasts that long. @param from when it was done last, null for never
 */
export async function fillBuckets(tx: Tx, { from, now }: { from: number | null; now: number }): Promise<void> {
  const oldest = bucketOf(now - WINDOW_MS);
  const begin = from === null || from > now ? oldest : Math.max(oldest, bucketOf(from) - BUCKET_MS);
  await tx.execute(sql`
    INSERT INTO otc_rab_buckets AS b (bucket, low_user_id, high_user_id, is_linked, low, high, quantity, amount, last_trade_at)
    SELECT bucket, low_user, high_user, ${linked(now)}, low, high, quantity, amount, last_at
      FROM (SELECT date_bin('5 minutes', closed_at, '2000-01-01Z'::timestamptz) AS bucket, least(buyer_id, seller_id) AS low_user,
                   greatest(buyer_id, seller_id) AS high_user, min(price) AS low, max(price) AS high, sum(quantity) AS quantity,
                   sum(amount) AS amount, max(closed_at) AS last_at
              FROM otc_rab_fills
             WHERE status = 'settled' AND closed_at >= ${time(begin)} AND closed_at <= ${time(now)}
             GROUP BY 1, 2, 3) t
    ON CONFLICT (bucket, low_user_id, high_user_id) DO UPDATE SET is_linked = b.is_linked OR EXCLUDED.is_linked, low = EXCLUDED.low,
      high = EXCLUDED.high, quantity = EXCLUDED.quantity, amount = EXCLUDED.amount, last_trade_at = EXCLUDED.last_trade_at`);
  await tx.execute(sql`DELETE FROM otc_rab_buckets WHERE bucket < ${time(oldest)}`);
}

/** Sums what each two users traded in each five minutes that ended after `since`; `since` within a bucket leaves it out. */
export async function pairTrades(tx: Tx, since: number, now: number): Promise<PairTrades[]> {
  const { rows } = await tx.execute<
    Record<'at' | 'one' | 'other' | 'low' | 'high' | 'quantity' | 'amount', string> & { linked: boolean }
  >(sql`
    SELECT (extract(epoch FROM bucket) * 1000)::bigint::text AS at, low_user_id::text AS one, high_user_id::text AS other, is_linked AS linked,
           low::text, high::text, quantity::text, amount::text
      FROM otc_rab_buckets WHERE bucket > ${time(since)} AND bucket <= ${time(now)}`);
  return rows.map((row) => ({
    bucket: Number(row.at),
    users: [row.one, row.other],
    isLinked: row.linked,
    low: BigInt(row.low),
    high: BigInt(row.high),
    quantity: BigInt(row.quantity),
    amount: BigInt(row.amount),
  }));
}

/** Computes what screens show of the 24 hours up to `now`, to five minutes. */
export async function computeDay(queries: Queries, now: number): Promise<DayFigures> {
  const { rows } = await queries.execute<
    Record<'high' | 'low' | 'price_before' | 'last_at', string | null> & { volume: string }
  >(sql`
    SELECT max(high)::text AS high, min(low)::text AS low, coalesce(sum(quantity), 0)::text AS volume,
           (extract(epoch FROM max(last_trade_at)) * 1000)::bigint::text AS last_at,
           CASE WHEN count(*) > 0 THEN coalesce(
             (SELECT price FROM otc_rab_fills WHERE status = 'settled' AND closed_at <= ${time(now - WINDOW_MS)}
               ORDER BY closed_at DESC LIMIT 1),
             (SELECT price FROM otc_rab_fills WHERE status = 'settled' AND closed_at > ${time(now - WINDOW_MS)}
               ORDER BY closed_at LIMIT 1)) END::text AS price_before
      FROM otc_rab_buckets WHERE last_trade_at > ${time(now - WINDOW_MS)} AND bucket <= ${time(now)}`);
  const row = rows[0];
  return {
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
