/** The calls of contract/calls/freeze.ts and the link of security mail. */
import type { Handlers } from '../call-context';
import { sendChangeCode } from '../identity/passwords/change-passwords';
import { freezeByLink, freezeOwn } from './freeze';
import { askOwnThaw } from './thaw';

type FreezeCall = 'freezeAccount' | 'freezeByLink' | 'sendThawCode' | 'askThaw';

export const freezeHandlers: Handlers<FreezeCall> = {
  freezeAccount: async (context) => {
    await freezeOwn(context);
    return {};
  },
  freezeByLink: async (context, { link }) => {
    await freezeByLink(context, link);
    return {};
  },
  sendThawCode: (context, { captcha }) => sendChangeCode(context, 'thaw', captcha),
  askThaw: askOwnThaw,
};
