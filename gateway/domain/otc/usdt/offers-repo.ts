/** Rows of offers, and whether the market is open. */
import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { Queries } from '../../../db/client';
import { users } from '../../../db/schema/identity';
import { withdrawalMethods } from '../../../db/schema/methods';
import { otcUsdtMarket, otcUsdtOffers } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import type { FigurePosition } from '../../paging';
import { hasRateSince, RECORD_MS } from '../traders-repo';

export type OfferRow = typeof otcUsdtOffers.$inferSelect;
export type NewOffer = Omit<
  typeof otcUsdtOffers.$inferInsert,
  'id' | 'version' | 'state' | 'inTrades' | 'completed' | 'returned' | 'closedAt' | 'remaining' | 'holdId' | 'held'
>;

/** The operator's words while the market is halted, else null. */
export async function haltReason(queries: Queries): Promise<string | null> {
  const [row] = await queries.select({ haltReason: otcUsdtMarket.haltReason }).from(otcUsdtMarket);
  return row?.haltReason ?? null;
}

/** Halts the market, or opens it with null. @returns the reason before */
export async function saveHalt(tx: Tx, reason: string | null): Promise<string | null> {
  const [row] = await tx.select({ haltReason: otcUsdtMarket.haltReason }).from(otcUsdtMarket).for('update');
  await tx.update(otcUsdtMarket).set({ haltReason: reason });
  return row?.haltReason ?? null;
}

/** Locks the trader until the transaction ends: this user places and takes nothing else, so that limits hold. */
export async function lockTrader(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function insertOffer(tx: Tx, row: NewOffer): Promise<OfferRow> {
  const [inserted] = await tx
    .insert(otcUsdtOffers)
    .values({ ...row, remaining: row.quantity })
    .returning();
  if (!inserted) throw new Error('the offer was not inserted');
  return inserted;
}

export async function findOffer(queries: Queries, id: string): Promise<OfferRow | null> {
  const [row] = await queries.select().from(otcUsdtOffers).where(eq(otcUsdtOffers.id, id));
  return row ?? null;
}

/** The offer, locked until the transaction ends. Who needs a trade's lock too takes that one first. */
export async function lockOffer(tx: Tx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.select().from(otcUsdtOffers).where(eq(otcUsdtOffers.id, id)).for('no key update');
  return row ?? null;
}

export type OfferChange = Partial<
  Pick<OfferRow, 'state' | 'remaining' | 'inTrades' | 'completed' | 'returned' | 'holdId' | 'held' | 'closedAt'>
>;

/** Writes what has become of a locked offer, as its next version. */
export async function saveOffer(tx: Tx, { id, version }: OfferRow, change: OfferChange): Promise<OfferRow> {
  const [row] = await tx
    .update(otcUsdtOffers)
    .set({ ...change, version: version + 1 })
    .where(eq(otcUsdtOffers.id, id))
    .returning();
  if (!row) throw new Error(`offer ${id} is gone`);
  return row;
}

const isOpen = eq(otcUsdtOffers.state, 'open');

/** Open, something is left, and a seller has one of its cards on file to be paid to. */
const isTakeable = sql`(${isOpen} AND ${otcUsdtOffers.remaining} > 0 AND (${otcUsdtOffers.side} = 'buy' OR EXISTS (
  SELECT FROM ${withdrawalMethods} m WHERE m.user_id = ${otcUsdtOffers.userId} AND m.removed_at IS NULL AND m.kind = 'bank'
     AND ${otcUsdtOffers.methodIds} @> to_jsonb(m.id::text))))`;

export async function countOpenOffers(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ n: count() })
    .from(otcUsdtOffers)
    .where(and(eq(otcUsdtOffers.userId, userId), isOpen));
  return row?.n ?? 0;
}

export interface MarketPage {
  side: OtcSide;
  /** Fiat that can be taken at once, units of 10^-2. */
  fiat: bigint | null;
  minCompletionRate: string | null;
  sort: 'price' | 'quantity' | 'newest';
  end: FigurePosition | null;
  limit: number;
  now: number;
}

const { price, remaining, id, minFiat, maxFiat, side: sideColumn, userId: ownerId } = otcUsdtOffers;

/** The key that orders a page, ascending; the smaller id comes first among equals, but for the newest. */
function orderOf({ sort, side }: Pick<MarketPage, 'sort' | 'side'>): { key: SQL; isNegative: boolean } {
  if (sort === 'quantity') return { key: sql`(-${remaining})`, isNegative: true };
  if (sort === 'newest') return { key: sql`(-${id})`, isNegative: true };
  return side === 'sell' ? { key: sql`${price}`, isNegative: false } : { key: sql`(-${price})`, isNegative: true };
}

/** Returns an offer's position in a list sorted by `sort`: the next page begins behind it. */
export function lastOffer(row: OfferRow, sort: MarketPage['sort']): FigurePosition {
  const value = { newest: BigInt(row.id), quantity: row.remaining, price: row.price }[sort];
  return { value, id: row.id };
}

/** The condition that this much fiat can be taken of an offer: within its limits, or its last rest whole. */
function takes(fiat: bigint): SQL {
  const all = sql`ceil(${remaining} * ${price} / 100000000)`;
  const wanted = sql`${fiat.toString()}::numeric`;
  return sql`(${wanted} <= least(${maxFiat}, ${all}) AND ${wanted} >= least(${minFiat}, ${all}))`;
}

/** Offers that can be taken, the best first. */
export function pageMarket(queries: Queries, page: MarketPage): Promise<OfferRow[]> {
  const { key, isNegative } = orderOf(page);
  const { end, fiat, minCompletionRate, now } = page;
  const beyond = end
    ? sql`(${key}, ${id}) > (${String(isNegative ? -end.value : end.value)}::numeric, ${end.id}::bigint)`
    : undefined;
  return queries
    .select()
    .from(otcUsdtOffers)
    .where(
      and(
        eq(sideColumn, page.side),
        isTakeable,
        fiat === null ? undefined : takes(fiat),
        minCompletionRate === null
          ? undefined
          : hasRateSince('usdt', sql`${ownerId}`, now - RECORD_MS, minCompletionRate),
        beyond,
      ),
    )
    .orderBy(sql`${key}`, asc(id))
    .limit(page.limit);
}

/** The best price of a side, null when nothing can be taken there. */
export async function bestPrice(queries: Queries, side: OtcSide): Promise<bigint | null> {
  const { key } = orderOf({ sort: 'price', side });
  const [row] = await queries
    .select({ price })
    .from(otcUsdtOffers)
    .where(and(eq(sideColumn, side), isTakeable))
    .orderBy(sql`${key}`, asc(id))
    .limit(1);
  return row?.price ?? null;
}

/** Returns somebody's offers on the market, the newest first. */
export function openOffersOf(queries: Queries, userId: string, limit: number): Promise<OfferRow[]> {
  return queries
    .select()
    .from(otcUsdtOffers)
    .where(and(eq(ownerId, userId), isTakeable))
    .orderBy(desc(id))
    .limit(limit);
}
