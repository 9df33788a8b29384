/** The USDT market's calls. */
import { Refusal, type Handlers } from '../call-context';

const notOpen = () => Promise.reject(new Refusal('not-open'));

export const usdtMarketHandlers: Handlers<
  | 'allSellListUsdt'
  | 'allSellListUsdt2'
  | 'otcUsdtQuote'
  | 'otcUsdtBuy'
  | 'otcUsdtSell'
  | 'otcUsdtCancel2'
  | 'otcUsdtPay'
  | 'otcUsdtSure'
  | 'otcUsdtDispute'
  | 'meBuyUsdtList'
  | 'meSellUsdtList'
  | 'otcTrade'
  | 'otcUsdtOffer'
  | 'otcTradeImage'
  | 'otcMessages'
  | 'otcSay'
  | 'otcRead'
  | 'otcCounterparty'
> = {
  allSellListUsdt: notOpen,
  allSellListUsdt2: notOpen,
  otcUsdtQuote: notOpen,
  otcUsdtBuy: notOpen,
  otcUsdtSell: notOpen,
  otcUsdtCancel2: notOpen,
  otcUsdtPay: notOpen,
  otcUsdtSure: notOpen,
  otcUsdtDispute: notOpen,
  meBuyUsdtList: notOpen,
  meSellUsdtList: notOpen,
  otcTrade: notOpen,
  otcUsdtOffer: notOpen,
  otcTradeImage: notOpen,
  otcMessages: notOpen,
  otcSay: notOpen,
  otcRead: notOpen,
  otcCounterparty: notOpen,
};
