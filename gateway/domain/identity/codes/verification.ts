/**
 * Verification codes: sending one, and entering it (docs/rules.md §3). An account that does not exist is treated in every step
 * as one that does: the same rows, the same work, the same answers.
 */
import type { AnswerOf } from '../../../../contract/call';
import type { sendRegisterCode } from '../../../../contract/calls/session';
import { CODE_LENGTH } from '../../../../contract/calls/session';
import { consume } from '../../../adapters/rate-limit';
import type { CodePurpose } from '../../../db/schema/identity';
import { withTransaction, type Tx } from '../../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../../call-context';
import { orTakeBack, spend, type BudgetKind } from '../messages/budgets';
import { demandCaptcha, takeCaptcha, type CaptchaSolution } from '../guessing/captcha';
import { codeOf, lockCode, markCode, replaceCode, type CodeRow } from './code-repo';
import { CAPTCHA, CODE, CODE_THROTTLE, GUESS_THROTTLE, SEND_THROTTLE } from '../figures';
import { issueFreezeLink } from '../messages/freeze-links';
import type { CodeMessage } from '../messages/mail-texts/text';
import { deliverSoon, queueMessage, type Message } from '../messages/messages';
import { accountKey, addressKey, codeHash, sameHash, unmatchableCodeHash } from '../secrets/secrets';
import { resendDelayMs } from '../guessing/throttle';
import { userByInvitationCode, userByLoginName, type UserRow } from '../users/user-repo';

/** The purposes of codes that `sendCode` sends; a withdrawal's code names the withdrawal (domain/withdrawals/codes.ts). */
type SentPurpose = Exclude<CodePurpose, 'withdraw'>;

export interface CodeRequest {
  purpose: SentPurpose;
  /** E-mail address or mobile number. */
  loginName: string;
  /** Checked for `register`. */
  invitationCode?: string;
  captcha?: CaptchaSolution;
}

const CODE_MESSAGE: Record<SentPurpose, CodeMessage> = {
  register: 'registerCode',
  login: 'loginCode',
  forget: 'forgetCode',
  'login-password': 'loginPasswordCode',
  'trade-password': 'tradePasswordCode',
  thaw: 'thawCode',
};

