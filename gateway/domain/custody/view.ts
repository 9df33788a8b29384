/** Custody records as answers carry them. */
import type { z } from 'zod/mini';
import type { custodyChange, CustodyOrder } from '../../../contract/calls/custody';
import { RATE_DECIMALS, toAmount, unitsToDecimal } from '../../../contract/money';
import type { ChangeRow, Order } from './repo';
import { interestToCome, redeem, versionOf, type Redemption } from './rules';

const usdt = (units: bigint) => toAmount(units, 'USDT');

/** A scaled rate without the zeros that say nothing: `"0.00011"`. */
export function rateText(units: bigint): string {
  return unitsToDecimal(units, RATE_DECIMALS).replace(/\.?0+$/, '');
}

export function viewRedemption({ principal, fee, received, interestForgone }: Redemption) {
  return {
    principal: usdt(principal),
    fee: usdt(fee),
    received: usdt(received),
    interestForgone: usdt(interestForgone),
  };
}

/** An order at the moment `now`: its version and what redeeming pays depend on the time. */
export function viewOrder(order: Order, now: number): CustodyOrder {
  return {
    id: order.id,
    version: versionOf(order, now),
    planId: order.planId,
    days: order.days,
    dailyRate: rateText(order.dailyRate),
    principal: usdt(order.principal),
    placed: usdt(order.placed),
    status: order.status,
    endedBy: order.endedBy,
    addedToId: order.addedToId,
    startsAt: order.startsAt,
    endsAt: order.endsAt,
    freeUndoUntil: order.freeUndoUntil,
    interestPaid: usdt(order.interestPaid),
    interestToCome: usdt(interestToCome(order)),
    daysPaid: order.daysAccrued,
    redeemNow: viewRedemption(redeem(order, order.principal, now).redemption),
  };
}

export function viewChange(row: ChangeRow): z.output<typeof custodyChange> {
  const { accountId: _accountId, before, after, fee, ...same } = row;
  return { ...same, before: usdt(before), after: usdt(after), fee: usdt(fee) };
}
