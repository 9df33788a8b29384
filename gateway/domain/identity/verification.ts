/**
 * Verification codes: sending one, and entering it (rules.md §3). An account that does not exist is treated in every step
 * as one that does: the same rows, the same work, the same answers.
 */
import type { AnswerOf } from '../../../contract/call';
import type { sendRegisterCode } from '../../../contract/calls/session';
import { CODE_LENGTH } from '../../../contract/calls/session';
import { consume } from '../../adapters/rate-limit';
import type { CodePurpose } from '../../db/schema/identity';
import { withTransaction, type Tx } from '../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../call-context';
import { demandCaptcha, takeCaptcha, type CaptchaSolution } from './captcha';
import { lockCode, markCode, replaceCode, type CodeRow } from './code-repo';
import { CAPTCHA, CODE, CODE_THROTTLE, GUESS_THROTTLE, SEND_THROTTLE } from './figures';
import type { CodeMessage } from './mail-texts/text';
import { deliverSoon, queueMessage, type Message } from './messages';
import { accountKey, addressKey, codeHash, sameHash, unmatchableCodeHash } from './secrets';
import { resendDelayMs } from './throttle';
import { userByInvitationCode, userByLoginName } from './user-repo';

export interface CodeRequest {
  purpose: CodePurpose;
  /** E-mail address or mobile number. */
  loginName: string;
  /** Checked for `register`. */
  invitationCode?: string;
  captcha?: CaptchaSolution;
}

const CODE_MESSAGE: Record<CodePurpose, CodeMessage> = {
  register: 'registerCode',
  login: 'loginCode',
  forget: 'forgetCode',
  'login-password': 'loginPasswordCode',
  'trade-password': 'tradePasswordCode',
};

/** Refuses an address that entered too many wrong codes or invitation codes. @throws Refusal rate-limited */
export async function refuseGuesser({ deps, address }: CallContext): Promise<void> {
  await guessed(deps, address, 0);
}

/** Counts a wrong code or invitation code against the address. */
export async function countGuess({ deps, address }: CallContext): Promise<void> {
  await guessed(deps, address, 1);
}

async function guessed(deps: Deps, address: string, cost: 0 | 1): Promise<void> {
  const limit = { points: GUESS_THROTTLE.maxPerAddress, windowMs: GUESS_THROTTLE.windowMs };
  const { used, retryAfterMs } = await consume(deps, `guess:${addressKey(deps.secret, address)}`, limit, cost);
  if (used - cost >= limit.points) throw new Refusal('rate-limited', { data: { retryAfterMs } });
}

/** The inviter of an invitation code. @throws Refusal invitation-invalid, counted as a guess; rate-limited */
export async function inviterOf(context: CallContext, invitationCode: string | undefined): Promise<string> {
  await refuseGuesser(context);
  const inviter = invitationCode === undefined ? null : await userByInvitationCode(context.deps.db.db, invitationCode);
  if (inviter) return inviter.id;
  await countGuess(context);
  throw new Refusal('invitation-invalid');
}

/** Whether so much was sent to this account, or for this address, that a captcha is needed. Counts this time. */
async function needsCaptcha({ deps, address }: CallContext, { purpose, loginName }: CodeRequest): Promise<boolean> {
  const { windowMs, accountFree, addressFree } = SEND_THROTTLE;
  const account = `send:${purpose}:${accountKey(deps.secret, loginName)}`;
  const byAccount = await consume(deps, account, { windowMs, points: accountFree });
  const from = `send:${addressKey(deps.secret, address)}`;
  const byAddress = await consume(deps, from, { windowMs, points: addressFree });
  return !byAccount.isAllowed || !byAddress.isAllowed;
}

/** What is sent to whom, decided by whether the account exists; `fits`: whether the code may be entered. */
function messageFor(purpose: CodePurpose, isKnown: boolean, code: string): { message: Message; fits: boolean } {
  if (purpose === 'register' && isKnown) return { message: { kind: 'alreadyRegistered' }, fits: false };
  return { message: { kind: CODE_MESSAGE[purpose], code }, fits: purpose === 'register' || isKnown };
}

