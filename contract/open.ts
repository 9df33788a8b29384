/**
 * The calls that have shapes: what the worker carries to every device, by name, so that nothing else of the contract
 * comes along (a test compares with the whole registry).
 */
import type { CallDefinition } from './call';
import { config, lang, marquee, newsList, outcome, reportRelease, upImg, version } from './calls/content';
import {
  hostingConfig,
  hostingCreate,
  hostingOperatorLog,
  hostingOrder,
  hostingQuote,
  hostingRedeemQuote,
  hostingSub,
} from './calls/custody';
import { accountList, accountStatement, assets, bindTradePassword, userInfo } from './calls/profile';
import {
  authCaptcha,
  basicCaptcha,
  checkForgetCode,
  checkRegisterInfo,
  emailLogin,
  forgot,
  loginSms,
  logout,
  randNickname,
  register,
  sendForgetCode,
  sendRegisterCode,
  sendSmsCode,
} from './calls/session';

export const openCalls: readonly CallDefinition[] = [
  authCaptcha,
  basicCaptcha,
  checkForgetCode,
  checkRegisterInfo,
  emailLogin,
  forgot,
  loginSms,
  logout,
  randNickname,
  register,
  sendForgetCode,
  sendRegisterCode,
  sendSmsCode,
  accountList,
  accountStatement,
  assets,
  bindTradePassword,
  userInfo,
  hostingConfig,
  hostingCreate,
  hostingOperatorLog,
  hostingOrder,
  hostingQuote,
  hostingRedeemQuote,
  hostingSub,
  config,
  lang,
  marquee,
  newsList,
  outcome,
  reportRelease,
  upImg,
  version,
];
