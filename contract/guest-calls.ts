/**
 * The calls that every start and somebody without a session need, but for the rare ones: the worker has them at once. Each is
 * named here, so that the first chunk of all carries nothing else of their files; a test compares with the registry.
 */
import { config, languages, marquee, newsItems, askOutcome, uploadImage, version } from './calls/content';
import {
  authCaptcha,
  basicCaptcha,
  checkRegisterInfo,
  logInByEmail,
  confirmLogin,
  logInBySms,
  logout,
  randomNickname,
  register,
  sendRegisterCode,
  sendSmsCode,
} from './calls/session';
import type { CallDefinition } from './call';

export const guestCalls: readonly CallDefinition[] = [
  authCaptcha,
  basicCaptcha,
  checkRegisterInfo,
  config,
  logInByEmail,
  languages,
  confirmLogin,
  logInBySms,
  logout,
  marquee,
  newsItems,
  askOutcome,
  randomNickname,
  register,
  sendRegisterCode,
  sendSmsCode,
  uploadImage,
  version,
];
