/** Telling the devices of both sides, and everybody who looks at the market. */
import type { LiveNotice } from '../../../../contract/calls/live';
import type { CallName } from '../../../../contract/index';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { announce, CASH_CALLS, type Announcement } from '../../live/announce';
import { userOf } from './rules';
import type { TradeRow } from './trades-repo';

const OWN_CALLS: readonly CallName[] = [...CASH_CALLS, 'meBuyUsdtList', 'meSellUsdtList', 'otcTrade', 'otcUsdtOffer'];
const MARKET: Announcement = {
  to: 'everybody',
  calls: ['allSellListUsdt', 'allSellListUsdt2', 'otcInfo', 'otcUsdtOffer', 'otcCounterparty'],
};

/** An offer was placed or withdrawn. */
export async function tellOffer(tx: Tx, userId: string, now: number): Promise<void> {
  await announce(tx, [{ to: userId, calls: OWN_CALLS }, MARKET], now);
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
    calls: OWN_CALLS,
    ...(notice && to.includes(party) && { notice: { kind: notice, subjectId: trade.id } }),
  }));
  await announce(tx, isMarket ? [...sides, MARKET] : sides, now);
}

/** Something was said in a trade's chat: to both devices, as a notice to who has not said it. */
export async function tellMessage(tx: Tx, trade: TradeRow, by: TradeParty | 'operator', now: number): Promise<void> {
  await announce(
    tx,
    (['buyer', 'seller'] as const).map((party) => ({
      to: userOf(trade, party),
      calls: ['otcMessages', 'otcTrade', 'otcInfo', 'meBuyUsdtList', 'meSellUsdtList'] satisfies CallName[],
      ...(party !== by && { notice: { kind: 'otc-message', subjectId: trade.id } as const }),
    })),
    now,
  );
}

/** What one side said was seen by the other. */
export async function tellRead(tx: Tx, trade: TradeRow, reader: TradeParty, now: number): Promise<void> {
  await announce(
    tx,
    (['buyer', 'seller'] as const).map((party) => ({
      to: userOf(trade, party),
      calls: party === reader ? (['otcTrade', 'otcInfo'] as const) : (['otcMessages'] as const),
    })),
    now,
  );
}
