/**
 * Carries out what the two sides do with a trade (docs/rules.md §8): pay, confirm, cancel, dispute. Each locks the trade, does
 * what is due of it by the clock, and is refused unless the user saw the trade as it was.
 */
import type { ParsedInputOf } from '../../../../contract/call';
import type { disputeTrade, reportPayment } from '../../../../contract/calls/otc-usdt-trades';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { Refusal } from '../../call-context';
import { isRecordId } from '../../paging';
import { areUploadsOf } from '../../uploads/repo';
import { backToOffer, backToSeller, toBuyer } from './escrow';
import type { Actor } from './party';
import { disputableAt, hasEnded, OTHER_PARTY, partyOf } from './rules';
import { tellTrade } from './tell';
import { advance, offerOf } from './timers';
import { attachImages, eventsOf, evidenceOf, insertEvidence, lockTrade, saveTrade, type TradeRow } from './trades-repo';
import { viewTrade } from './view';

/** Pieces of evidence of one side. */
const MAX_EVIDENCE = 20;
/**
 * One side may ask to cancel so often: each time is a step of the timeline, a notice, and a version that the other has not seen.
 */
const MAX_ASKS = 5;

interface SeenTrade {
  id: string;
  version: number;
}

interface LockedTrade {
  trade: TradeRow;
  me: TradeParty;
}

/**
 * The user's trade as they saw it, locked, with what was due of it done.
 * @throws Refusal not-found, stale-version (with the trade), order-closed
 */
export async function lockSeen(
  tx: Tx,
  { deps, session, now }: Actor,
  { id, version }: SeenTrade,
): Promise<LockedTrade> {
  const trade = isRecordId(id) ? await lockTrade(tx, id) : null;
  const me = trade && partyOf(trade, session.userId);
  if (!trade || !me) throw new Refusal('not-found');
  if (trade.version !== version) {
    throw new Refusal('stale-version', { data: { current: await viewTrade(deps, tx, trade, session.userId, now) } });
  }
  if (hasEnded(trade)) throw new Refusal('order-closed');
  const advanced = await advance(tx, trade, now);
  if (hasEnded(advanced)) throw new Refusal('order-closed');
  return { trade: advanced, me };
}

/** @throws Refusal not-found for an image that is not the user's own upload */
async function attachOwn(tx: Tx, { session, now }: Actor, tradeId: string, images: readonly string[]) {
  if (images.length > 0 && !(await areUploadsOf(tx, session.userId, images))) throw new Refusal('not-found');
  await attachImages(tx, tradeId, images, now);
}

type PayInput = ParsedInputOf<typeof reportPayment>;

/** The buyer says that it is paid; in the late hold that opens a dispute. @throws Refusal not-now, and `lockSeen`'s */
export async function pay(tx: Tx, context: Actor, input: PayInput): Promise<TradeRow> {
  const { now } = context;
  const { trade, me } = await lockSeen(tx, context, input);
  const isLate = trade.state === 'late-hold';
  if (me !== 'buyer' || (!isLate && trade.state !== 'awaiting-payment')) throw new Refusal('not-now');
  const { reference, proofs } = input;
  await attachOwn(tx, context, trade.id, proofs);
  const paid = { paidAt: now, reference, proofs };
  if (isLate) {
    const opened = { state: 'dispute', deadlineAt: null, disputedAt: now, disputedBy: 'buyer' } as const;
    const after = await saveTrade(
      tx,
      trade,
      { ...paid, ...opened },
      [
        { step: 'late-payment', by: 'buyer' },
        { step: 'disputed', by: 'buyer', reason: 'paid-late' },
      ],
      now,
    );
    await tellTrade(tx, after, { notice: 'otc-disputed', to: ['seller'] }, now);
    return after;
  }
  const change = { ...paid, state: 'paid', deadlineAt: now + trade.disputeForcedMs } as const;
  const after = await saveTrade(tx, trade, change, [{ step: 'paid', by: 'buyer' }], now);
  await tellTrade(tx, after, { notice: 'otc-paid', to: ['seller'] }, now);
  return after;
}

/** The seller confirms that the money is there: escrow goes to the buyer. @throws Refusal not-now, and `lockSeen`'s */
export async function confirm(tx: Tx, context: Actor, seen: SeenTrade): Promise<TradeRow> {
  const { now } = context;
  const { trade, me } = await lockSeen(tx, context, seen);
  if (me !== 'seller' || trade.state !== 'paid') throw new Refusal('not-now');
  const journalId = await toBuyer(tx, await offerOf(tx, trade), trade, now);
  const end = { state: 'completed', deadlineAt: null, closedAt: now, endedBy: 'confirmed', journalId } as const;
  const after = await saveTrade(tx, trade, end, [{ step: 'completed', by: 'seller' }], now);
  await tellTrade(tx, after, { notice: 'otc-completed', to: ['buyer'] }, now);
  return after;
}

