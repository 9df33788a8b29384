/**
 * Carries out operators' rulings about a dispute (docs/rules.md §8): each has a reason, above a limit two operators rule alike,
 * and they may write to both sides.
 */
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { operatorsNeeded } from '../../second-operator';
import { loadSettings } from '../../settings/settings';
import { backToSeller, toBuyer } from './escrow';
import { insertMessage } from './messages-repo';
import { aloneLimit, CHAT_AFTER_MS } from './rules';
import { lockRulings, ruledAlone, ruledFor } from './sums-repo';
import { tellMessage, tellTrade } from './tell';
import { offerOf } from './timers';
import { lockTrade, rulingsOf, saveRuling, saveTrade, type TradeRow } from './trades-repo';

/** `unknown`: no trade has this id; `late`: the trade is not in dispute any more, or not yet, or its chat is over. */
export class RulingError extends Error {
  override name = 'RulingError';
  constructor(
    readonly problem: 'unknown' | 'late',
    /** The trade as it is now; null when it is unknown. */
    readonly row: TradeRow | null,
  ) {
    super(problem);
  }
}

export interface Ruling {
  id: string;
  actor: string;
  /** The side that gets what is in escrow. */
  outcome: TradeParty;
  /** Both sides read it. */
  reason: string;
  now: number;
}

/** Gives escrow to whom the dispute was ruled for. */
async function end(tx: Tx, trade: TradeRow, { outcome, reason, now }: Ruling): Promise<TradeRow> {
  const offer = await offerOf(tx, trade);
  const isForBuyer = outcome === 'buyer';
  const journalId = await (isForBuyer ? toBuyer : backToSeller)(tx, offer, trade, now);
  const ended = isForBuyer
    ? ({ state: 'completed', endedBy: 'ruled-for-buyer' } as const)
    : ({ state: 'cancelled', endedBy: 'ruled-for-seller' } as const);
  const { state, endedBy } = ended;
  const change = { ...ended, closedAt: now, ruling: outcome, rulingReason: reason, journalId };
  const events = [
    { step: 'ruled', by: 'operator', reason: endedBy },
    { step: state, by: 'operator', reason: endedBy },
  ] as const;
  const after = await saveTrade(tx, trade, change, events, now);
  await tellTrade(tx, after, { notice: 'otc-ruled', isMarket: !isForBuyer }, now);
  return after;
}

/** Returns how many operators this ruling takes now: by the user's and the operator's sums of rulings within 24 hours. */
async function neededNow(tx: Tx, trade: TradeRow, { actor, outcome, now }: Ruling): Promise<number> {
  await lockRulings(tx);
  const winner = outcome === 'buyer' ? trade.buyerUserId : trade.sellerUserId;
  const needed = operatorsNeeded({
    one: { amount: trade.quantity, at: now },
    ofUser: await ruledFor(tx, winner, now),
    aloneByOperator: await ruledAlone(tx, actor, now),
    limit: aloneLimit(await loadSettings(tx)),
  });
  return Math.max(trade.rulingsNeeded, needed);
}

/**
 * Notes an operator's ruling, and carries it out when as many different operators as it takes have ruled alike.
 * @returns the trade, how many have ruled so by now, and how many it takes. @throws RulingError
 */
export async function rule(tx: Tx, ruling: Ruling): Promise<{ row: TradeRow; alike: number; needed: number }> {
  const { id, actor, outcome, reason, now } = ruling;
  const trade = await lockTrade(tx, id);
  if (!trade) throw new RulingError('unknown', null);
  if (trade.state !== 'dispute') throw new RulingError('late', trade);
  const neededForThis = await neededNow(tx, trade, ruling);
  await saveRuling(tx, { tradeId: id, actor, outcome, reason, at: now });
  const alike = (await rulingsOf(tx, id)).filter((one) => one.outcome === outcome).length;
  // The ruling before may have needed a second operator where this one would not.
  const needed = Math.max(neededForThis, alike);
  return { row: alike < needed ? trade : await end(tx, trade, ruling), alike, needed };
}

/** Says something to both sides in the trade's chat. @throws RulingError */
export async function sayAsOperator(
  tx: Tx,
  { id, text, now }: { id: string; text: string; now: number },
): Promise<TradeRow> {
  const trade = await lockTrade(tx, id);
  if (!trade) throw new RulingError('unknown', null);
  if (trade.closedAt !== null && now >= trade.closedAt + CHAT_AFTER_MS) throw new RulingError('late', trade);
  await insertMessage(tx, { tradeId: id, userId: null, text, image: null, createdAt: now });
  await tellMessage(tx, trade, 'operator', now);
  return trade;
}
