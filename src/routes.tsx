/**
 * The one table of screens. A path that `app/paths.ts` says is closed has no entry here, and answers with the "no such
 * page" screen. Each `load` is one lazy chunk with a default export.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ScreenModule } from './start';
import { isTab, pathName, paths, PUBLIC, type OpenName, type PathName, type TabName } from './app/paths';
import { completeTexts } from './i18n/activate';
import * as login from './pages/account/Login';

export interface Screen {
  load: () => Promise<ScreenModule>;
  /** Title of the document; the screen's own heading says it too. */
  title: MessageDescriptor;
}

const table: Record<OpenName, Screen> = {
  // The first page of a first visit comes with the shell: a chunk of its own would only add a request.
  login: { load: async () => login, title: msg`Log in` },
  loginSms: { load: () => import('./pages/account/LoginSms'), title: msg`Log in by SMS code` },
  loginAuthenticator: { load: () => import('./pages/account/LoginAuthenticator'), title: msg`Second step` },
  register: { load: () => import('./pages/account/Register'), title: msg`Register` },
  registerEmailCode: { load: () => import('./pages/account/RegisterEmailCode'), title: msg`E-mail code` },
  registerSmsCode: { load: () => import('./pages/account/RegisterSmsCode'), title: msg`SMS code` },
  registerProfile: { load: () => import('./pages/account/RegisterProfile'), title: msg`Your profile` },
  forgotPassword: { load: () => import('./pages/account/ForgotPassword'), title: msg`Forgot password` },
  forgotPasswordCode: { load: () => import('./pages/account/ForgotPasswordCode'), title: msg`Verification code` },
  forgotPasswordNew: { load: () => import('./pages/account/ForgotPasswordNew'), title: msg`New password` },
  freezeLink: { load: () => import('./pages/account/FreezeLink'), title: msg`Freeze account` },
  install: { load: () => import('./pages/account/Install'), title: msg`Install the app` },

  home: { load: () => import('./pages/home/Home'), title: msg`Home` },
  custody: { load: () => import('./pages/custody/Custody'), title: msg`Trust` },
  team: { load: () => import('./pages/team/Team'), title: msg`Team` },
  assets: { load: () => import('./pages/assets/Assets'), title: msg`Assets` },
  trade: { load: () => import('./pages/trade/Trade'), title: msg`Trade` },
  cashStatement: { load: () => import('./pages/records/Statement'), title: msg`Cash statement` },
  custodyOrders: { load: () => import('./pages/custody/Orders'), title: msg`Custody orders` },
  deliverySlips: { load: () => import('./pages/records/Slips'), title: msg`Settlement slips` },
  income: { load: () => import('./pages/records/Income'), title: msg`Income` },
  aiDividend: { load: () => import('./pages/records/AiDividend'), title: msg`AI dividend` },
  insuranceFund: { load: () => import('./pages/records/InsuranceFund'), title: msg`Insurance fund` },
  assetsReport: { load: () => import('./pages/assets/AssetsReport'), title: msg`Assets report` },
  custodyChanges: { load: () => import('./pages/custody/Changes'), title: msg`Custody changes` },

  deposit: { load: () => import('./pages/deposit/Deposit'), title: msg`Deposit USDT` },
  deposits: { load: () => import('./pages/deposit/Records'), title: msg`Deposits` },
  withdraw: { load: () => import('./pages/withdraw/Withdraw'), title: msg`Withdraw USDT` },
  withdrawals: { load: () => import('./pages/withdraw/Records'), title: msg`Withdrawals` },
  exchange: { load: () => import('./pages/exchange/Exchange'), title: msg`Exchange` },
  exchanges: { load: () => import('./pages/exchange/Records'), title: msg`Exchanges` },

  machines: { load: () => import('./pages/machines/Machines'), title: msg`Mining machines` },
  machine: { load: () => import('./pages/machines/Machine'), title: msg`Mining machine` },
  miningRecords: { load: () => import('./pages/machines/Mining'), title: msg`Mining records` },
  tickets: { load: () => import('./pages/machines/Tickets'), title: msg`Tickets` },

  markets: { load: () => import('./pages/quotes/Markets'), title: msg`Markets` },

  otcOrder: { load: () => import('./pages/trade/OrderDetail'), title: msg`Order details` },
  myRabOrders: { load: () => import('./pages/trade/RabOrders'), title: msg`My RAB orders` },
  myUsdtOrders: { load: () => import('./pages/trade/UsdtOrders'), title: msg`My USDT orders` },
  counterparty: { load: () => import('./pages/trade/Counterparty'), title: msg`Trader` },

  chatRoom: { load: () => import('./pages/service/ChatRoom'), title: msg`Customer service` },
  document: { load: () => import('./pages/documents/Viewer'), title: msg`PDF document` },
  chooseLocation: { load: () => import('./pages/places/ChooseLocation'), title: msg`Choose a place` },
  openLocation: { load: () => import('./pages/places/OpenLocation'), title: msg`Place` },
  feedback: { load: () => import('./pages/feedback/Feedback'), title: msg`Feedback` },
  writeFeedback: { load: () => import('./pages/feedback/WriteFeedback'), title: msg`Write feedback` },

  shared: { load: () => import('./pages/share/Shared'), title: msg`Shared images` },
  invite: { load: () => import('./pages/team/Invite'), title: msg`Invite` },

  news: { load: () => import('./pages/news/News'), title: msg`News` },
  service: { load: () => import('./pages/service/Service'), title: msg`Customer service` },

  firstTradePassword: { load: () => import('./pages/account/FirstTradePassword'), title: msg`Set a trade password` },
  changeLoginPassword: { load: () => import('./pages/identity/LoginPassword'), title: msg`Change login password` },
  changeTradePassword: { load: () => import('./pages/identity/TradePassword'), title: msg`Change trade password` },
  authenticator: { load: () => import('./pages/identity/Authenticator'), title: msg`Google Authenticator` },
  securityCentre: { load: () => import('./pages/identity/SecurityCentre'), title: msg`Security centre` },
  identity: { load: () => import('./pages/identity/RealName'), title: msg`Real-name verification` },
  withdrawalMethods: { load: () => import('./pages/identity/Methods'), title: msg`Withdrawal methods` },
  addCryptoMethod: { load: () => import('./pages/identity/AddCrypto'), title: msg`Add a crypto address` },
  addBankMethod: { load: () => import('./pages/identity/AddBank'), title: msg`Add a bank card` },
  subAccounts: { load: () => import('./pages/identity/SubAccounts'), title: msg`Sub-accounts` },
  createSubAccount: { load: () => import('./pages/identity/CreateSubAccount'), title: msg`New sub-account` },
  nickname: { load: () => import('./pages/identity/Nickname'), title: msg`Nickname` },
  avatar: { load: () => import('./pages/identity/AvatarPage'), title: msg`Avatar` },
  lock: { load: () => import('./pages/setting/Lock'), title: msg`App lock` },
  telling: { load: () => import('./pages/setting/Telling'), title: msg`Notification settings` },
  notices: { load: () => import('./pages/notices/Notices'), title: msg`Notifications` },
  settings: { load: () => import('./pages/account/Settings'), title: msg`Settings` },
  appearance: { load: () => import('./pages/account/Appearance'), title: msg`Language and theme` },
  about: { load: () => import('./pages/account/About'), title: msg`About` },
};