/** The buyer does not want an offer that is not paid: it can be taken again. */
async function cancelUnpaid(tx: Tx, trade: TradeRow, now: number): Promise<TradeRow> {
  const journalId = await backToOffer(tx, await offerOf(tx, trade), trade, now);
  const end = { state: 'cancelled', deadlineAt: null, closedAt: now, endedBy: 'buyer-cancelled', journalId } as const;
  const after = await saveTrade(tx, trade, end, [{ step: 'cancelled', by: 'buyer', reason: 'buyer-cancelled' }], now);
  await tellTrade(tx, after, { notice: 'otc-cancelled', to: ['seller'], isMarket: true }, now);
  return after;
}

const AGREES = { buyer: 'buyerAgrees', seller: 'sellerAgrees' } as const satisfies Record<TradeParty, keyof TradeRow>;

/** @throws Refusal limit-reached for a side that has asked, and taken it back, too often */
async function assertMayAsk(tx: Tx, { trade, me }: LockedTrade): Promise<void> {
  const asked = (await eventsOf(tx, [trade.id])).filter(({ step, by }) => step === 'cancel-asked' && by === me);
  if (asked.length >= MAX_ASKS) throw new Refusal('limit-reached', { data: { limit: String(MAX_ASKS) } });
}

/** Notes that one side agrees to cancel a paid trade, or takes that back; when both agree, cancels it. */
async function agree(tx: Tx, found: LockedTrade, isWithdrawn: boolean, now: number): Promise<TradeRow> {
  const { trade, me } = found;
  const other = OTHER_PARTY[me];
  // Said already, or nothing to take back.
  if (trade[AGREES[me]] !== isWithdrawn) throw new Refusal('not-now');
  const step = isWithdrawn ? 'cancel-withdrawn' : 'cancel-asked';
  const change = { [AGREES[me]]: !isWithdrawn };
  if (isWithdrawn || !trade[AGREES[other]]) {
    if (!isWithdrawn) await assertMayAsk(tx, found);
    const after = await saveTrade(tx, trade, change, [{ step, by: me }], now);
    await tellTrade(tx, after, isWithdrawn ? {} : { notice: 'otc-cancel-asked', to: [other] }, now);
    return after;
  }
  const journalId = await backToSeller(tx, await offerOf(tx, trade), trade, now);
  const end = { state: 'cancelled', deadlineAt: null, closedAt: now, endedBy: 'both-agreed', journalId } as const;
  const events = [
    { step, by: me },
    { step: 'cancelled', by: me, reason: 'both-agreed' },
  ] as const;
  const after = await saveTrade(tx, trade, { ...change, ...end }, events, now);
  await tellTrade(tx, after, { notice: 'otc-cancelled', to: [other], isMarket: true }, now);
  return after;
}

/** @throws Refusal not-now, limit-reached, and `lockSeen`'s */
export async function cancelTrade(tx: Tx, context: Actor, seen: SeenTrade, isWithdrawn: boolean): Promise<TradeRow> {
  const found = await lockSeen(tx, context, seen);
  const { trade, me } = found;
  if (trade.state === 'paid') return agree(tx, found, isWithdrawn, context.now);
  if (trade.state !== 'awaiting-payment' || me !== 'buyer' || isWithdrawn) throw new Refusal('not-now');
  return cancelUnpaid(tx, trade, context.now);
}

type DisputeInput = ParsedInputOf<typeof disputeTrade>;

/**
 * Opens a dispute on a paid trade, or adds evidence to the one that is open.
 * @throws Refusal not-now (with how long to wait after a payment), limit-reached, not-found for an image, and `lockSeen`'s
 */
export async function dispute(tx: Tx, context: Actor, input: DisputeInput): Promise<TradeRow> {
  const { session, now } = context;
  const { trade, me } = await lockSeen(tx, context, input);
  const from = disputableAt(trade);
  if (from !== null && now < from) throw new Refusal('not-now', { data: { retryAfterMs: from - now } });
  if (from === null && trade.state !== 'dispute') throw new Refusal('not-now');
  const mine = (await evidenceOf(tx, [trade.id])).filter(({ userId }) => userId === session.userId);
  if (mine.length >= MAX_EVIDENCE) throw new Refusal('limit-reached', { data: { limit: String(MAX_EVIDENCE) } });
  const { text, images } = input;
  await attachOwn(tx, context, trade.id, images);
  await insertEvidence(tx, { tradeId: trade.id, userId: session.userId, text, images, at: now });
  const opens = from !== null;
  const change = opens ? ({ state: 'dispute', deadlineAt: null, disputedAt: now, disputedBy: me } as const) : {};
  const events = [...(opens ? [{ step: 'disputed', by: me } as const] : []), { step: 'evidence', by: me } as const];
  const after = await saveTrade(tx, trade, change, events, now);
  await tellTrade(tx, after, { notice: 'otc-disputed', to: [OTHER_PARTY[me]] }, now);
  return after;
}
