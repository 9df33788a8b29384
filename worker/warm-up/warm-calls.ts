/** The reads that the tabs and the screens one tap away show first, in the order in which a person is likely to want them. */
import { MAX_PAGE_SIZE } from '../../contract/paging';
import type { CallInput, CallName } from '../../contract/index';

/** A list's first hundred rows are what somebody without a connection can scroll through. */
type WarmCall = { [N in CallName]: { name: N; input: CallInput<N> } }[CallName];

export const WARM_CALLS: readonly WarmCall[] = [
  { name: 'assets', input: {} },
  { name: 'userInfo', input: {} },
  { name: 'tradingAccounts', input: {} },
  { name: 'custodyConfig', input: {} },
  { name: 'custodyOrders', input: { status: 'in-progress' } },
  { name: 'config', input: {} },
  { name: 'otcFigures', input: {} },
  { name: 'rabLots', input: { side: 'sell' } },
  { name: 'rabGuideHistory', input: { period: '24h' } },
  { name: 'marquee', input: {} },
  { name: 'newsItems', input: {} },
  { name: 'accountStatement', input: { account: 'cash', limit: MAX_PAGE_SIZE } },
  { name: 'custodyOrders', input: {} },
  { name: 'equityHistory', input: {} },
  { name: 'accountStatement', input: { account: 'custody' } },
  { name: 'securityInfo', input: {} },
  { name: 'sessions', input: {} },
  { name: 'realNameVerification', input: {} },
  { name: 'withdrawalMethods', input: {} },
  { name: 'avatars', input: {} },
  { name: 'depositAddresses', input: {} },
  { name: 'deposits', input: {} },
  { name: 'withdrawalConfig', input: {} },
  { name: 'withdrawals', input: {} },
  { name: 'exchangeFigures', input: {} },
  { name: 'exchanges', input: {} },
  { name: 'incomes', input: { limit: MAX_PAGE_SIZE } },
  { name: 'incomeTypes', input: {} },
  { name: 'incomeSeries', input: {} },
  { name: 'otcFigures', input: {} },
  { name: 'sellOffers', input: {} },
  { name: 'rabBuyOrders', input: {} },
  { name: 'usdtPurchases', input: {} },
  { name: 'custodyChanges', input: {} },
];
