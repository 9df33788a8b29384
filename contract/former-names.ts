/**
 * [Note: Former names] Calls that had another name in versions of the app that are still served. A request says where a call is
 * (method and uri), never its name, so a name matters only where it is told or kept: live events name reads to devices of every
 * version; a device keeps a read's answers and its money intents under the call's name; the gateway keeps the name with an
 * idempotency key. Calls that are neither told nor kept need no row. A row goes with the last recorded traffic that has the former
 * name (tests/support/traffic.ts).
 */
import type { CallName } from './index';

export const FORMER_NAMES: Readonly<Partial<Record<CallName, string>>> = {
  transferToAccount: 'accountTransfer',
  realNameVerification: 'identityInfo',
  withdrawalMethods: 'paymentList',
  createCustodyOrder: 'hostingCreate',
  custodyChanges: 'hostingOperatorLog',
  custodyConfig: 'hostingConfig',
  custodyOrders: 'hostingOrder',
  redeemCustodyOrder: 'hostingSub',
  depositAddresses: 'rechargeAddress',
  deposits: 'rechargeList',
  exchangeAssets: 'exchangeExchange',
  exchangeFigures: 'exchangeIndex',
  requestWithdrawal: 'withdrawIndex',
  withdrawalConfig: 'withdrawConfig',
  withdrawals: 'withdrawList',
  buyRab: 'otcBuy',
  cancelRabOrder: 'otcCancel',
  postTheRest: 'doSaveCash',
  rabBuyOrders: 'meBuyList',
  rabLots: 'allSellList',
  rabSellOrders: 'meSellList',
  sellRab: 'otcSell',
  buyOffers: 'allSellListUsdt2',
  buyUsdt: 'otcUsdtBuy',
  cancelOfferOrTrade: 'otcUsdtCancel2',
  sellOffers: 'allSellListUsdt',
  sellUsdt: 'otcUsdtSell',
  usdtPurchases: 'meBuyUsdtList',
  usdtSales: 'meSellUsdtList',
  confirmPayment: 'otcUsdtSure',
  disputeTrade: 'otcUsdtDispute',
  reportPayment: 'otcUsdtPay',
  tradingAccounts: 'accountList',
  avatars: 'avatarList',
  sessions: 'sessionList',
  languages: 'lang',
  newsItems: 'newsList',
  incomes: 'incomeLog',
  incomeTypes: 'incomeTypeList',
  exchanges: 'exchangeList',
  otcFigures: 'otcInfo',
  counterparty: 'otcCounterparty',
  rabGuideHistory: 'otcGuideHistory',
  rabOrder: 'otcOrder',
  usdtOffer: 'otcUsdtOffer',
  usdtTrade: 'otcTrade',
  tradeMessages: 'otcMessages',
};

const former = new Map<string, string>(Object.entries(FORMER_NAMES));
const present = new Map([...former].map(([name, before]) => [before, name]));

/** Returns the name of today for a call that any version has named. */
export function presentName(name: string): string {
  return present.get(name) ?? name;
}

/** Returns every name by which a device of any version may know the calls, each once. */
export function everyNameOf(names: readonly string[]): string[] {
  return [...new Set(names.map(presentName).flatMap((name) => [name, former.get(name) ?? name]))];
}
