/** Works out what taking an offer, whole or in part, would mean, and takes it (docs/rules.md §8). */
import type { ParsedInputOf } from '../../../../contract/call';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { buyUsdt } from '../../../../contract/calls/otc-usdt';
import { toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { SealedPayee } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { Refusal } from '../../call-context';
import { isRecordId } from '../../paging';
import { feeOf } from '../fees';
import { intoEscrow } from './escrow';
import { findOffer, lockOffer, lockTrader, type OfferRow } from './offers-repo';
import { assertCovers, cardsOf, namedCards, partyFor, type Actor, type Party } from './party';
import { fiatFor, fiatText, limitsOf, rulingsNeeded, USDT } from './rules';
import { tellTrade } from './tell';
import { countUnpaid, insertTrade, noteEvents, type NewTrade, type TradeRow } from './trades-repo';
import { viewOffer } from './view';

export type TakeInput = Extract<ParsedInputOf<typeof buyUsdt>['order'], { kind: 'take' }>;

/** The figures of an order for the user who gives it. */
export interface OrderSums {
  side: OtcSide;
  price: bigint;
  fiat: string;
  quantity: bigint;
  fiatAmount: bigint;
  feeRate: string;
  fee: bigint;
  /** Held or put into escrow at once. */
  deducted: bigint;
}

interface PreparedTake {
  party: Party;
  offer: OfferRow;
  sums: OrderSums;
  /** The maker's own fee on this much. */
  makerFee: bigint;
  payees: readonly SealedPayee[];
}

/** Refuses when the offer is not the one that was seen, or nothing can be taken of it. */
async function assertTakeable(queries: Queries, { session, now }: Actor, offer: OfferRow, seen: number): Promise<void> {
  if (offer.userId === session.userId) throw new Refusal('own-order');
  if (offer.state === 'withdrawn') throw new Refusal('order-closed');
  if (offer.remaining === 0n) throw new Refusal('lot-taken');
  if (offer.version === seen) return;
  const current = await viewOffer(queries, offer, session.userId, now);
  throw new Refusal('stale-version', { data: { current } });
}

/**
 * Returns the fiat to pay for `quantity`.
 * @throws Refusal amount-too-small, amount-too-large, with the limit of fiat that was missed
 */
function fiatWithin(offer: OfferRow, quantity: bigint): bigint {
  const { minimum, maximum } = limitsOf(offer);
  const fiatAmount = fiatFor(quantity, offer.price);
  if (quantity > offer.remaining || fiatAmount > maximum) {
    throw new Refusal('amount-too-large', { data: { limit: fiatText(maximum) } });
  }
  if (fiatAmount < minimum) throw new Refusal('amount-too-small', { data: { limit: fiatText(minimum) } });
  return fiatAmount;
}

/** A buyer's fee, which leaves something of the smallest rest as well: else nobody could take it, and it stayed on the market. */
function buyerFeeOf(quantity: bigint, feeRate: string): bigint {
  const fee = feeOf(quantity, feeRate);
  return fee < quantity ? fee : quantity - 1n;
}

/** Returns a seller's fee on a part of an offer: never more than is held for it (the last parts bear the rounding). */
function makerFeeOf(offer: OfferRow, quantity: bigint): bigint {
  if (offer.side === 'buy') return buyerFeeOf(quantity, offer.feeRate);
  const fee = feeOf(quantity, offer.feeRate);
  const left = offer.held - offer.remaining;
  return fee > left ? left : fee;
}

/**
 * Returns the cards that the buyer will pay to: those that the taker names, or those of the offer that are still on file.
 * @throws Refusal payee-missing, not-found; order-closed for an offer whose cards are gone
 */
async function payeesFor(
  queries: Queries,
  { user }: Party,
  offer: OfferRow,
  { methodIds }: TakeInput,
): Promise<SealedPayee[]> {
  const side = offer.side === 'buy' ? 'sell' : 'buy';
  const named = await namedCards(queries, { userId: user.id, side, methodIds });
  if (side === 'sell') return named;
  const cards = await cardsOf(queries, offer.userId, offer.methodIds);
  if (cards.length === 0) throw new Refusal('order-closed');
  return cards;
}

async function prepare(
  queries: Queries,
  context: Actor,
  party: Party,
  offer: OfferRow,
  input: TakeInput,
): Promise<PreparedTake> {
  const { user, settings, feeRate, available } = party;
  const quantity = toUnits(input.quantity, USDT);
  const side = offer.side === 'sell' ? 'buy' : 'sell';
  await assertTakeable(queries, context, offer, input.version);
  const fiatAmount = fiatWithin(offer, quantity);
  const fee = side === 'buy' ? buyerFeeOf(quantity, feeRate) : feeOf(quantity, feeRate);
  const makerFee = makerFeeOf(offer, quantity);
  const payees = await payeesFor(queries, party, offer, input);
  const limit = settings['otc.unpaidTrades'];
  if (side === 'buy' && (await countUnpaid(queries, user.id)) >= limit) {
    throw new Refusal('limit-reached', { data: { limit: String(limit) } });
  }
  const deducted = side === 'sell' ? quantity + fee : 0n;
  assertCovers(available, deducted);
  const { price, fiat } = offer;
  const sums = { side, price, fiat, quantity, fiatAmount, feeRate, fee, deducted } as const;
  return { party, offer, makerFee, payees, sums };
}

/** @throws Refusal not-found for an offer of the other side as well: nobody was shown it there */
async function offerFor(side: OtcSide, id: string, find: (id: string) => Promise<OfferRow | null>): Promise<OfferRow> {
  const offer = isRecordId(id) ? await find(id) : null;
  if (!offer || offer.side === side) throw new Refusal('not-found');
  return offer;
}

/**
 * Works out what taking would mean now.
 * @throws Refusal market-halted, needs-identity, not-found, own-order, order-closed, lot-taken, stale-version (with the offer),
 * amount-too-small, amount-too-large (with the limit of fiat), payee-missing, limit-reached, insufficient-funds
 */
export async function prepareTaking(
  queries: Queries,
  context: Actor,
  side: OtcSide,
  input: TakeInput,
): Promise<PreparedTake> {
  const party = await partyFor(queries, context);
  const offer = await offerFor(side, input.offerId, (id) => findOffer(queries, id));
  return prepare(queries, context, party, offer, input);
}

/** The trade as it is written: figures and payees are those of this moment, for ever. */
function tradeOf({ session, now }: Actor, { party, offer, sums, makerFee, payees }: PreparedTake): NewTrade {
  const { settings } = party;
  const { side, price, fiat, quantity, fiatAmount, feeRate, fee } = sums;
  const maker = { userId: offer.userId, accountId: offer.accountId, rate: offer.feeRate, fee: makerFee };
  const taker = { userId: session.userId, accountId: session.accountId, rate: feeRate, fee };
  const [buyer, seller] = side === 'buy' ? [taker, maker] : [maker, taker];
  return {
    offerId: offer.id,
    buyerUserId: buyer.userId,
    buyerAccountId: buyer.accountId,
    sellerUserId: seller.userId,
    sellerAccountId: seller.accountId,
    price,
    fiat,
    quantity,
    fiatAmount,
    buyerFeeRate: buyer.rate,
    buyerFee: buyer.fee,
    sellerFeeRate: seller.rate,
    sellerFee: seller.fee,
    payees,
    lateHoldMs: settings['otc.lateHoldMs'],
    disputeAfterMs: settings['otc.disputeAfterMs'],
    disputeForcedMs: settings['otc.disputeForcedMs'],
    rulingsNeeded: rulingsNeeded(quantity, settings),
    deadlineAt: now + settings['otc.paymentMs'],
    createdAt: now,
  };
}

/** @param assertFee refuses when the fee is more than the user was told. @throws Refusal as `prepareTaking` does */
export async function takeOffer(
  tx: Tx,
  context: Actor,
  side: OtcSide,
  input: TakeInput,
  assertFee: (fee: bigint) => void,
): Promise<TradeRow> {
  const { session, now } = context;
  await lockTrader(tx, session.userId);
  const party = await partyFor(tx, context);
  const offer = await offerFor(side, input.offerId, (id) => lockOffer(tx, id));
  const prepared = await prepare(tx, context, party, offer, input);
  assertFee(prepared.sums.fee);
  const trade = await insertTrade(tx, tradeOf(context, prepared));
  const { id: tradeId, sellerAccountId, quantity, sellerFee } = trade;
  await intoEscrow(tx, offer, { tradeId, sellerAccountId, quantity, fee: sellerFee }, now);
  const taker = side === 'buy' ? 'buyer' : 'seller';
  await noteEvents(tx, tradeId, [{ step: 'taken', by: taker }], now);
  await tellTrade(tx, trade, { notice: 'otc-taken', to: [side === 'buy' ? 'seller' : 'buyer'], isMarket: true }, now);
  return trade;
}
