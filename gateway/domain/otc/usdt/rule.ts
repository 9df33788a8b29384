/** What operators do about a dispute (rules.md §8): they rule with a reason, above a limit two of them alike, and may say something. */
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { backToSeller, toBuyer } from './escrow';
import { insertMessage } from './messages-repo';
import { CHAT_AFTER_MS } from './rules';
import { tellMessage, tellTrade } from './tell';
import { offerOf } from './timers';
import { lockTrade, rulingsOf, saveRuling, saveTrade, type TradeRow } from './trades-repo';

/** `unknown`: there is none of this id; `late`: it is not in dispute any more, or not yet, or its chat is over. */
export class RulingError extends Error {
  override name = 'RulingError';
  constructor(
    readonly problem: 'unknown' | 'late',
    /** As it is now; null when it is unknown. */
    readonly row: TradeRow | null,
  ) {
    super(problem);
  }
}

export interface Ruling {
  id: string;
  actor: string;
  /** Who gets what is in escrow. */
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

/**
 * Notes an operator's ruling, and carries it out when as many different operators as the trade needs have ruled alike.
 * @returns the trade, and how many have ruled so by now. @throws RulingError
 */
export async function rule(tx: Tx, ruling: Ruling): Promise<{ row: TradeRow; alike: number }> {
  const { id, actor, outcome, reason, now } = ruling;
  const trade = await lockTrade(tx, id);
  if (!trade) throw new RulingError('unknown', null);
  if (trade.state !== 'dispute') throw new RulingError('late', trade);
  await saveRuling(tx, { tradeId: id, actor, outcome, reason, at: now });
  const alike = (await rulingsOf(tx, id)).filter((one) => one.outcome === outcome).length;
  return { row: alike < trade.rulingsNeeded ? trade : await end(tx, trade, ruling), alike };
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
