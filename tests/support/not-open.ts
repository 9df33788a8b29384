/** Calls that have shapes and no handler yet: they answer `not-open`. */
import type { CallName } from '../../contract/index';

export const NOT_OPEN = [
  // The USDT market
  'allSellListUsdt',
  'allSellListUsdt2',
  'otcUsdtQuote',
  'otcUsdtBuy',
  'otcUsdtSell',
  'otcUsdtCancel2',
  'otcUsdtPay',
  'otcUsdtSure',
  'otcUsdtDispute',
  'meBuyUsdtList',
  'meSellUsdtList',
  'otcTrade',
  'otcUsdtOffer',
  'otcTradeImage',
  'otcMessages',
  'otcSay',
  'otcRead',
  'otcCounterparty',
] as const satisfies readonly CallName[];
export type NotOpen = (typeof NOT_OPEN)[number];

export function isOpen(name: string): boolean {
  return !NOT_OPEN.some((one) => one === name);
}
