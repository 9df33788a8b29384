/**
 * Computes an order's position after an event (docs/rules.md §8), pure. Each function returns the order as it is then, with its
 * next version.
 */
import { rateUnits, RATE_SCALE } from '../../../../contract/money';
import type { Order } from './orders-repo';
import { shareOfMore, shareUp, usdtOf } from './rules';

/** True if a buyer's order is paid in full when it is matched; else the rest of the deposit follows. */
export function paysInFull({ depositRate }: Pick<Order, 'depositRate'>): boolean {
  return rateUnits(depositRate) === RATE_SCALE;
}

function statusOf({ remaining, awaiting, settled }: Order): Order['status'] {
  if (remaining > 0n) return 'pending-match';
  if (awaiting > 0n) return 'match-ended';
  return settled > 0n ? 'completed' : 'cancelled';
}

/** Brings an order in line with its figures: a rest that is worth nothing waits no longer, and an ended order gets a reason. */
export function settledInto(order: Order, now: number): Order {
  const remaining = usdtOf(order.remaining, order.price) === 0n ? 0n : order.remaining;
  const next = { ...order, remaining, held: remaining === 0n ? 0n : order.held };
  const status = statusOf(next);
  const isClosed = status === 'completed' || status === 'cancelled';
  return {
    ...next,
    status,
    restDueAt: next.awaiting > 0n ? next.restDueAt : null,
    closedAt: isClosed ? now : null,
    endedBy: next.endedBy ?? (isClosed ? (next.settled > 0n ? 'filled' : 'rest-not-posted') : null),
  };
}

export interface FilledSide {
  after: Order;
  /** The order's own fee, USDT. */
  fee: bigint;
  /** The sum that the order pays now: RAB of a seller; amount and fee of a buyer, or the deposit of them. */
  pays: bigint;
}

/** A fill as one of its two orders takes it. @param isPaid the buyer pays in full now */
export function fillOrder(order: Order, fill: { quantity: bigint; amount: bigint; isPaid: boolean }): FilledSide {
  const { quantity, amount, isPaid } = fill;
  const feeRate = rateUnits(order.feeRate);
  const before = { amount: order.settledAmount, fee: order.fee };
  // The buyer pays for all matches together, so they count together; a seller's fee is counted when the money comes.
  if (order.side === 'buy') {
    before.amount += order.awaitingAmount;
    before.fee += order.awaitingFee;
  }
  const isCounted = order.side === 'buy' || isPaid;
  const fee = isCounted ? shareOfMore(before.amount, before.fee, amount, feeRate) : shareUp(amount, feeRate);
  const owed = amount + fee;
  const deposit =
    order.side === 'buy' && !isPaid
      ? shareOfMore(before.amount + before.fee, order.deposit, owed, rateUnits(order.depositRate))
      : 0n;
  const pays = order.side === 'sell' ? quantity : isPaid ? owed : deposit;
  const left = {
    ...order,
    remaining: order.remaining - quantity,
    held: order.holdId === null ? 0n : order.held - pays,
  };
  const after = isPaid
    ? {
        ...left,
        settled: order.settled + quantity,
        settledAmount: order.settledAmount + amount,
        fee: order.fee + fee,
      }
    : {
        ...left,
        awaiting: order.awaiting + quantity,
        awaitingAmount: order.awaitingAmount + amount,
        awaitingFee: order.side === 'buy' ? order.awaitingFee + fee : 0n,
        deposit: order.deposit + deposit,
      };
  return { after, fee, pays };
}

/** After its fills: with a part deposit the first match ends a buyer's matching, and the rest is due. */
export function afterFills(order: Order, { now, restDueAt }: { now: number; restDueAt: number }): Order {
  if (order.side === 'sell' || order.awaiting === 0n) return settledInto(order, now);
  return settledInto({ ...order, remaining: 0n, restDueAt }, now);
}

/** Takes the part of the order that still waits off the market. */
export function withdraw(order: Order, by: 'cancelled' | 'expired', now: number): Order {
  return settledInto({ ...order, remaining: 0n, endedBy: by, withdrawnAt: now }, now);
}

interface AwaitedAmounts {
  quantity: bigint;
  amount: bigint;
}

/** Takes matches out of what awaits the rest; a buyer's order gives all its matches at once. */
function withoutAwaited(order: Order, { quantity, amount }: AwaitedAmounts): Order {
  const awaiting = order.awaiting - quantity;
  const none = awaiting === 0n ? { awaitingFee: 0n, deposit: 0n } : {};
  return { ...order, awaiting, awaitingAmount: order.awaitingAmount - amount, ...none };
}

/** The rest has been posted. @param fee the order's own for this, USDT */
export function settleAwaited(order: Order, awaited: AwaitedAmounts & { fee: bigint }, now: number): Order {
  const { quantity, amount, fee } = awaited;
  const rest = withoutAwaited(order, awaited);
  const { settled, settledAmount } = rest;
  return settledInto(
    { ...rest, settled: settled + quantity, settledAmount: settledAmount + amount, fee: rest.fee + fee },
    now,
  );
}

/** The rest has not been posted in time. */
export function missAwaited(order: Order, awaited: AwaitedAmounts, now: number): Order {
  return settledInto(withoutAwaited(order, awaited), now);
}
