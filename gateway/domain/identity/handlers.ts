/** The calls of contract/calls/session.ts and of the user's own profile, each bound to its service. */
import type { Handlers } from '../call-context';
import { bindAuthenticator, describeAuthenticator, modifyAuthenticator } from './authenticator';
import { keepAuthenticator } from './authenticator-resets';
import { listAvatars, updateAvatar, updateNickname } from './avatars';
import { issueCaptcha } from './captcha';
import { changeLoginPassword, changeTradePassword, sendChangeCode, setOwnFirstTradePassword } from './change-passwords';
import { checkForgotten, setForgottenPassword } from './forgotten-password';
import { loginByCode, loginByPassword, loginBySecondFactor } from './login';
import { proposeNickname } from './nicknames';
import { describeUser } from './profile';
import { describeIdentity, storeIdentity, submitIdentity } from './real-name';
import { checkRegistration, registerUser, type OnRegistered } from './registration';
import { describeSecurity, endOneSession, endOtherSessions, listSessions } from './security';
import { endSession } from './sessions';
import { sendCode } from './verification';

export type IdentityCallName =
  | 'checkRegisterInfo'
  | 'sendRegisterCode'
  | 'register'
  | 'emailLogin'
  | 'sendSmsCode'
  | 'loginSms'
  | 'sendForgetCode'
  | 'checkForgetCode'
  | 'forgot'
  | 'authCaptcha'
  | 'basicCaptcha'
  | 'randNickname'
  | 'logout'
  | 'bindTradePassword'
  | 'sendUpdateLoginPasswordCode'
  | 'updateLoginPassword'
  | 'sendUpdateTradePasswordCode'
  | 'updateTradePassword'
  | 'loginSecondStep'
  | 'getGoogle2Fa'
  | 'bindGoogle2Fa'
  | 'modifyGoogle2Fa'
  | 'keepGoogle2Fa'
  | 'securityInfo'
  | 'sessionList'
  | 'revokeSession'
  | 'revokeOtherSessions'
  | 'docert'
  | 'identityStore'
  | 'identityInfo'
  | 'nameUpdate'
  | 'avatarList'
  | 'avatarUpdate'
  | 'userInfo';

/** @param onRegistered runs in each registration's transaction: what other areas do for a new user */
export function createIdentityHandlers({ onRegistered }: { onRegistered: OnRegistered }) {
  return {
    checkRegisterInfo: checkRegistration,
    sendRegisterCode: (context, { email, ...rest }) =>
      sendCode(context, { purpose: 'register', loginName: email, ...rest }),
    register: (context, input) => registerUser(context, input, onRegistered),
    emailLogin: loginByPassword,
    sendSmsCode: (context, { phone, ...rest }) => sendCode(context, { loginName: phone, ...rest }),
    loginSms: loginByCode,
    sendForgetCode: (context, input) => sendCode(context, { purpose: 'forget', ...input }),
    checkForgetCode: checkForgotten,
    forgot: async (context, input) => {
      await setForgottenPassword(context, input);
      return {};
    },
    authCaptcha: issueCaptcha,
    basicCaptcha: issueCaptcha,
    randNickname: async ({ lang }) => ({ nickname: proposeNickname(lang) }),
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
    loginSecondStep: loginBySecondFactor,
    getGoogle2Fa: describeAuthenticator,
    bindGoogle2Fa: bindAuthenticator,
    modifyGoogle2Fa: modifyAuthenticator,
    securityInfo: describeSecurity,
    sessionList: listSessions,
    revokeSession: async (context, { id }) => {
      await endOneSession(context, id);
      return {};
    },
    keepGoogle2Fa: async (context) => {
      await keepAuthenticator(context);
      return {};
    },
    revokeOtherSessions: async (context) => ({ revoked: await endOtherSessions(context) }),
    docert: submitIdentity,
    identityStore: storeIdentity,
    identityInfo: describeIdentity,
    nameUpdate: async (context, { nickname }) => {
      await updateNickname(context, nickname);
      return {};
    },
    avatarList: async () => listAvatars(),
    avatarUpdate: async (context, input) => {
      await updateAvatar(context, input);
      return {};
    },
    userInfo: describeUser,
  } satisfies Handlers<IdentityCallName>;
}
