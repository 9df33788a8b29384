/** Maps the contract's record of a custody order to the words and states of screens; pure (docs/rules.md §5). */
import type { CustodyOrder } from '../../../contract/calls/custody';

export type OrderPhase = 'running' | 'matured' | 'redeemed';

/** Returns the order's phase: running, ended by itself, or redeemed before its end. */
export function phaseOf(order: CustodyOrder): OrderPhase {
  if (order.status === 'in-progress') return 'running';
  return order.endedBy === 'redemption' ? 'redeemed' : 'matured';
}

/** Paid days as a part of the term, 0…1. */
export function progressOf(order: CustodyOrder): number {
  return order.days === 0 ? 0 : Math.min(1, order.daysPaid / order.days);
}

/** Returns whether redeeming would still be free at `nowMs`. The server decides in the end; this only words the screen. */
export function isUndoFree(order: CustodyOrder, nowMs: number): boolean {
  return order.status === 'in-progress' && nowMs < order.freeUndoUntil;
}

/** Returns whether a part of the order was redeemed: less is in custody than was placed, and it still runs. */
export function isPartlyRedeemed(order: CustodyOrder): boolean {
  return order.status === 'in-progress' && order.principal !== order.placed;
}

/** The order with this id among the loaded ones, in the state that was last read. */
export function orderById(orders: readonly CustodyOrder[], id: string | null): CustodyOrder | null {
  return orders.find((order) => order.id === id) ?? null;
}

/** The later of two states of one order: a refusal may bring a newer one than the list has read. */
export function laterOf(a: CustodyOrder, b: CustodyOrder | null): CustodyOrder {
  return b !== null && b.version > a.version ? b : a;
}
