/**
 * The calls that somebody without a session needs, and every start: the worker has them at once. Named one by one, so that the
 * first chunk of all carries nothing else of their files; a test compares with the registry.
 */
import { config, lang, marquee, newsList, outcome, reportRelease, upImg, version } from './calls/content';
import {
  authCaptcha,
  basicCaptcha,
  checkForgetCode,
  checkRegisterInfo,
  emailLogin,
  forgot,
  freezeByLink,
  loginSecondStep,
  loginSms,
  logout,
  randNickname,
  register,
  sendForgetCode,
  sendRegisterCode,
  sendSmsCode,
} from './calls/session';
import type { CallDefinition } from './call';

export const guestCalls: readonly CallDefinition[] = [
  authCaptcha,
  basicCaptcha,
  checkForgetCode,
  checkRegisterInfo,
  config,
  emailLogin,
  forgot,
  freezeByLink,
  lang,
  loginSecondStep,
  loginSms,
  logout,
  marquee,
  newsList,
  outcome,
  randNickname,
  register,
  reportRelease,
  sendForgetCode,
  sendRegisterCode,
  sendSmsCode,
  upImg,
  version,
];
