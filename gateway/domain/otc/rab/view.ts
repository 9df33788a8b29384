/** Records of the RAB market as answers carry them. */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { RabLot, RabOrder } from '../../../../contract/calls/otc-rab';
import { RATE_DECIMALS, mulDivDown, rateUnits, toAmount, unitsToDecimal } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import { tradersById, traderOf } from '../traders-repo';
import type { Fill } from './fills-repo';
import type { GuidePrice } from './guide-price';
import type { Order } from './orders-repo';

export const usdt = (units: bigint) => toAmount(units, 'USDT');
export const rab = (units: bigint) => toAmount(units, 'RAB');

/** A stored rate without the zeros that say nothing: `"0.002"`. */
export function rateText(rate: string): string {
  return unitsToDecimal(rateUnits(rate), RATE_DECIMALS).replace(/\.?0+$/, '');
}

export function viewGuide({ price, source, asOf }: GuidePrice) {
  return { price: usdt(price), source, asOf };
}

/** Volume-weighted, rounded down; null before the first fill. */
function averagePrice({ settled, settledAmount, awaiting, awaitingAmount }: Order): string | null {
  const quantity = settled + awaiting;
  return quantity === 0n ? null : usdt(mulDivDown(settledAmount + awaitingAmount, 100_000_000n, quantity));
}

export function viewOrder(order: Order): RabOrder {
  const { side, price, quantity, remaining, settled, awaiting, settledAmount, fee } = order;
  const isClosed = order.closedAt !== null;
  return {
    kind: 'rab',
    id: order.id,
    version: order.version,
    side,
    status: order.status,
    endedBy: isClosed ? order.endedBy : null,
    price: usdt(price),
    guidePrice: usdt(order.guidePrice),
    quantity: rab(quantity),
    filled: rab(settled + awaiting),
    remaining: rab(remaining),
    canSplit: order.canSplit,
    feeRate: rateText(order.feeRate),
    depositRate: rateText(order.depositRate),
    held: side === 'sell' ? rab(order.held) : usdt(order.held),
    amount: usdt(mulDivDown(quantity, price, 100_000_000n)),
    fee: usdt(fee),
    received: side === 'buy' ? rab(settled) : usdt(settledAmount - fee),
    averagePrice: averagePrice(order),
    restDue: order.restDueAt === null ? null : usdt(order.awaitingAmount + order.awaitingFee - order.deposit),
    restDueAt: order.restDueAt,
    deposit: order.restDueAt === null ? null : usdt(order.deposit),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    closedAt: order.closedAt,
  };
}

/** Lots with the people behind them. @param viewer who looks, and when (UTC ms) */
export async function viewLots(
  queries: Queries,
  lots: readonly Order[],
  viewer: { userId: string; now: number },
): Promise<RabLot[]> {
  const traders = await tradersById(
    queries,
    'rab',
    lots.map(({ userId }) => userId),
    viewer.now,
  );
  return lots.map((lot) => ({
    id: lot.id,
    version: lot.version,
    side: lot.side,
    trader: traderOf(traders, lot.userId),
    isMine: lot.userId === viewer.userId,
    price: usdt(lot.price),
    quantity: rab(lot.quantity),
    remaining: rab(lot.remaining),
    smallest: rab(lot.smallest),
    canSplit: lot.canSplit,
    depositRate: rateText(lot.depositRate),
    createdAt: lot.createdAt,
    expiresAt: lot.expiresAt,
  }));
}

const otherUser = (side: OtcSide, fill: Fill) => (side === 'buy' ? fill.sellerId : fill.buyerId);

/** An order's fills as its owner sees them. */
export async function viewFills(queries: Queries, { side }: Order, fills: readonly Fill[], now: number) {
  const traders = await tradersById(
    queries,
    'rab',
    fills.map((fill) => otherUser(side, fill)),
    now,
  );
  return fills.map((fill) => {
    const { id, price, quantity, amount, status, at, journalId } = fill;
    const fee = side === 'buy' ? fill.buyerFee : fill.sellerFee;
    return {
      id,
      trader: traderOf(traders, otherUser(side, fill)),
      price: usdt(price),
      quantity: rab(quantity),
      amount: usdt(amount),
      fee: usdt(fee),
      received: side === 'buy' ? rab(quantity) : usdt(amount - fee),
      status,
      at,
      journalId: journalId ?? fill.escrowJournalId,
    };
  });
}

type OrderStep = 'placed' | 'filled' | 'matched' | 'rest-posted' | 'settled' | 'cancelled' | 'expired' | 'rest-missed';

/** Lists what happened to an order, oldest first; steps of one moment stand in the order in which they follow from each other. */
export function timelineOf(order: Order, fills: readonly Fill[]) {
  const steps: { step: OrderStep; at: number; quantity: bigint | null }[] = [
    { step: 'placed', at: order.createdAt, quantity: order.quantity },
  ];
  for (const { deposit, status, quantity, at, closedAt } of fills) {
    if (deposit === null) {
      steps.push({ step: 'filled', at, quantity });
      continue;
    }
    steps.push({ step: 'matched', at, quantity });
    if (closedAt === null) continue;
    if (status === 'rest-missed') steps.push({ step: 'rest-missed', at: closedAt, quantity });
    else steps.push({ step: 'rest-posted', at: closedAt, quantity: null }, { step: 'settled', at: closedAt, quantity });
  }
  if (order.withdrawnAt !== null && (order.endedBy === 'cancelled' || order.endedBy === 'expired')) {
    const taken = fills.reduce((sum, { quantity }) => sum + quantity, 0n);
    steps.push({ step: order.endedBy, at: order.withdrawnAt, quantity: order.quantity - taken });
  }
  return steps
    .sort((a, b) => a.at - b.at)
    .map(({ quantity, ...rest }) => ({ ...rest, quantity: quantity === null ? null : rab(quantity) }));
}
