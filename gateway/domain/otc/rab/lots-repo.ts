/** The book: orders that others can fill, for matching and for screens. */
import { and, desc, eq, gt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { Queries } from '../../../db/client';
import { otcRabOrders } from '../../../db/schema/otc-rab';
import type { FigurePosition } from '../../paging';
import { hasRateSince, RECORD_MS } from '../traders-repo';
import type { Order } from './orders-repo';

const { id, price, side, status, expiresAt, userId, remaining, smallest, canSplit } = otcRabOrders;

const numeric = (units: bigint) => sql`${units.toString()}::numeric`;

/** Lots of one side that are on the market. The literals are those of the partial indexes. */
function onMarket(lotSide: OtcSide, now: number): SQL | undefined {
  return and(
    lotSide === 'sell' ? sql`${side} = 'sell'` : sql`${side} = 'buy'`,
    sql`${status} = 'pending-match'`,
    gt(expiresAt, now),
  );
}

/** Best price first, then oldest. */
function byPriority(lotSide: OtcSide): SQL {
  return lotSide === 'sell' ? sql`${price}, ${id}` : sql`${price} DESC, ${id}`;
}

/** The condition for lots behind `last` in the order of priority. */
function behind(lotSide: OtcSide, last: Pick<Order, 'price' | 'id'>): SQL {
  const at = numeric(last.price);
  const worse = lotSide === 'sell' ? sql`${price} > ${at}` : sql`${price} < ${at}`;
  const notBetter = lotSide === 'sell' ? sql`${price} >= ${at}` : sql`${price} <= ${at}`;
  return sql`${notBetter} AND (${worse} OR ${id} > ${last.id}::bigint)`;
}

export interface CandidateRequest {
  lotSide: OtcSide;
  /** The incoming order's limit. */
  limit: bigint;
  /** Lots of this user are left out; null leaves out none. */
  exceptUser: string | null;
  after: Pick<Order, 'price' | 'id'> | null;
  now: number;
  count: number;
}

/** The next lots that an incoming order meets, in the order of priority. */
export function candidates(queries: Queries, request: CandidateRequest): Promise<Order[]> {
  const { lotSide, limit, exceptUser, after, now, count } = request;
  return queries
    .select()
    .from(otcRabOrders)
    .where(
      and(
        onMarket(lotSide, now),
        lotSide === 'sell' ? sql`${price} <= ${numeric(limit)}` : sql`${price} >= ${numeric(limit)}`,
        exceptUser === null ? undefined : ne(userId, exceptUser),
        after ? behind(lotSide, after) : undefined,
      ),
    )
    .orderBy(byPriority(lotSide))
    .limit(count);
}

/** Returns the best price of a side, of anybody's lots; null when the side has none. */
export async function bestPrice(queries: Queries, lotSide: OtcSide, now: number): Promise<bigint | null> {
  const [row] = await queries
    .select({ price })
    .from(otcRabOrders)
    .where(onMarket(lotSide, now))
    .orderBy(byPriority(lotSide))
    .limit(1);
  return row?.price ?? null;
}

export type LotSort = 'price' | 'quantity' | 'newest';

export interface LotPage {
  lotSide: OtcSide;
  /** USDT that can be filled of one lot. */
  amount?: bigint;
  canSplit?: boolean;
  minCompletionRate?: string;
  /** Prices at least this good for who fills them. */
  atLeastAsGoodAs?: bigint;
  sort: LotSort;
  /** The last lot of the page before: what it is sorted by, and its id. */
  end: FigurePosition | null;
  now: number;
  limit: number;
}

const ORDER_BY: Record<LotSort, (lotSide: OtcSide) => SQL> = {
  price: byPriority,
  quantity: () => sql`${remaining} DESC, ${id}`,
  newest: () => sql`${id} DESC`,
};

const BEYOND: Record<LotSort, (lotSide: OtcSide, end: FigurePosition) => SQL> = {
  price: (lotSide, end) => behind(lotSide, { price: end.value, id: end.id }),
  quantity: (_side, { value, id: last }) =>
    sql`(${remaining} < ${numeric(value)} OR (${remaining} = ${numeric(value)} AND ${id} > ${last}::bigint))`,
  newest: (_side, { id: last }) => sql`${id} < ${last}::bigint`,
};

export function pageLots(queries: Queries, page: LotPage): Promise<Order[]> {
  const { lotSide, amount, atLeastAsGoodAs, minCompletionRate, sort, end, now, limit } = page;
  const worth = (units: typeof remaining | typeof smallest) => sql`div(${units} * ${price}, 100000000)`;
  return queries
    .select()
    .from(otcRabOrders)
    .where(
      and(
        onMarket(lotSide, now),
        amount === undefined
          ? undefined
          : sql`${worth(remaining)} >= ${numeric(amount)} AND ${worth(smallest)} <= ${numeric(amount)}`,
        page.canSplit === undefined ? undefined : eq(canSplit, page.canSplit),
        atLeastAsGoodAs === undefined
          ? undefined
          : lotSide === 'sell'
            ? sql`${price} <= ${numeric(atLeastAsGoodAs)}`
            : sql`${price} >= ${numeric(atLeastAsGoodAs)}`,
        minCompletionRate === undefined
          ? undefined
          : hasRateSince('rab', sql`${userId}`, now - RECORD_MS, minCompletionRate),
        end ? BEYOND[sort](lotSide, end) : undefined,
      ),
    )
    .orderBy(ORDER_BY[sort](lotSide))
    .limit(limit);
}

/** Returns somebody's lots on the market, of both sides, the newest first. */
export function openLotsOf(queries: Queries, ownerId: string, now: number, limit: number): Promise<Order[]> {
  return queries
    .select()
    .from(otcRabOrders)
    .where(and(eq(userId, ownerId), or(onMarket('sell', now), onMarket('buy', now))))
    .orderBy(desc(id))
    .limit(limit);
}

/** Returns a lot's position in a list sorted by `sort`: the next page begins behind it. */
export function lastLot(sort: LotSort, { price: at, remaining: left, id: last }: Order): FigurePosition {
  const value: Record<LotSort, bigint> = { price: at, quantity: left, newest: 0n };
  return { value: value[sort], id: last };
}
