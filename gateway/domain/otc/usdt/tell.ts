/** Telling both sides, and everybody who looks at the market: whether a call moved the trade, or time, or an operator. */
import type { LiveNotice } from '../../../../contract/calls/live';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { announce, type Announcement } from '../../live/announce';
import { OTHER_PARTY, userOf } from './rules';
import type { TradeRow } from './trades-repo';

const toMarket: Announcement = { to: 'everybody', topics: ['market-usdt'] };

/** Offers were withdrawn, by no call that does just that. */
export async function tellOfWithdrawnOffers(tx: Tx, userId: string, now: number): Promise<void> {
  await announce(tx, [{ to: userId, topics: ['cash', 'trades-usdt'] }, toMarket], now);
}

export interface Told {
  notice?: LiveNotice['kind'];
  /** Who reads the notice; the one who did it need not. */
  to?: readonly TradeParty[];
  /** Whether what can be taken on the market has changed. */
  isMarket?: boolean;
}

/** Something became of a trade. */
export async function tellTrade(
  tx: Tx,
  trade: TradeRow,
  { notice, to = ['buyer', 'seller'], isMarket = false }: Told,
  now: number,
): Promise<void> {
  const sides = (['buyer', 'seller'] as const).map((party) => ({
    to: userOf(trade, party),
    topics: ['cash', 'trades-usdt'] as const,
    ...(notice && to.includes(party) && { notice: { kind: notice, subjectId: trade.id } }),
  }));
  await announce(tx, isMarket ? [...sides, toMarket] : sides, now);
}

/** Something was said in a trade's chat: to both devices, as a notice to who has not said it. */
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

/** What one side said was seen by the other. */
export async function tellSeen(tx: Tx, trade: TradeRow, by: TradeParty, now: number): Promise<void> {
  await announce(tx, [{ to: userOf(trade, OTHER_PARTY[by]), topics: ['chat'] }], now);
}
