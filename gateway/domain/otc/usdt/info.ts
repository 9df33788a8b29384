/** What `otcInfo` tells of the USDT market. */
import type { AnswerOf } from '../../../../contract/call';
import type { Calls } from '../../../../contract/index';
import type { Queries } from '../../../db/client';
import type { Settings } from '../../settings/figures';

export interface MarketViewer {
  settings: Settings;
  /** Of the user, 0 to 5. */
  level: number;
  userId: string;
  accountId: string;
  now: number;
}

/** The USDT market is not open yet. */
export async function usdtMarketInfo(
  _queries: Queries,
  _viewer: MarketViewer,
): Promise<{ usdt: AnswerOf<Calls['otcInfo']>['usdt']; attention: number }> {
  return {
    usdt: {
      isOpen: false,
      haltReason: null,
      fiat: 'CNY',
      feeRate: '0',
      baseFeeRate: '0',
      minimum: '0',
      maximum: '0',
      paymentMs: 0,
      lateHoldMs: 0,
      disputeAfterMs: 0,
      disputeForcedMs: 0,
      bestSell: null,
      bestBuy: null,
    },
    attention: 0,
  };
}
