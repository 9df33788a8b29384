/**
 * Moves the USDT of a trade (docs/rules.md §8): held of an offer to sell or available → escrow → the buyer, or back. Quantity and
 * the seller's fee are in escrow; each side pays its own fee. The caller has the
 * rows locked.
 */
import type { Tx } from '../../../db/transaction';
import { hold, release } from '../../../ledger/holds';
import { post, type AccountRef, type Leg } from '../../../ledger/post';
import { feeSplitter } from '../../fees/split';
import { saveOffer, type OfferChange, type OfferRow } from './offers-repo';
import { USDT } from './rules';
import type { TradeRow } from './trades-repo';

const cash = (owner: string): AccountRef => ({ owner, kind: 'user_cash', asset: USDT });
const escrow = (owner: string): AccountRef => ({ owner, kind: 'user_escrow', asset: USDT });

/** Holds the USDT for sale, and the fee on all of it. @throws LedgerError insufficient-funds */
export async function holdForOffer(tx: Tx, offer: OfferRow, fee: bigint, now: number): Promise<OfferRow> {
  const held = offer.quantity + fee;
  const request = { account: cash(offer.accountId), amount: held, reference: offer.id, at: now };
  const holdId = await hold(tx, { ...request, transferId: `otc-usdt-offer:${offer.id}` });
  return saveOffer(tx, offer, { holdId, held });
}

export interface EscrowRequest {
  tradeId: string;
  sellerAccountId: string;
  quantity: bigint;
  fee: bigint;
}

/** Moves a trade's USDT into escrow: out of the offer's hold when that is one to sell, else out of what the taker has available. */
export async function intoEscrow(
  tx: Tx,
  offer: OfferRow,
  { tradeId, sellerAccountId, quantity, fee }: EscrowRequest,
  now: number,
): Promise<OfferRow> {
  const amount = quantity + fee;
  const remaining = offer.remaining - quantity;
  const moved = { remaining, inTrades: offer.inTrades + quantity };
  const debit: Leg = { account: cash(sellerAccountId), amount: -amount };
  const fromHold = offer.holdId === null ? {} : { holdId: offer.holdId, releaseRest: remaining === 0n };
  await post(tx, {
    transferId: `otc-usdt-escrow:${tradeId}`,
    kind: 'otc-escrow',
    reference: tradeId,
    memo: { quantity: quantity.toString(), fee: fee.toString() },
    at: now,
    legs: [
      { ...debit, ...fromHold },
      { account: escrow(sellerAccountId), amount },
    ],
  });
  // The last lot empties the hold: it gives back what rounding left of the fee.
  const held = offer.holdId === null || remaining === 0n ? 0n : offer.held - amount;
  return saveOffer(tx, offer, { ...moved, held });
}

/** Returns the change that closes the offer when nothing is left of it once this much is out of its trades; else none. */
function doneWith({ state, remaining, inTrades }: OfferRow, quantity: bigint, now: number): OfferChange {
  const isDone = state === 'open' && remaining === 0n && inTrades === quantity;
  return isDone ? { state: 'done', closedAt: now, holdId: null } : {};
}

/** Escrow → the buyer less the buyer's fee, and both fees. @returns the journal's id */
export async function toBuyer(tx: Tx, offer: OfferRow, trade: TradeRow, now: number): Promise<string> {
  const { id, quantity, buyerFee, sellerFee } = trade;
  const { buyerAccountId, sellerAccountId } = trade;
  const split = await feeSplitter(tx, [buyerAccountId, sellerAccountId], now);
  const fee = { source: 'otc-usdt', asset: USDT, base: quantity } as const;
  const { journalId } = await post(tx, {
    transferId: `otc-usdt-trade:${id}`,
    kind: 'otc-trade',
    reference: id,
    memo: { quantity: quantity.toString(), buyerFee: buyerFee.toString(), sellerFee: sellerFee.toString() },
    at: now,
    legs: [
      { account: escrow(sellerAccountId), amount: -(quantity + sellerFee) },
      { account: cash(buyerAccountId), amount: quantity - buyerFee },
    ],
    fees: split(
      { ...fee, payer: buyerAccountId, amount: buyerFee },
      { ...fee, payer: sellerAccountId, amount: sellerFee },
    ),
  });
  const moved = { inTrades: offer.inTrades - quantity, completed: offer.completed + quantity };
  await saveOffer(tx, offer, { ...moved, ...doneWith(offer, quantity, now) });
  return journalId;
}

/** Escrow → the seller's available, fee and all. @returns the journal's id */
async function toSeller(tx: Tx, { id, sellerAccountId, quantity, sellerFee }: TradeRow, now: number): Promise<string> {
  const amount = quantity + sellerFee;
  const { journalId } = await post(tx, {
    transferId: `otc-usdt-return:${id}`,
    kind: 'otc-return',
    reference: id,
    at: now,
    legs: [
      { account: escrow(sellerAccountId), amount: -amount },
      { account: cash(sellerAccountId), amount },
    ],
  });
  return journalId;
}

/** The quantity of a trade that was paid is not offered again: it goes to the seller. @returns the journal's id */
export async function backToSeller(tx: Tx, offer: OfferRow, trade: TradeRow, now: number): Promise<string> {
  const journalId = await toSeller(tx, trade, now);
  const moved = { inTrades: offer.inTrades - trade.quantity, returned: offer.returned + trade.quantity };
  await saveOffer(tx, offer, { ...moved, ...doneWith(offer, trade.quantity, now) });
  return journalId;
}

/**
 * The quantity of a trade that was not paid can be taken again, and what was in escrow for an offer to sell is held again; of an
 * offer that was withdrawn it goes to the seller. @returns the journal's id
 */
export async function backToOffer(tx: Tx, offer: OfferRow, trade: TradeRow, now: number): Promise<string> {
  if (offer.state !== 'open') return backToSeller(tx, offer, trade, now);
  const journalId = await toSeller(tx, trade, now);
  const { quantity, sellerFee } = trade;
  const moved = { inTrades: offer.inTrades - quantity, remaining: offer.remaining + quantity };
  if (offer.side === 'buy') {
    await saveOffer(tx, offer, moved);
    return journalId;
  }
  if (offer.holdId !== null && offer.held > 0n) await release(tx, offer.holdId);
  const held = offer.held + quantity + sellerFee;
  const holdId = await hold(tx, {
    transferId: `otc-usdt-offer:${offer.id}:${trade.id}`,
    account: cash(offer.accountId),
    amount: held,
    reference: offer.id,
    at: now,
  });
  await saveOffer(tx, offer, { ...moved, holdId, held });
  return journalId;
}

/** Takes the rest of an offer that nobody has taken off the market; trades go on. */
export async function withdrawOffer(tx: Tx, offer: OfferRow, now: number): Promise<OfferRow> {
  if (offer.holdId !== null && offer.held > 0n) await release(tx, offer.holdId);
  return saveOffer(tx, offer, { state: 'withdrawn', closedAt: now, held: 0n, holdId: null });
}
