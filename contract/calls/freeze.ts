/** Freezing one's account, and its thaw (docs/rules.md §3). The link in a mail is for people without a session: `freezeByLink`. */
import * as z from 'zod/mini';
import { defineCall, noAnswer, nothing } from '../call';
import { timeMs } from '../ids';
import { documentNumber } from './identity';
import { captchaField, codeSent, sixDigits } from './session';

/** What waits on a market is cancelled. */
export const FREEZE_CHANGES = ['security', 'sessions', 'cash', 'orders-rab', 'trades-usdt'] as const;

/** Closes what would harm the owner and ends all other sessions; of a frozen account it takes a thaw back that is under way. */
export const freezeAccount = defineCall({
  name: 'freezeAccount',
  method: 'POST',
  uri: '/api/v1/user/freeze',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: FREEZE_CHANGES,
  input: nothing,
  output: noAnswer,
});

/** Sends the code for `askThaw` to the user's e-mail address, or phone number where there is none. */
export const sendThawCode = defineCall({
  name: 'sendThawCode',
  method: 'POST',
  uri: '/api/v1/user/sendThawCode',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject(captchaField),
  output: codeSent,
  errors: ['resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

/** `documentNumber` is that of the approved document. The account thaws at `thawsAt`; asked again, it stays with the first answer. */
export const askThaw = defineCall({
  name: 'askThaw',
  method: 'POST',
  uri: '/api/v1/user/thaw',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['security', 'sessions'],
  input: z.strictObject({ documentNumber, code: sixDigits }),
  output: z.object({ thawsAt: timeMs }),
  errors: ['not-found', 'needs-identity', 'identity-mismatch', 'wrong-code', 'rate-limited'],
});
