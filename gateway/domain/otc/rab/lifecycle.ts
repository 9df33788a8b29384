/** Changes an order after it was placed (docs/rules.md §8). All runs in the caller's transaction, under the market's lock. */
import { rateUnits } from '../../../../contract/money';
import type { Tx } from '../../../db/transaction';
import { release } from '../../../ledger/holds';
import { postAll } from '../../../ledger/post';
import { Refusal } from '../../call-context';
import { feeSplitter } from '../../fees/split';
import { tellOfLongerRest, tellOfMissedRest, tellOfRest, tellOfWithdrawal } from './tell';
import { awaitingFills, endFills, type Fill } from './fills-repo';
import { forfeitJournal, returnJournal, settleJournal, type EscrowedFill } from './journals';
import { findOrder, lockMarket, ordersNamed, saveOrders, type Order } from './orders-repo';
import { missAwaited, settleAwaited, withdraw } from './position';
import { shareOfMore } from './rules';
import { viewOrder } from './view';

interface SeenOrder {
  accountId: string;
  id: string;
  version: number;
  now: number;
}

/** The account's order at the version that the user saw, the market locked. @throws Refusal not-found, stale-version */
async function lockSeen(tx: Tx, { accountId, id, version }: SeenOrder): Promise<Order> {
  await lockMarket(tx);
  const order = await findOrder(tx, accountId, id);
  if (!order) throw new Refusal('not-found');
  if (order.version !== version) throw new Refusal('stale-version', { data: { current: viewOrder(order) } });
  return order;
}

/** Takes an order off the market, and makes its held funds available again. */
async function takeOff(tx: Tx, order: Order, by: 'cancelled' | 'expired', now: number): Promise<Order> {
  if (order.holdId !== null) await release(tx, order.holdId);
  const taken = withdraw(order, by, now);
  await saveOrders(tx, [taken]);
  const after = { ...taken, version: order.version + 1 };
  await tellOfWithdrawal(tx, after, now);
  return after;
}

/** Cancels the part of an order that waits; its fills stay. @throws Refusal not-found, stale-version, order-closed */
export async function cancelOrder(tx: Tx, seen: SeenOrder): Promise<Order> {
  const order = await lockSeen(tx, seen);
  if (order.status !== 'pending-match') throw new Refusal('order-closed');
  return takeOff(tx, order, 'cancelled', seen.now);
}

interface AwaitedFill {
  fill: Fill;
  sell: Order;
  money: EscrowedFill;
}

/** A buyer's matches with the orders on the other side; the sellers' fees as they are when the money comes now. */
async function awaitedOf(tx: Tx, buy: Order, now: number): Promise<AwaitedFill[]> {
  const fills = await awaitingFills(tx, buy.id);
  const sells = await ordersNamed(
    tx,
    fills.map(({ sellOrderId }) => sellOrderId),
  );
  return fills.map((fill) => {
    const sell = sells.get(fill.sellOrderId);
    if (!sell || fill.deposit === null) throw new Error(`fill ${fill.id} has nothing in escrow`);
    const { quantity, amount, buyerFee, deposit } = fill;
    const sellerFee = shareOfMore(sell.settledAmount, sell.fee, amount, rateUnits(sell.feeRate));
    const accounts = { sellerAccountId: sell.accountId, buyerAccountId: buy.accountId };
    return {
      fill,
      sell,
      money: { fillId: fill.id, at: now, quantity, amount, buyerFee, sellerFee, deposit, ...accounts },
    };
  });
}

/**
 * Posts the rest of a part deposit: every match of the order settles.
 * @throws Refusal not-found, stale-version, order-closed; LedgerError insufficient-funds
 */
export async function postRest(tx: Tx, seen: SeenOrder): Promise<Order> {
  const { now } = seen;
  const order = await lockSeen(tx, seen);
  if (order.restDueAt === null || order.restDueAt <= now) throw new Refusal('order-closed');
  const awaited = await awaitedOf(tx, order, now);
  const payers = [order.accountId, ...awaited.map(({ sell }) => sell.accountId)];
  const split = await feeSplitter(tx, payers, now);
  const posted = await postAll(
    tx,
    awaited.map(({ money }) => settleJournal(money, split)),
  );
  await endFills(
    tx,
    awaited.map(({ fill, money }, index) => ({
      id: fill.id,
      sellerFee: money.sellerFee,
      journalId: posted[index]?.journalId ?? '',
    })),
    'settled',
    now,
  );
  const sells = awaited.map(({ sell, money }) => settleAwaited(sell, { ...money, fee: money.sellerFee }, now));
  const buy = settleAwaited(
    order,
    { quantity: order.awaiting, amount: order.awaitingAmount, fee: order.awaitingFee },
    now,
  );
  await saveOrders(tx, [buy, ...sells]);
  await tellOfRest(tx, sells, now);
  return { ...buy, version: buy.version + 1 };
}

/** The rest was not posted in time: RAB back, the deposit to the sellers and the insurance fund. */
async function missRest(tx: Tx, order: Order, now: number): Promise<void> {
  const awaited = await awaitedOf(tx, order, now);
  const money = awaited.map((one) => one.money);
  // Deposits round up together, not one by one: of several matches one may have none.
  const forfeits = money.filter(({ deposit }) => deposit > 0n).map(forfeitJournal);
  const posted = await postAll(tx, [...money.map(returnJournal), ...forfeits]);
  await endFills(
    tx,
    awaited.map(({ fill }, index) => ({
      id: fill.id,
      sellerFee: fill.sellerFee,
      journalId: posted[index]?.journalId ?? '',
    })),
    'rest-missed',
    now,
  );
  const sells = awaited.map(({ sell, fill }) => missAwaited(sell, fill, now));
  const buy = missAwaited(order, { quantity: order.awaiting, amount: order.awaitingAmount }, now);
  await saveOrders(tx, [buy, ...sells]);
  await tellOfMissedRest(tx, [buy, ...sells], now);
}

export interface LapseTimes {
  now: number;
  /** While calls that move money are refused nobody can post a rest: those that are due by `rests` have until `to`. */
  longer: { rests: number; to: number } | null;
}

/** Does to an order what is due by time, unless that was done already. @returns whether something was done */
export async function lapse(tx: Tx, id: string, { now, longer }: LapseTimes): Promise<boolean> {
  await lockMarket(tx);
  const order = (await ordersNamed(tx, [id])).get(id);
  if (!order) return false;
  if (longer && order.restDueAt !== null && order.restDueAt <= longer.rests) {
    await saveOrders(tx, [{ ...order, restDueAt: longer.to }]);
    await tellOfLongerRest(tx, order, now);
    return true;
  }
  if (order.restDueAt !== null && order.restDueAt <= now) {
    await missRest(tx, order, now);
    return true;
  }
  if (order.status !== 'pending-match' || order.expiresAt > now) return false;
  await takeOff(tx, order, 'expired', now);
  return true;
}
