/** Placing an order (docs/rules.md §8): matched, settled and the rest held, in the caller's transaction. */
import type { Tx } from '../../../db/transaction';
import { hold } from '../../../ledger/holds';
import { postAll, type Journal } from '../../../ledger/post';
import { Refusal } from '../../call-context';
import { feeSplitter, type FeeSplitter } from '../../fees/split';
import { tellOfFills } from './tell';
import { insertFills, type Fill } from './fills-repo';
import { escrowJournal, tradeJournal, type Payer } from './journals';
import { insertOrder, lockMarket, nextIds, saveOrders, type Order } from './orders-repo';
import { planOrder, worstCase, type OrderRequest, type OrderTerms, type PlannedFill } from './plan';

export interface PlaceRequest extends OrderRequest {
  /** The quoted worst case. */
  fee: bigint;
}

function payerOf({ after, pays }: PlannedFill['maker']): Payer {
  const { accountId, holdId, remaining } = after;
  return { accountId, holdId, isLast: remaining === 0n, pays };
}

function sidesOf(fill: PlannedFill) {
  const { taker, maker } = fill;
  return taker.after.side === 'buy' ? { buyer: taker, seller: maker } : { buyer: maker, seller: taker };
}

function journalOf(fill: PlannedFill, fillId: string, at: number, split: FeeSplitter): Journal {
  const { buyer, seller } = sidesOf(fill);
  const money = {
    fillId,
    at,
    quantity: fill.quantity,
    amount: fill.amount,
    sellerFee: seller.fee,
    buyerFee: buyer.fee,
  };
  return fill.isPaid
    ? tradeJournal(money, payerOf(seller), payerOf(buyer), split)
    : escrowJournal(money, payerOf(seller), payerOf(buyer));
}

function rowOf(fill: PlannedFill, id: string, orderId: string, journalId: string, at: number): Fill {
  const { buyer, seller } = sidesOf(fill);
  const idOf = ({ after }: PlannedFill['maker']) => (after === fill.taker.after ? orderId : after.id);
  return {
    id,
    buyOrderId: idOf(buyer),
    sellOrderId: idOf(seller),
    buyerId: buyer.after.userId,
    sellerId: seller.after.userId,
    price: fill.lot.price,
    quantity: fill.quantity,
    amount: fill.amount,
    buyerFee: buyer.fee,
    sellerFee: seller.fee,
    deposit: fill.isPaid ? null : buyer.pays,
    status: fill.isPaid ? 'settled' : 'awaiting-rest',
    at,
    closedAt: fill.isPaid ? at : null,
    escrowJournalId: fill.isPaid ? null : journalId,
    journalId: fill.isPaid ? journalId : null,
  };
}

/** Holds the funds of the part of the order that waits. @returns the hold's id */
function holdRest(tx: Tx, { side, accountId }: Order, orderId: string, amount: bigint, at: number): Promise<string> {
  const asset = side === 'sell' ? 'RAB' : 'USDT';
  const account = { owner: accountId, kind: 'user_cash', asset } as const;
  return hold(tx, { transferId: `otc-rab-order:${orderId}`, account, amount, reference: orderId, at });
}

/**
 * Places the order: better prices are filled first, at their price; the available balance pays the filled part at once, only the
 * waiting part is held. All journals of it go in one call.
 * @throws Refusal market-halted, fee-changed, and as `planOrder` does; LedgerError insufficient-funds
 */
export async function placeOrder(tx: Tx, request: PlaceRequest, terms: OrderTerms): Promise<Order> {
  const { now } = request;
  const { haltReason } = await lockMarket(tx);
  if (haltReason !== null) throw new Refusal('market-halted');
  if (worstCase(request, terms.feeRate).fee > request.fee) throw new Refusal('fee-changed');
  const { order: planned, fills, holds } = await planOrder(tx, request, terms);
  const [id = '', ...fillIds] = await nextIds(tx, 1 + fills.length);
  const payers = [planned.accountId, ...fills.map(({ maker }) => maker.after.accountId)];
  const split = await feeSplitter(tx, fills.length === 0 ? [] : payers, now);
  const posted = await postAll(
    tx,
    fills.map((fill, index) => journalOf(fill, fillIds[index] ?? '', now, split)),
  );
  const holdId = holds > 0n ? await holdRest(tx, planned, id, holds, now) : null;
  const order: Order = { ...planned, id, holdId };
  await insertOrder(tx, order);
  await insertFills(
    tx,
    fills.map((fill, index) => rowOf(fill, fillIds[index] ?? '', id, posted[index]?.journalId ?? '', now)),
  );
  const makers = fills.map(({ maker }) => maker.after);
  await saveOrders(tx, makers);
  await tellOfFills(tx, order, makers, now);
  return order;
}
