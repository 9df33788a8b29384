/** Tells both sides, and everybody who looks at the market, when a call, time or an operator has moved a trade. */
import type { LiveNotice } from '../../../../contract/calls/live';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { announce, type Announcement } from '../../live/announce';
import { OTHER_PARTY, userOf } from './rules';
import type { TradeRow } from './trades-repo';

const toMarket: Announcement = { to: 'everybody', topics: ['market-usdt'] };

/** Tells the owner and the market that offers were withdrawn, when no call does just that. */
export async function tellOfWithdrawnOffers(tx: Tx, userId: string, now: number): Promise<void> {
  await announce(tx, [{ to: userId, topics: ['cash', 'trades-usdt'] }, toMarket], now);
}

export interface TradeNews {
  notice?: LiveNotice['kind'];
  /** The sides that read the notice; a side that acted itself need not. */
  to?: readonly TradeParty[];
  /** True if the change has altered what can be taken on the market. */
  isMarket?: boolean;
}

/** Tells both sides that a trade has changed. */
export async function tellTrade(
  tx: Tx,
  trade: TradeRow,
  { notice, to = ['buyer', 'seller'], isMarket = false }: TradeNews,
  now: number,
): Promise<void> {
  const sides = (['buyer', 'seller'] as const).map((party) => ({
    to: userOf(trade, party),
    topics: ['cash', 'trades-usdt'] as const,
    ...(notice && to.includes(party) && { notice: { kind: notice, subjectId: trade.id } }),
  }));
  await announce(tx, isMarket ? [...sides, toMarket] : sides, now);
}

/** Tells both sides' devices of a message in a trade's chat; whoever did not write it gets a notice. */
export async function tellMessage(tx: Tx, trade: TradeRow, by: TradeParty | 'operator', now: number): Promise<void> {
  await announce(
    tx,
    (['buyer', 'seller'] as const).map((party) => ({
      to: userOf(trade, party),
      topics: ['chat', 'unread'] as const,
      ...(party !== by && { notice: { kind: 'otc-message', subjectId: trade.id } as const }),
    })),
    now,
  );
}

/** Tells the other side that `by` has seen its messages. */
export async function tellSeen(tx: Tx, trade: TradeRow, by: TradeParty, now: number): Promise<void> {
  await announce(tx, [{ to: userOf(trade, OTHER_PARTY[by]), topics: ['chat'] }], now);
}
