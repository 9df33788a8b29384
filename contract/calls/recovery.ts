/** Calls that somebody without a session makes rarely: for a new password, for a freeze. Apart from the calls of every start. */
import * as z from 'zod/mini';
import { defineCall, noAnswer } from '../call';
import { FREEZE_CHANGES } from './freeze';
import { captchaField, codeSent, deviceField, loginName, password, sixDigits, ticket } from './session';

export const sendPasswordResetCode = defineCall({
  name: 'sendPasswordResetCode',
  method: 'POST',
  uri: '/api/v1/sso/sendForgetCode',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ loginName, ...captchaField }),
  example: { loginName: 'mei@example.com' },
  output: codeSent,
  errors: ['resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

export const checkPasswordResetCode = defineCall({
  name: 'checkPasswordResetCode',
  method: 'POST',
  uri: '/api/v1/sso/checkForgetCode',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ loginName, code: sixDigits, ...deviceField }),
  example: { loginName: 'mei@example.com', code: '123456' },
  output: z.object({ ticket }),
  errors: ['wrong-code', 'rate-limited'],
  namesDevice: true,
});

/** Sets the new login password and ends every session of the user. */
export const resetLoginPassword = defineCall({
  name: 'resetLoginPassword',
  method: 'POST',
  uri: '/api/v1/sso/forgot',
  access: 'public',
  effect: 'write',
  changes: ['security', 'sessions'],
  input: z.strictObject({ ticket, password, ...deviceField }),
  example: { ticket: 'x'.repeat(43), password: 'quiet-lapis-77' },
  output: noAnswer,
  errors: ['ticket-expired', 'password-common'],
  namesDevice: true,
});

/**
 * The link in security mail calls this: freezes the account that the link was mailed to, and ends every session. Used again, it
 * takes a thaw back.
 */
export const freezeAccountByLink = defineCall({
  name: 'freezeAccountByLink',
  method: 'POST',
  uri: '/api/v1/user/freezeByLink',
  origin: 'extension',
  access: 'public',
  effect: 'write',
  changes: FREEZE_CHANGES,
  input: z.strictObject({ link: ticket }),
  example: { link: 'x'.repeat(43) },
  output: noAnswer,
  errors: ['ticket-expired', 'rate-limited'],
});
