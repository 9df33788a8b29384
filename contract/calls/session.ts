/** Getting in: registration, log-in, forgotten password, captcha (docs/rules.md §3). */
import * as z from 'zod/mini';
import { defineCall, noAnswer, nothing } from '../call';
import { id, lineOfText, timeMs } from '../ids';

export const PASSWORD_MIN_LENGTH = 6;
export const CODE_LENGTH = 6;
/** A person can ask for another code after this long; the server enforces it. */
export const CODE_RESEND_MS = 60_000;

export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/** A mainland mobile number: eleven digits starting with 1[3-9]; a leading +86 and spaces are dropped. */
export const phone = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replace(/[\s-]/g, '').replace(/^(\+?86)(?=1[3-9][0-9]{9}$)/, '')),
  ),
  z.string().check(z.regex(/^1[3-9][0-9]{9}$/)),
);
/** A person logs in with an e-mail address or a mainland mobile number. */
export const loginName = z.union([email, phone]);
export const password = z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(128));
/** Six digits or more (docs/rules.md §2). */
export const tradePassword = z.string().check(z.regex(/^[0-9]{6,32}$/));
export const sixDigits = z.string().check(z.regex(/^[0-9]{6}$/));
/** Six digits of the authenticator, or a recovery code such as `abcde-fg234`. */
export const secondFactor = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^([0-9]{6}|[a-z2-7]{5}-[a-z2-7]{5})$/));
export const invitationCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{6,12}$/));
export const nickname = lineOfText(24);

/** The solved proof of work of a `captcha` answer. */
export const captchaSolution = z.strictObject({
  id,
  nonce: z.string().check(z.regex(/^[0-9]{1,16}$/)),
});
/** The input of calls that send a code. */
export const captchaField = { captcha: z.optional(captchaSolution) };

/**
 * Random, made and kept by the worker, and added by it to the calls that get somebody in: by it the gateway knows a device that
 * logged in before. It opens nothing.
 */
export const deviceField = { deviceToken: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))) };

/** Proves that a code was entered rightly; spent by the step that follows. */
export const ticket = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** Tells the worker who is logged in; the worker opens the database of `userId`. */
export const sessionOpened = z.object({
  token,
  userId: id,
  accountId: id,
  expiresAt: timeMs,
});

export const codeSent = z.object({ resendAt: timeMs, expiresAt: timeMs });

/**
 * Step 1 with `code` absent: is the invitation code valid. Step 2 with `code`: spends the e-mail or SMS code and
 * answers the ticket that `register` needs. Never tells whether the address has an account.
 */
export const checkRegisterInfo = defineCall({
  name: 'checkRegisterInfo',
  method: 'POST',
  uri: '/api/v1/sso/checkRegisterInfo',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({
    loginName,
    invitationCode,
    code: z.optional(sixDigits),
  }),
  example: { loginName: 'mei@example.com', invitationCode: 'RAB2026' },
  output: z.object({ ticket: z.nullable(ticket) }),
  errors: ['invitation-invalid', 'wrong-code', 'rate-limited'],
});

/** Sends the registration code by e-mail. The answer is the same whether or not the address has an account. */
export const sendRegisterCode = defineCall({
  name: 'sendRegisterCode',
  method: 'POST',
  uri: '/api/v1/sso/sendRegisterCode',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ email, invitationCode, ...captchaField }),
  example: { email: 'mei@example.com', invitationCode: 'RAB2026' },
  output: codeSent,
  errors: ['invitation-invalid', 'resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

export const register = defineCall({
  name: 'register',
  method: 'POST',
  uri: '/api/v1/sso/register',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ ticket, nickname, password, ...deviceField }),
  example: { ticket: 'x'.repeat(43), nickname: 'Mei', password: 'quiet-lapis-77' },
  output: sessionOpened,
  errors: ['ticket-expired', 'password-common'],
  opensSession: true,
  namesDevice: true,
});

/** Log in by e-mail or phone number and password. */
export const logInByEmail = defineCall({
  name: 'logInByEmail',
  method: 'POST',
  uri: '/api/v1/sso/emailLogin',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ loginName, password, ...captchaField, ...deviceField }),
  example: { loginName: 'mei@example.com', password: 'quiet-lapis-77' },
  output: sessionOpened,
  errors: ['wrong-credentials', 'needs-second-step', 'captcha-required', 'rate-limited'],
  opensSession: true,
  namesDevice: true,
  captcha: true,
});

/** Sends a code by SMS, for logging in or registering. The answer never tells whether the number has an account. */
export const sendSmsCode = defineCall({
  name: 'sendSmsCode',
  method: 'POST',
  uri: '/api/basic/sendSmsCode',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({
    phone,
    purpose: z.enum(['login', 'register']),
    invitationCode: z.optional(invitationCode),
    ...captchaField,
  }),
  example: { phone: '13912345678', purpose: 'login' },
  output: codeSent,
  errors: ['invitation-invalid', 'resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

export const logInBySms = defineCall({
  name: 'logInBySms',
  method: 'POST',
  uri: '/api/auth/loginSms',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ phone, code: sixDigits, ...deviceField }),
  example: { phone: '13912345678', code: '123456' },
  output: sessionOpened,
  errors: ['wrong-code', 'needs-second-step', 'rate-limited'],
  opensSession: true,
  namesDevice: true,
});

/**
 * Whoever has bound an authenticator is refused by `logInByEmail` and `logInBySms` with `needs-second-step`, and spends the
 * ticket of that refusal here within five minutes.
 */
export const confirmLogin = defineCall({
  name: 'confirmLogin',
  method: 'POST',
  uri: '/api/v1/sso/secondStep',
  origin: 'extension',
  access: 'public',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ ticket, code: secondFactor, ...deviceField }),
  example: { ticket: 'x'.repeat(43), code: '123456' },
  output: sessionOpened,
  errors: ['ticket-expired', 'wrong-authenticator-code', 'authenticator-code-used', 'authenticator-locked'],
  opensSession: true,
  namesDevice: true,
});

/**
 * A proof of work instead of a picture: nobody has to read anything, and the worker solves it in the background.
 * Find a decimal `nonce` so that sha256(`salt:nonce`) starts with `difficultyBits` zero bits.
 */
const captchaChallenge = z.object({
  id,
  salt: z.string().check(z.minLength(16), z.maxLength(64)),
  difficultyBits: z.int().check(z.gte(1), z.lte(30)),
  expiresAt: timeMs,
});

export const authCaptcha = defineCall({
  name: 'authCaptcha',
  method: 'GET',
  uri: '/api/auth/captcha',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  input: nothing,
  output: captchaChallenge,
});

export const basicCaptcha = defineCall({
  name: 'basicCaptcha',
  method: 'GET',
  uri: '/api/basic/captcha',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  input: nothing,
  output: captchaChallenge,
});

/** Proposes a nickname for registration, in the caller's language. */
export const randomNickname = defineCall({
  name: 'randomNickname',
  method: 'GET',
  uri: '/api/basic/randNickname',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  input: nothing,
  output: z.object({ nickname }),
});

/** Ends this session on the server. The worker wipes its data first and does not wait for the answer. */
export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  uri: '/api/v1/sso/logout',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['sessions'],
  input: nothing,
  output: noAnswer,
});
