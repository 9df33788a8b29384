import { FREEZE_LINK_PATH } from '../../contract/freeze-link';
import { SHARED_SCREEN_PATH } from '../../contract/share';

/** Addresses of the screens that exist, by name: the app offers only these. `src/routes.tsx` says how each is loaded. */
const open = {
  home: '/pages/index/index',
  custody: '/pages/index/index2',
  team: '/pages/blance_record/blance_record6',
  assets: '/pages/my/my',
  trade: '/pages/index/index1',

  login: '/pages/login/login',
  loginSms: '/pages/login/login1',
  loginAuthenticator: '/pages/login/login2',
  register: '/pages/register/register',
  registerEmailCode: '/pages/register/verify_code',
  registerSmsCode: '/pages/register/verify_code1',
  registerProfile: '/pages/register/register1',
  forgotPassword: '/pages/forget_pwd/forget_pwd',
  forgotPasswordCode: '/pages/forget_pwd/verify_code',
  forgotPasswordNew: '/pages/forget_pwd/forget_pwd1',
  changeLoginPassword: '/pages/update_pwd/update_pwd',
  changeTradePassword: '/pages/update_pwd/update_pwd1',
  firstTradePassword: '/pages/update_pwd/update_pwd2',
  authenticator: '/pages/update_pwd/update_pwd3',
  settings: '/pages/setting/setting',
  nickname: '/pages/setting/setting1',
  avatar: '/pages/setting/setting2',
  appearance: '/pages/setting/setting3',
  securityCentre: '/pages/setting/setting4',
  about: '/pages/setting/setting5',
  lock: '/pages/setting/lock',
  telling: '/pages/setting/telling',
  notices: '/pages/notices/notices',
  subAccounts: '/pages/second/second',
  createSubAccount: '/pages/second/second1',
  identity: '/pages/withdraw/withdraw2',

  withdraw: '/pages/withdraw/withdraw',
  deposit: '/pages/withdraw/withdraw1',
  exchange: '/pages/withdraw/withdraw3',
  withdrawalMethods: '/pages/withdraw/withdraw4',
  addCryptoMethod: '/pages/withdraw/withdraw5',
  addBankMethod: '/pages/withdraw/withdraw6',
  counterparty: '/pages/withdraw/mchProfile',
  otcOrder: '/pages/order_detail/order_detail',
  cashStatement: '/pages/blance_record/blance_record',
  custodyOrders: '/pages/blance_record/blance_record1',
  custodyChanges: '/pages/blance_record/blance_record2',
  deliverySlips: '/pages/blance_record/blance_record3',
  income: '/pages/blance_record/blance_record4',
  aiDividend: '/pages/blance_record/blance_record7',
  insuranceFund: '/pages/blance_record/blance_record11',
  myRabOrders: '/pages/blance_record/blance_record8',
  myUsdtOrders: '/pages/blance_record/blance_record9',
  assetsReport: '/pages/blance_record/blance_record12',
  machines: '/pages/index/index3',
  machine: '/pages/goods_detail/goods_detail',
  miningRecords: '/pages/blance_record/blance_record5',
  tickets: '/pages/blance_record/blance_record10',
  markets: '/pages/index/index4',
  withdrawals: '/pages/withdraw_record/withdraw_record',
  deposits: '/pages/withdraw_record/withdraw_record1',
  exchanges: '/pages/withdraw_record/withdraw_record2',
  feedback: '/pages/withdraw_record/withdraw_record6',
  writeFeedback: '/pages/withdraw_record/withdraw_record7',

  chatRoom: '/pages/chatroom/room',

  invite: '/pages/share_poster/share_poster',
  document: '/pages/pdf/pdf',
  chooseLocation: '/choose-location',
  openLocation: '/open-location',
  news: '/pages/index/index5',
  service: '/pages/kefu/kefu',

  install: '/pages/download/download',

  /** Not the spec's: asks what an image is for that another app shared. */
  shared: SHARED_SCREEN_PATH,
  /** Not the spec's: the link of security mail. */
  freezeLink: FREEZE_LINK_PATH,
} as const;

/** Public as well: the launch rule decides which screen it opens. */
const closed = {
  launch: '/',
} as const;

/**
 * Every path of the app by its screen's name. The paths are public (deep links, server redirects), spelling included;
 * in code a screen is named after its topic.
 */
export const paths = { ...open, ...closed };

export type OpenName = keyof typeof open;
export type PathName = keyof typeof paths;
export type Path = (typeof paths)[PathName];

/** Everything else needs a login. */
export const PUBLIC: ReadonlySet<PathName> = new Set<PathName>([
  'launch',
  'login',
  'loginSms',
  'loginAuthenticator',
  'register',
  'registerEmailCode',
  'registerSmsCode',
  'registerProfile',
  'forgotPassword',
  'forgotPasswordCode',
  'forgotPasswordNew',
  'install',
  'freezeLink',
]);

/** The five tabs in the order of the tab bar. */
export const TABS = ['home', 'custody', 'team', 'assets', 'trade'] as const satisfies readonly PathName[];
export type TabName = (typeof TABS)[number];

const nameByPath = new Map<string, PathName>(Object.entries(paths).map(([name, path]) => [path, name as PathName]));

/** The screen name of a path, undefined when the path is not ours. */
export function pathName(path: string): PathName | undefined {
  return nameByPath.get(path);
}

/** Returns whether a path may be offered: shortcuts, list entries and server-given targets ask before they show. */
export function isOpen(path: string): boolean {
  return (pathName(path.split('?', 1)[0] ?? '') ?? '') in open;
}

export function isTab(name: PathName | undefined): name is TabName {
  return (TABS as readonly (PathName | undefined)[]).includes(name);
}

/**
 * The `href` of a plain link to a path. The query stays behind the hash.
 * @param query values of undefined are left out
 */
export function hrefTo(path: string, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  const text = search.toString();
  return `#${path}${text ? `?${text}` : ''}`;
}