const BUDGET: Record<SentPurpose, BudgetKind> = {
  register: 'asked',
  login: 'asked',
  forget: 'asked',
  'login-password': 'own',
  'trade-password': 'own',
  thaw: 'own',
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

/** True once so much was sent to this account, or for this address, that a captcha is needed. Counts this time. */
async function needsCaptcha({ deps, address }: CallContext, { purpose, loginName }: CodeRequest): Promise<boolean> {
  const { windowMs, accountFree, addressFree } = SEND_THROTTLE;
  const account = `send:${purpose}:${accountKey(deps.secret, loginName)}`;
  const byAccount = await consume(deps, account, { windowMs, points: accountFree });
  const from = `send:${addressKey(deps.secret, address)}`;
  const byAddress = await consume(deps, from, { windowMs, points: addressFree });
  return !byAccount.isAllowed || !byAddress.isAllowed;
}

/** Chooses the message by whether the account exists: somebody who has one gets no code to register again. */
function messageFor(purpose: SentPurpose, isKnown: boolean, code: string): Message {
  if (purpose === 'register' && isKnown) return { kind: 'alreadyRegistered' };
  return { kind: CODE_MESSAGE[purpose], code };
}

/** Wrong tries that the next code inherits. */
function inheritedWrongTries(before: CodeRow | null, now: number): number {
  return !before || now - before.sentAt >= CODE_THROTTLE.forgetAfterMs ? 0 : before.wrongTries;
}

/** A reset, a change of the log-in password and a freeze raise the epoch: codes of before grant nothing from then on. */
function boundTo(user: Pick<UserRow, 'sessionEpoch'> | null, about: readonly string[] = []): string[] {
  return [`epoch ${user?.sessionEpoch ?? 0}`, ...about];
}

export interface NewCode {
  purpose: CodePurpose;
  loginName: string;
  /** The code's owner, null where there is none: it counts only as long as their sessions do ([Note: Session epochs]). */
  user: Pick<UserRow, 'sessionEpoch'> | null;
  /** Texts that the code is bound to beside its purpose: it counts for nothing else. */
  about?: readonly string[];
  /** False for a code that nobody can enter. */
  fits: boolean;
}

/** Puts a new code in the place of the former one. @throws Refusal resend-too-soon, with `retryAfterMs` */
export async function issueCode(
  tx: Tx,
  { deps, now }: Pick<CallContext, 'deps' | 'now'>,
  { purpose, loginName, user, about, fits }: NewCode,
): Promise<AnswerOf<typeof sendRegisterCode> & { code: string }> {
  const key = accountKey(deps.secret, loginName);
  const before = await lockCode(tx, purpose, key);
  const wrongTries = inheritedWrongTries(before, now);
  const times = { sentAt: now, resendAt: now + resendDelayMs(wrongTries), expiresAt: now + CODE.ttlMs };
  const code = deps.ids.digits(CODE_LENGTH);
  const fitting = codeHash(deps.secret, purpose, key, code, boundTo(user, about));
  const hash = fits ? fitting : unmatchableCodeHash();
  const row = { purpose, accountKey: key, codeHash: hash, ...times, triesLeft: CODE.tries, wrongTries };
  if (!(await replaceCode(tx, row))) {
    const resendAt = before?.resendAt ?? times.resendAt;
    throw new Refusal('resend-too-soon', { data: { retryAfterMs: Math.max(1, resendAt - now) } });
  }
  return { code, resendAt: times.resendAt, expiresAt: times.expiresAt };
}

async function sendWithin(
  tx: Tx,
  context: CallContext,
  { purpose, loginName }: CodeRequest,
): Promise<AnswerOf<typeof sendRegisterCode>> {
  const { deps, now, lang } = context;
  const user = await userByLoginName(tx, loginName);
  const isKnown = user !== null;
  const fits = purpose === 'register' ? !isKnown : isKnown;
  const { code, ...times } = await issueCode(tx, context, { purpose, loginName, user, fits });
  const message = messageFor(purpose, isKnown, code);
  const isSilent = purpose !== 'register' && !isKnown;
  // Whoever asked reads the code; a message that tells the owner something is in the owner's language.
  const inLang = 'code' in message ? lang : (user?.lang ?? lang);
  // A code that only somebody with a session asks for is security mail: the owner may not have been the one.
  const freezeToken = user && BUDGET[purpose] === 'own' ? await issueFreezeLink(tx, user.id, now) : undefined;
  await queueMessage(tx, deps, { to: loginName, lang: inLang, message, isSilent, freezeToken }, now);
  return times;
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
  // The captcha is taken in the same transaction: a refusal gives it back.
  const send = () =>
    withTransaction(deps.db, async (tx) => {
      if (isCaptchaNeeded && (await takeCaptcha(tx, request.captcha, now)) === null)
        throw new Refusal('captcha-required');
      return sendWithin(tx, context, request);
    });
  const { purpose, loginName: to } = request;
  const spent = await spend(deps, { budget: BUDGET[purpose], to, address: context.address });
  if (!spent.isAllowed) {
    if (isCaptchaNeeded && (await takeCaptcha(deps.db.db, request.captcha, now)) === null)
      throw new Refusal('captcha-required');
    return sentBefore(context, request, spent);
  }
  const answer = await orTakeBack(deps, spent.counted, send);
  deliverSoon(deps);
  return answer;
}

/**
 * A budget is used up. When it is the recipient's, and its newest code can still be entered, that one counts as sent: whoever
 * reads it gets in, whoever asked for it. @throws Refusal rate-limited
 */
async function sentBefore(
  { deps, now }: CallContext,
  { purpose, loginName }: CodeRequest,
  { kind, retryAfterMs }: { kind: string; retryAfterMs: number },
): Promise<AnswerOf<typeof sendRegisterCode>> {
  const key = accountKey(deps.secret, loginName);
  const row = kind === 'recipient' ? await codeOf(deps.db.db, purpose, key) : null;
  if (!row || row.usedAt !== null || row.triesLeft === 0 || row.expiresAt <= now)
    throw new Refusal('rate-limited', { data: { retryAfterMs } });
  return { resendAt: Math.max(row.resendAt, now + retryAfterMs), expiresAt: row.expiresAt };
}

export type CodeVerdict = { isRight: true } | { isRight: false; triesLeft: number | null };

export interface CodeEntry {
  purpose: CodePurpose;
  loginName: string;
  code: string;
  /** The code's owner as they are now, null where there is none. */
  user: Pick<UserRow, 'sessionEpoch'> | null;
  /** The same texts that the code was issued with. */
  about?: readonly string[];
  /** The device has tries of its own, and this one is counted (`admitDevice`). */
  isOwnDevice?: boolean;
}

/**
 * Looks at an entered code: a wrong one costs a try, a right one can still be taken. Commit the transaction also when it is
 * wrong, so that the try counts. `triesLeft` is null when there is no code that could be entered, and for an own device, which
 * the tries of others do not concern: whoever burns them keeps nobody out.
 */
export async function tryCode(
  tx: Tx,
  { deps, now }: Pick<CallContext, 'deps' | 'now'>,
  { purpose, loginName, code, user, about, isOwnDevice = false }: CodeEntry,
): Promise<CodeVerdict> {
  const key = accountKey(deps.secret, loginName);
  const hash = codeHash(deps.secret, purpose, key, code, boundTo(user, about));
  const row = await lockCode(tx, purpose, key);
  if (!row || row.usedAt !== null || row.expiresAt <= now || (row.triesLeft === 0 && !isOwnDevice))
    return { isRight: false, triesLeft: null };
  if (sameHash(row.codeHash, hash)) return { isRight: true };
  if (isOwnDevice) return { isRight: false, triesLeft: null };
  const triesLeft = row.triesLeft - 1;
  await markCode(tx, purpose, key, { triesLeft, wrongTries: row.wrongTries + 1 });
  return { isRight: false, triesLeft };
}

/** Does what `tryCode` does, and uses up a right code. */
export async function takeCode(
  tx: Tx,
  context: Pick<CallContext, 'deps' | 'now'>,
  entry: CodeEntry,
): Promise<CodeVerdict> {
  const verdict = await tryCode(tx, context, entry);
  if (verdict.isRight) {
    const key = accountKey(context.deps.secret, entry.loginName);
    await markCode(tx, entry.purpose, key, { usedAt: context.now, wrongTries: 0 });
  }
  return verdict;
}

/** The refusal for a wrong code. */
export function wrongCode({ triesLeft }: { triesLeft: number | null }): Refusal {
  return new Refusal('wrong-code', triesLeft === null ? {} : { data: { triesLeft } });
}
