/** Calls to freeze one's account and to thaw it (docs/rules.md §3). The mailed link needs no session: `freezeAccountByLink`. */
import * as z from 'zod/mini';
import { defineCall, noAnswer, nothing } from '../call';
import { timeMs } from '../ids';
import { documentNumber } from './identity';
import { captchaField, codeSent, sixDigits } from './session';

/** A freeze changes these topics; markets are among them, since it cancels what waits there. */
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
  example: {},
  output: codeSent,
  errors: ['resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

/**
 * Asks for the thaw; `documentNumber` is that of the approved document. The account thaws at `thawsAt`; asked again, the gateway
 * stays with its first answer.
 */
export const askThaw = defineCall({
  name: 'askThaw',
  method: 'POST',
  uri: '/api/v1/user/thaw',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['security', 'sessions'],
  input: z.strictObject({ documentNumber, code: sixDigits }),
  example: { documentNumber: 'G12345678', code: '123456' },
  output: z.object({ thawsAt: timeMs }),
  errors: ['not-found', 'needs-identity', 'identity-mismatch', 'wrong-code', 'rate-limited'],
});
