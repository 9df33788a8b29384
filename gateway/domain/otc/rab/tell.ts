/** Who is told of what on the RAB market. */
import type { CallName } from '../../../../contract/index';
import type { LiveNotice } from '../../../../contract/calls/live';
import type { Tx } from '../../../db/transaction';
import { announce, CASH_CALLS, type Announcement } from '../../live/announce';
import type { Order } from './orders-repo';

/** What changes for who has an order. */
const OWN_CALLS: readonly CallName[] = [...CASH_CALLS, 'otcOrder', 'meBuyList', 'meSellList'];
const MARKET_CALLS: readonly CallName[] = ['allSellList', 'otcInfo', 'otcCounterparty'];
const TRADED_CALLS: readonly CallName[] = [...MARKET_CALLS, 'otcGuideHistory'];

function toOwner({ userId, id }: Order, kind: LiveNotice['kind'] | null): Announcement {
  return { to: userId, calls: OWN_CALLS, ...(kind === null ? {} : { notice: { kind, subjectId: id } }) };
}

/** A buyer whose rest is due hears that; everybody else whose order waited, that it was filled. */
function noticeOfFill({ side, awaiting }: Order): LiveNotice['kind'] {
  return side === 'buy' && awaiting > 0n ? 'otc-rest-due' : 'otc-filled';
}

export async function tellOfPlacing(tx: Tx, order: Order, makers: readonly Order[], now: number): Promise<void> {
  const isDue = order.restDueAt !== null;
  await announce(
    tx,
    [
      toOwner(order, isDue ? 'otc-rest-due' : null),
      ...makers.map((maker) => toOwner(maker, noticeOfFill(maker))),
      { to: 'everybody', calls: makers.length > 0 ? TRADED_CALLS : MARKET_CALLS },
    ],
    now,
  );
}

/** An order left the market: by its owner, or by time. */
export async function tellOfWithdrawal(tx: Tx, order: Order, now: number): Promise<void> {
  const notice = order.endedBy === 'expired' ? 'otc-expired' : null;
  await announce(tx, [toOwner(order, notice), { to: 'everybody', calls: MARKET_CALLS }], now);
}

/** There is more time for the rest. */
export function tellOfLongerRest(tx: Tx, buy: Order, now: number): Promise<void> {
  return announce(tx, [toOwner(buy, 'otc-rest-due')], now);
}

/** The rest of a match was posted, or missed. */
export async function tellOfRest(
  tx: Tx,
  { buy, sells, isPosted }: { buy: Order; sells: readonly Order[]; isPosted: boolean },
  now: number,
): Promise<void> {
  await announce(
    tx,
    [
      toOwner(buy, isPosted ? null : 'otc-rest-missed'),
      ...sells.map((sell) => toOwner(sell, isPosted ? 'otc-filled' : 'otc-rest-missed')),
      ...(isPosted ? [{ to: 'everybody', calls: ['otcInfo', 'otcGuideHistory'] } as const] : []),
    ],
    now,
  );
}