/** A start at the login page has only that page's texts; every other page waits for all of them. */
function withAllTexts<M>(load: () => Promise<M>): () => Promise<M> {
  return async () => (await Promise.all([load(), completeTexts()]))[0];
}

const screens: Partial<Record<string, Screen>> = Object.fromEntries(
  Object.entries(table).map(([name, { load, title }]) => {
    return [name, { load: name === 'login' ? load : withAllTexts(load), title }];
  }),
);

export const noSuchPage: Screen = {
  load: withAllTexts(() => import('./pages/account/NoSuchPage')),
  title: msg`No such page`,
};

/** In place of a screen that a notice leads to, while it is another account's. */
export const otherAccount: Screen = {
  load: withAllTexts(() => import('./pages/notices/OtherAccount')),
  title: msg`Another account`,
};

/** In place of every screen while app lock is locked. */
export const lockScreen = withAllTexts(() => import('./lock/LockScreen'));

/** The panel beside the column from 1024 px on. */
export const sidePanel = withAllTexts(() => import('./app/SidePanel'));

export interface Route extends Screen {
  name: PathName;
  access: 'public' | 'user';
  tab?: TabName;
}

/** The route of a path, undefined when it is not ours or has no screen yet. */
export function routeOf(path: string): Route | undefined {
  const name = pathName(path);
  const screen = name && screens[name];
  if (!name || !screen) return undefined;
  return { ...screen, name, access: PUBLIC.has(name) ? 'public' : 'user', ...(isTab(name) ? { tab: name } : {}) };
}

/** The routes of somebody who is logged in: those of the tab bar first, the others in the table's order. */
export function routesInside(): Route[] {
  const inside = (Object.keys(table) as PathName[])
    .map((name) => routeOf(paths[name]))
    .filter((route) => route?.access === 'user');
  return inside
    .filter((route) => route !== undefined)
    .sort((a, b) => Number(b.tab !== undefined) - Number(a.tab !== undefined));
}
