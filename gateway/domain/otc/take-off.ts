/** Takes a user's orders and offers off the markets when the account is frozen (docs/rules.md §3): nobody trades with it then. */
import type { Tx } from '../../db/transaction';
import { cancelOrder } from './rab/lifecycle';
import { lockMarket, waitingOrdersOf } from './rab/orders-repo';
import { withdrawOffer } from './usdt/escrow';
import { lockOffer, openOffersOf } from './usdt/offers-repo';
import { tellOfWithdrawnOffers } from './usdt/tell';

/** More than anybody may have on either market. */
const LIMIT = 1_000;

async function takeOffOrders(tx: Tx, userId: string, now: number): Promise<void> {
  if ((await waitingOrdersOf(tx, userId, 1)).length === 0) return;
  await lockMarket(tx);
  // Read again: only under the lock do the orders stay as they are.
  for (const { accountId, id, version } of await waitingOrdersOf(tx, userId, LIMIT))
    await cancelOrder(tx, { accountId, id, version, now });
}

async function takeOffOffers(tx: Tx, userId: string, now: number): Promise<void> {
  const offers = await openOffersOf(tx, userId, LIMIT);
  for (const { id } of offers) {
    const offer = await lockOffer(tx, id);
    if (offer?.state === 'open') await withdrawOffer(tx, offer, now);
  }
  if (offers.length > 0) await tellOfWithdrawnOffers(tx, userId, now);
}

/**
 * Orders and offers that wait are cancelled, and what they hold is available again; trades that run go on. The caller sees to it that
 * none are placed meanwhile.
 */
export async function takeOffMarkets(tx: Tx, userId: string, now: number): Promise<void> {
  await takeOffOrders(tx, userId, now);
  await takeOffOffers(tx, userId, now);
}
