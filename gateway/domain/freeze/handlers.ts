/** The calls of contract/calls/freeze.ts and the link of security mail. */
import type { Handlers } from '../call-context';
import { sendChangeCode } from '../identity/passwords/change-passwords';
import { freezeAccountByLink, freezeOwn } from './freeze';
import { askOwnThaw } from './thaw';

type FreezeCall = 'freezeAccount' | 'freezeAccountByLink' | 'sendThawCode' | 'askThaw';

export const freezeHandlers: Handlers<FreezeCall> = {
  freezeAccount: async (context) => {
    await freezeOwn(context);
    return {};
  },
  freezeAccountByLink: async (context, { link }) => {
    await freezeAccountByLink(context, link);
    return {};
  },
  sendThawCode: (context, { captcha }) => sendChangeCode(context, 'thaw', captcha),
  askThaw: askOwnThaw,
};
