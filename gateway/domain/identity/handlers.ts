/** The calls of contract/calls/session.ts and of the user's own profile, each bound to its service. */
import type { Handlers } from '../call-context';
import { bindAuthenticator, describeAuthenticator, replaceAuthenticator } from './authenticator/authenticator';
import { keepAuthenticator } from './authenticator/authenticator-resets';
import { listAvatars, updateAvatar, updateNickname } from './profile/avatars';
import { issueCaptcha } from './guessing/captcha';
import {
  changeLoginPassword,
  changeTradePassword,
  sendChangeCode,
  setOwnFirstTradePassword,
} from './passwords/change-passwords';
import { checkForgotten, setForgottenPassword } from './login/forgotten-password';
import { loginByCode, loginByPassword, loginBySecondFactor } from './login/login';
import { proposeNickname } from './profile/nicknames';
import { describeUser } from './profile/profile';
import { describeIdentity, storeIdentity, submitIdentity } from './real-name/real-name';
import { checkRegistration, registerUser, type RegistrationHook } from './login/registration';
import { describeSecurity, endOneSession, endOtherSessions, listSessions } from './security-centre';
import { endSession } from './sessions/sessions';
import { sendCode } from './codes/verification';

export type IdentityCallName =
  | 'checkRegisterInfo'
  | 'sendRegisterCode'
  | 'register'
  | 'logInByEmail'
  | 'sendSmsCode'
  | 'logInBySms'
  | 'sendPasswordResetCode'
  | 'checkPasswordResetCode'
  | 'resetLoginPassword'
  | 'authCaptcha'
  | 'basicCaptcha'
  | 'randomNickname'
  | 'logout'
  | 'bindTradePassword'
  | 'sendUpdateLoginPasswordCode'
  | 'updateLoginPassword'
  | 'sendUpdateTradePasswordCode'
  | 'updateTradePassword'
  | 'confirmLogin'
  | 'authenticatorSetup'
  | 'bindAuthenticator'
  | 'replaceAuthenticator'
  | 'keepAuthenticator'
  | 'securityInfo'
  | 'sessions'
  | 'revokeSession'
  | 'revokeOtherSessions'
  | 'handInRealName'
  | 'saveRealName'
  | 'realNameVerification'
  | 'updateNickname'
  | 'avatars'
  | 'updateAvatar'
  | 'userInfo';

/** @param onRegistered runs in each registration's transaction: what other areas do for a new user */
export function createIdentityHandlers({ onRegistered }: { onRegistered: RegistrationHook }) {
  return {
    checkRegisterInfo: checkRegistration,
    sendRegisterCode: (context, { email, ...rest }) =>
      sendCode(context, { purpose: 'register', loginName: email, ...rest }),
    register: (context, input) => registerUser(context, input, onRegistered),
    logInByEmail: loginByPassword,
    sendSmsCode: (context, { phone, ...rest }) => sendCode(context, { loginName: phone, ...rest }),
    logInBySms: loginByCode,
    sendPasswordResetCode: (context, input) => sendCode(context, { purpose: 'forget', ...input }),
    checkPasswordResetCode: checkForgotten,
    resetLoginPassword: async (context, input) => {
      await setForgottenPassword(context, input);
      return {};
    },
    authCaptcha: issueCaptcha,
    basicCaptcha: issueCaptcha,
    randomNickname: async ({ lang }) => ({ nickname: proposeNickname(lang) }),
    logout: async (context) => {
      await endSession(context);
      return {};
    },
    bindTradePassword: async (context, input) => {
      await setOwnFirstTradePassword(context, input);
      return {};
    },
    sendUpdateLoginPasswordCode: (context, { captcha }) => sendChangeCode(context, 'login-password', captcha),
    updateLoginPassword: async (context, input) => {
      await changeLoginPassword(context, input);
      return {};
    },
    sendUpdateTradePasswordCode: (context, { captcha }) => sendChangeCode(context, 'trade-password', captcha),
    updateTradePassword: async (context, input) => {
      await changeTradePassword(context, input);
      return {};
    },
    confirmLogin: loginBySecondFactor,
    authenticatorSetup: describeAuthenticator,
    bindAuthenticator,
    replaceAuthenticator,
    securityInfo: describeSecurity,
    sessions: listSessions,
    revokeSession: async (context, { id }) => {
      await endOneSession(context, id);
      return {};
    },
    keepAuthenticator: async (context) => {
      await keepAuthenticator(context);
      return {};
    },
    revokeOtherSessions: async (context) => ({ revoked: await endOtherSessions(context) }),
    handInRealName: submitIdentity,
    saveRealName: storeIdentity,
    realNameVerification: describeIdentity,
    updateNickname: async (context, { nickname }) => {
      await updateNickname(context, nickname);
      return {};
    },
    avatars: async () => listAvatars(),
    updateAvatar: async (context, input) => {
      await updateAvatar(context, input);
      return {};
    },
    userInfo: describeUser,
  } satisfies Handlers<IdentityCallName>;
}