/** Wrong tries that the next code inherits. */
function inheritedWrongTries(before: CodeRow | null, now: number): number {
  return !before || now - before.sentAt >= CODE_THROTTLE.forgetAfterMs ? 0 : before.wrongTries;
}

async function sendWithin(
  tx: Tx,
  context: CallContext,
  request: CodeRequest,
): Promise<AnswerOf<typeof sendRegisterCode>> {
  const { deps, now, lang } = context;
  const { purpose, loginName } = request;
  const key = accountKey(deps.secret, loginName);
  const before = await lockCode(tx, purpose, key);
  const wrongTries = inheritedWrongTries(before, now);
  const times = { sentAt: now, resendAt: now + resendDelayMs(wrongTries), expiresAt: now + CODE.ttlMs };
  const code = deps.ids.digits(CODE_LENGTH);
  const isKnown = (await userByLoginName(tx, loginName)) !== null;
  const { message, fits } = messageFor(purpose, isKnown, code);
  const fitting = codeHash(deps.secret, purpose, key, code);
  const hash = fits ? fitting : unmatchableCodeHash();
  const row = { purpose, accountKey: key, codeHash: hash, ...times, triesLeft: CODE.tries, wrongTries };
  if (!(await replaceCode(tx, row))) {
    const resendAt = before?.resendAt ?? times.resendAt;
    throw new Refusal('resend-too-soon', { data: { retryAfterMs: Math.max(1, resendAt - now) } });
  }
  const isSilent = purpose !== 'register' && !isKnown;
  await queueMessage(tx, deps, { to: loginName, lang, message, isSilent }, now);
  return { resendAt: times.resendAt, expiresAt: times.expiresAt };
}

/**
 * Sends a code, or to an address that has an account already the note that it has one. The answer is the same.
 * @throws Refusal invitation-invalid, captcha-required, resend-too-soon (with `retryAfterMs`), rate-limited
 */
export async function sendCode(context: CallContext, request: CodeRequest): Promise<AnswerOf<typeof sendRegisterCode>> {
  const { deps, now } = context;
  if (request.purpose === 'register') await inviterOf(context, request.invitationCode);
  const isCaptchaNeeded = await needsCaptcha(context, request);
  if (isCaptchaNeeded && !request.captcha) {
    await demandCaptcha(context, CAPTCHA.baseBits);
    throw new Refusal('captcha-required');
  }
  // In the same transaction: a refusal gives the captcha back.
  const answer = await withTransaction(deps.db, async (tx) => {
    if (isCaptchaNeeded && (await takeCaptcha(tx, request.captcha, now)) === null)
      throw new Refusal('captcha-required');
    return sendWithin(tx, context, request);
  });
  deliverSoon(deps);
  return answer;
}

export type CodeVerdict = { isRight: true } | { isRight: false; triesLeft: number | null };

/**
 * Looks at an entered code: a right one is used up, a wrong one costs a try. Commit the transaction also when it is wrong,
 * so that the try counts. `triesLeft` is null when there is no code that could be entered.
 */
export async function takeCode(
  tx: Tx,
  { deps, now }: CallContext,
  { purpose, loginName, code }: { purpose: CodePurpose; loginName: string; code: string },
): Promise<CodeVerdict> {
  const key = accountKey(deps.secret, loginName);
  const hash = codeHash(deps.secret, purpose, key, code);
  const row = await lockCode(tx, purpose, key);
  if (!row || row.usedAt !== null || row.expiresAt <= now || row.triesLeft === 0)
    return { isRight: false, triesLeft: null };
  if (sameHash(row.codeHash, hash)) {
    await markCode(tx, purpose, key, { usedAt: now, wrongTries: 0 });
    return { isRight: true };
  }
  const triesLeft = row.triesLeft - 1;
  await markCode(tx, purpose, key, { triesLeft, wrongTries: row.wrongTries + 1 });
  return { isRight: false, triesLeft };
}

/** The refusal for a wrong code. */
export function wrongCode({ triesLeft }: { triesLeft: number | null }): Refusal {
  return new Refusal('wrong-code', triesLeft === null ? {} : { data: { triesLeft } });
}
