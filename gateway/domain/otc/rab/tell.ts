/**
 * Tells people on the RAB market what the contract's declarations of calls do not cover: the orders on the other side, notices,
 * and what time does.
 */
import type { LiveNotice } from '../../../../contract/calls/live';
import type { Tx } from '../../../db/transaction';
import { announce, type Announcement } from '../../live/announce';
import type { Order } from './orders-repo';

function toOwner({ userId, accountId, id }: Order, kind: LiveNotice['kind'] | null): Announcement {
  const notice = kind === null ? {} : { notice: { kind, subjectId: id, accountId } };
  return { to: userId, topics: ['cash', 'orders-rab'], ...notice };
}

/** A buyer whose rest is due hears that; everybody else whose order waited, that it was filled. */
function noticeOfFill({ side, awaiting }: Order): LiveNotice['kind'] {
  return side === 'buy' && awaiting > 0n ? 'otc-rest-due' : 'otc-filled';
}

/** Tells of an order's fills. The call that places the order tells that it waits. */
export async function tellOfFills(tx: Tx, order: Order, makers: readonly Order[], now: number): Promise<void> {
  await announce(
    tx,
    [
      ...(order.restDueAt === null ? [] : [toOwner(order, 'otc-rest-due')]),
      ...makers.map((maker) => toOwner(maker, noticeOfFill(maker))),
      ...(makers.length > 0 ? [{ to: 'everybody', topics: ['fills-rab'] } as const] : []),
    ],
    now,
  );
}

/** An order left the market: by its owner, or by time. */
export async function tellOfWithdrawal(tx: Tx, order: Order, now: number): Promise<void> {
  const notice = order.endedBy === 'expired' ? 'otc-expired' : null;
  await announce(tx, [toOwner(order, notice), { to: 'everybody', topics: ['market-rab'] }], now);
}

/** Tells the buyer that there is more time for the rest. */
export function tellOfLongerRest(tx: Tx, buy: Order, now: number): Promise<void> {
  return announce(tx, [toOwner(buy, 'otc-rest-due')], now);
}

/** The rest of a match was posted by its buyer. */
export function tellOfRest(tx: Tx, sells: readonly Order[], now: number): Promise<void> {
  return announce(
    tx,
    sells.map((sell) => toOwner(sell, 'otc-filled')),
    now,
  );
}

/** The rest of a match was missed. */
export function tellOfMissedRest(tx: Tx, orders: readonly Order[], now: number): Promise<void> {
  return announce(
    tx,
    orders.map((order) => toOwner(order, 'otc-rest-missed')),
    now,
  );
}
