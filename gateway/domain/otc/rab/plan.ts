/**
 * Plans what an order would do now: refused, filled from which lots, and what of it waits. Placing runs it under the market's
 * lock and carries it out, a quote only tells.
 */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { rateUnits, toAmount, toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import { Refusal } from '../../call-context';
import { isRecordId } from '../../paging';
import type { Settings } from '../../settings/figures';
import { guideFigures, referenceOf, type GuidePrice } from './guide-price';
import { allowedPrices } from './guide-rules';
import { candidates } from './lots-repo';
import {
  beginMatching,
  foundOf,
  isDone,
  leastOf,
  MAX_FILLS,
  offerLot,
  type IncomingOrder,
  type Match,
  type Matching,
} from './matching';
import { countWaiting, ordersNamed, type Order } from './orders-repo';
import { afterFills, fillOrder, paysInFull, type FilledSide } from './position';
import { buyerHold, otherSide, shareUp, usdtOf } from './rules';
import { viewLots } from './view';

export interface OrderRequest {
  userId: string;
  accountId: string;
  side: OtcSide;
  price: bigint;
  quantity: bigint;
  canSplit: boolean;
  mode: 'rest' | 'now';
  /** The lot that the user tapped. */
  seen?: { id: string; version: number } | undefined;
  now: number;
}

/** The terms that an order is placed under; later changes do not touch them. */
export interface OrderTerms {
  guide: GuidePrice;
  feeRate: string;
  depositRate: string;
  smallestFill: string;
  settings: Settings;
}

export interface PlannedFill {
  lot: Order;
  quantity: bigint;
  amount: bigint;
  /** The buyer pays in full at once. */
  isPaid: boolean;
  taker: FilledSide;
  maker: FilledSide;
}

export interface Plan {
  /** The order after its fills, without id and hold. */
  order: Order;
  fills: PlannedFill[];
  /** The funds that the user has to have available: RAB of a seller, USDT of a buyer. */
  needs: bigint;
  /** The part of these funds that is held while the order waits. */
  holds: bigint;
}

const BATCH = 32;

/** Makes the order as it is before any fill. A seller deposits all that is for sale. */
function draftOf(request: OrderRequest, terms: OrderTerms): Order {
  const { seen: _seen, mode: _mode, now, ...same } = request;
  const { guide, feeRate, depositRate, smallestFill, settings } = terms;
  return {
    ...same,
    id: '',
    guidePrice: guide.price,
    smallestFill,
    feeRate,
    depositRate: same.side === 'buy' ? depositRate : '1',
    holdId: null,
    createdAt: now,
    expiresAt: now + settings['otc.ttlMs'],
    version: 1,
    remaining: same.quantity,
    awaiting: 0n,
    settled: 0n,
    awaitingAmount: 0n,
    awaitingFee: 0n,
    deposit: 0n,
    settledAmount: 0n,
    fee: 0n,
    held: 0n,
    restDueAt: null,
    status: 'pending-match',
    endedBy: null,
    withdrawnAt: null,
    closedAt: null,
    smallest: 0n,
  };
}

/**
 * Refuses an order below the minimum. A lot's rest may be worth less than that: who taps it can have all of it.
 * @throws Refusal amount-too-small
 */
function checkMinimum(request: OrderRequest, { settings }: OrderTerms, tapped: Order | null): void {
  const { price, quantity, mode } = request;
  if (mode === 'now' && tapped?.remaining === quantity) return;
  const minimum = settings['otc.rabMinimum'];
  const isEnough = usdtOf(quantity, price) >= toUnits(minimum, 'USDT');
  if (!isEnough) throw new Refusal('amount-too-small', { data: { limit: minimum } });
}

/** @throws Refusal price-out-of-band, amount-too-large */
function checkFigures({ price, quantity }: OrderRequest, { guide, settings }: OrderTerms): void {
  const band = rateUnits(settings['otc.band']);
  const { low, high } = allowedPrices(guide.price, band, referenceOf(settings), guideFigures(settings).reach);
  if (price < low || price > high) {
    const data = { lowest: toAmount(low, 'USDT'), highest: toAmount(high, 'USDT') };
    throw new Refusal('price-out-of-band', { data });
  }
  const maximum = settings['otc.rabMaximum'];
  const isTooMuch = usdtOf(quantity, price) > toUnits(maximum, 'USDT');
  if (isTooMuch) throw new Refusal('amount-too-large', { data: { limit: maximum } });
}

/** Goes through the book in the order of priority. @param exceptUser whose lots do not count */
async function search(
  queries: Queries,
  incoming: IncomingOrder,
  { exceptUser, now }: { exceptUser: string | null; now: number },
): Promise<Matching<Order>> {
  const matching = beginMatching<Order>(incoming);
  const place = { lotSide: otherSide(incoming.side), limit: incoming.price, exceptUser, now, count: BATCH };
  let after: Order | null = null;
  while (!isDone(matching)) {
    const batch: Order[] = await candidates(queries, { ...place, after });
    for (const lot of batch) offerLot(matching, lot);
    after = batch.at(-1) ?? null;
    if (batch.length < BATCH) break;
  }
  return matching;
}

function lotTaken(matching: Matching<Order>): Refusal {
  return new Refusal('lot-taken', { data: { available: toAmount(foundOf(matching), 'RAB') } });
}

/** @returns the tapped lot, which is as it was; null when none was tapped. @throws Refusal own-order, lot-taken, stale-version with the lot */
async function checkSeen(queries: Queries, request: OrderRequest, matching: Matching<Order>): Promise<Order | null> {
  const { seen, side, userId, now } = request;
  if (!seen) return null;
  const lot = isRecordId(seen.id) ? (await ordersNamed(queries, [seen.id])).get(seen.id) : undefined;
  if (!lot || lot.side === side || lot.status !== 'pending-match' || lot.expiresAt <= now) throw lotTaken(matching);
  if (lot.userId === userId) throw new Refusal('own-order');
  if (lot.version === seen.version) return lot;
  const [current] = await viewLots(queries, [lot], { userId, now });
  throw new Refusal('stale-version', { data: { current } });
}

/** @throws Refusal own-order when with one's own lots it would be whole, else lot-taken with what there is */
async function refuseNow(queries: Queries, found: Matching<Order>, { now }: OrderRequest): Promise<never> {
  const withOwn = await search(queries, found.incoming, { exceptUser: null, now });
  if (withOwn.left === 0n) throw new Refusal('own-order');
  throw lotTaken(found);
}

/**
 * Checks that an order which meets lots of the other side is filled whole, or up to where no lot meets it any more: no order
 * waits beside a better price that somebody could trade past.
 * @throws Refusal fill-too-small with the least amount, own-order, lot-taken
 */
async function checkFound(queries: Queries, request: OrderRequest, found: Matching<Order>): Promise<void> {
  const least = leastOf(found);
  if (least !== null) throw new Refusal('fill-too-small', { data: { limit: toAmount(least, 'RAB'), asset: 'RAB' } });
  if (found.left === 0n) return;
  if (request.mode === 'now') await refuseNow(queries, found, request);
  const isStuck = found.matches.length >= MAX_FILLS || (!request.canSplit && found.matches.length > 0);
  if (isStuck) throw lotTaken(found);
}

/** Both sides of every fill, and the order after them. */
function fillAll(draft: Order, matches: readonly Match<Order>[], now: number, restMs: number) {
  const fills: PlannedFill[] = [];
  let order = draft;
  for (const { lot, quantity } of matches) {
    const amount = usdtOf(quantity, lot.price);
    const isPaid = paysInFull(order.side === 'buy' ? order : lot);
    const taker = fillOrder(order, { quantity, amount, isPaid });
    const maker = fillOrder(lot, { quantity, amount, isPaid });
    maker.after = afterFills(maker.after, { now, restDueAt: now + restMs });
    fills.push({ lot, quantity, amount, isPaid, taker, maker });
    order = taker.after;
  }
  return { order: afterFills(order, { now, restDueAt: now + restMs }), fills };
}

/** Returns the funds to hold for the part of an order that waits. */
export function holdOf(order: Order): bigint {
  if (order.remaining === 0n || order.side === 'sell') return order.remaining;
  return buyerHold(
    { price: order.price, feeRate: rateUnits(order.feeRate), depositRate: rateUnits(order.depositRate) },
    order.remaining,
    { amount: order.settledAmount, fee: order.fee },
  );
}

/** Everything at the limit price, in one fill. */
export function worstCase({ quantity, price }: Pick<OrderRequest, 'quantity' | 'price'>, feeRate: string) {
  const amount = usdtOf(quantity, price);
  return { amount, fee: shareUp(amount, rateUnits(feeRate)) };
}

/**
 * @throws Refusal price-out-of-band, amount-too-small, amount-too-large, own-order, stale-version, lot-taken, fill-too-small, limit-reached. That the
 * market is open and the money is there is for the caller to see.
 */
export async function planOrder(queries: Queries, request: OrderRequest, terms: OrderTerms): Promise<Plan> {
  checkFigures(request, terms);
  if (!request.seen) checkMinimum(request, terms, null);
  const { side, price, quantity, userId, now } = request;
  const draft = draftOf(request, terms);
  const found = await search(queries, { side, price, quantity }, { exceptUser: userId, now });
  const tapped = await checkSeen(queries, request, found);
  if (tapped) checkMinimum(request, terms, tapped);
  await checkFound(queries, request, found);
  const { order, fills } = fillAll(draft, found.matches, now, terms.settings['otc.restMs']);
  const most = terms.settings['otc.openOrders'];
  if (order.remaining > 0n && (await countWaiting(queries, userId)) >= most) {
    throw new Refusal('limit-reached', { data: { limit: String(most) } });
  }
  const holds = holdOf(order);
  const needs = fills.reduce((sum, { taker }) => sum + taker.pays, holds);
  return { order: { ...order, held: holds }, fills, needs, holds };
}
