/**
 * Moves a trade by itself when its state's time is over (docs/rules.md §8). No timer releases or refunds a trade that was paid.
 */
import type { Tx } from '../../../db/transaction';
import { backToOffer } from './escrow';
import { lockOffer, type OfferRow } from './offers-repo';
import { tellTrade } from './tell';
import { saveTrade, type TradeRow } from './trades-repo';

/** A timer acts within seconds: when one is late by this, ms, no gateway ran, or its clock was wrong. */
const STOPPED_MS = 5 * 60_000;

/** The offer of a locked trade, locked. */
export async function offerOf(tx: Tx, { id, offerId }: TradeRow): Promise<OfferRow> {
  const offer = await lockOffer(tx, offerId);
  if (!offer) throw new Error(`trade ${id} has no offer`);
  return offer;
}

/** Holds the escrow of a trade that was not paid in time, for a late payment. The time starts now, also after a stop. */
function holdLate(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  const change = { state: 'late-hold', deadlineAt: now + trade.lateHoldMs } as const;
  return saveTrade(tx, trade, change, [{ step: 'payment-overdue', by: 'platform', reason: 'not-paid' }], now);
}

/** Holds the escrow once more as long: during a stop the buyer could not show a payment. */
async function holdAgain(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  const after = await saveTrade(tx, trade, { deadlineAt: now + trade.lateHoldMs }, [], now);
  await tellTrade(tx, after, { notice: 'otc-overdue', to: ['buyer'] }, now);
  return after;
}

async function endUnpaid(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  const journalId = await backToOffer(tx, await offerOf(tx, trade), trade, now);
  const end = { state: 'cancelled', deadlineAt: null, closedAt: now, endedBy: 'not-paid', journalId } as const;
  return saveTrade(tx, trade, end, [{ step: 'cancelled', by: 'platform', reason: 'not-paid' }], now);
}

function forceDispute(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  const change = { state: 'dispute', deadlineAt: null, disputedAt: now, disputedBy: 'platform' } as const;
  return saveTrade(tx, trade, change, [{ step: 'disputed', by: 'platform', reason: 'not-confirmed' }], now);
}

/**
 * Does what is due of a locked trade, and tells both sides. A call does it before its own, so that it does not matter whether the
 * job has come round. @returns the trade as it is then
 */
export async function advance(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  if (trade.deadlineAt === null || now < trade.deadlineAt) return trade;
  if (trade.state === 'awaiting-payment') {
    const after = await holdLate(tx, trade, now);
    await tellTrade(tx, after, { notice: 'otc-overdue' }, now);
    return after;
  }
  if (trade.state === 'late-hold') {
    if (now - trade.deadlineAt > STOPPED_MS) return holdAgain(tx, trade, now);
    const after = await endUnpaid(tx, trade, now);
    await tellTrade(tx, after, { notice: 'otc-cancelled', isMarket: true }, now);
    return after;
  }
  const after = await forceDispute(tx, trade, now);
  await tellTrade(tx, after, { notice: 'otc-disputed' }, now);
  return after;
}
