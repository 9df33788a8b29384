/** The RAB market's calls. */
import { Refusal, type Handlers } from '../call-context';

const notOpen = () => Promise.reject(new Refusal('not-open'));

export const rabMarketHandlers: Handlers<
  | 'otcInfo'
  | 'otcGuideHistory'
  | 'allSellList'
  | 'otcQuote'
  | 'otcBuy'
  | 'otcSell'
  | 'otcCancel'
  | 'doSaveCash'
  | 'meBuyList'
  | 'meSellList'
  | 'otcOrder'
> = {
  otcInfo: notOpen,
  otcGuideHistory: notOpen,
  allSellList: notOpen,
  otcQuote: notOpen,
  otcBuy: notOpen,
  otcSell: notOpen,
  otcCancel: notOpen,
  doSaveCash: notOpen,
  meBuyList: notOpen,
  meSellList: notOpen,
  otcOrder: notOpen,
};
