/** Logging in by password or SMS code (rules.md §3). */
import type { ParsedInputOf } from '../../../contract/call';
import * as z from 'zod/mini';
import type { emailLogin, loginSecondStep, loginSms } from '../../../contract/calls/session';
import { withTransaction, type Tx } from '../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../call-context';
import { demandCaptcha, takeCaptcha } from './captcha';
import { clearFailures, countFailure, failuresOf, lockFailures } from './failure-repo';
import { assertSecondFactor } from './authenticator';
import { accountKey, addressKey, sameHash, tokenHash } from './secrets';
import { openSession, type SessionOpened } from './sessions';
import { decideLogin, type LoginDecision } from './throttle';
import { issueTicket, readTicket, redeemTicket } from './tickets';
import { mainAccountId, userById, userByLoginName, type UserRow } from './user-repo';
import { countGuess, refuseGuesser, takeCode, wrongCode } from './verification';

interface LoginTry {
  accountKey: string;
  addressKey: string;
  /** Difficulty of the captcha that was solved for this try, null without one. */
  solvedBits: number | null;
}

/** What a right password or code leads to: a session, or the ticket for the second step. */
type Entered = { opened: SessionOpened } | { ticket: string };
type LoginOutcome = Entered | { refused: LoginDecision & { allowed: false } } | { wrong: true };

async function refuse(context: CallContext, decision: LoginDecision & { allowed: false }): Promise<never> {
  if (decision.because === 'rate-limited') {
    throw new Refusal('rate-limited', { data: { retryAfterMs: decision.retryAfterMs } });
  }
  await demandCaptcha(context, decision.difficultyBits);
  throw new Refusal('captcha-required');
}

/** Names the password that a ticket was issued for: a new one makes it void. */
function passwordMark({ loginPasswordHash }: UserRow): string {
  return tokenHash(loginPasswordHash ?? '');
}

/** Whoever has bound an authenticator gets a ticket that its code spends; everybody else is in. */
async function enter(tx: Tx, context: CallContext, user: UserRow): Promise<Entered> {
  if (user.authenticatorBoundAt !== null) {
    const payload = { userId: user.id, passwordMark: passwordMark(user) };
    return { ticket: await issueTicket(tx, context, 'second-step', payload) };
  }
  const accountId = await mainAccountId(tx, user.id);
  return { opened: await openSession(tx, context, { userId: user.id, accountId }) };
}

/** @throws Refusal needs-second-step, with the `ticket` for it */
function sessionOf(entered: Entered): SessionOpened {
  if ('opened' in entered) return entered.opened;
  throw new Refusal('needs-second-step', { data: { ticket: entered.ticket } });
}

/** Whether the password is right. Takes as long for an account that does not exist or has no password. */
async function isRightPassword({ passwords }: Deps, user: UserRow | null, password: string): Promise<boolean> {
  if (user?.loginPasswordHash) return passwords.verify(user.loginPasswordHash, password);
  await passwords.dummyVerify(password);
  return false;
}

/**
 * The try's end, one after the other per account and address: of many at once none gets past the limits, whether its
 * password was right or wrong.
 */
async function settle(tx: Tx, context: CallContext, attempt: LoginTry, user: UserRow | null): Promise<LoginOutcome> {
  const { now } = context;
  const account = await lockFailures(tx, 'account', attempt.accountKey, now);
  const address = await lockFailures(tx, 'address', attempt.addressKey, now);
  const decision = decideLogin(account, address, attempt.solvedBits, now);
  if (!decision.allowed) return { refused: decision };
  if (!user) {
    await countFailure(tx, 'account', attempt.accountKey, now);
    await countFailure(tx, 'address', attempt.addressKey, now);
    return { wrong: true };
  }
  await clearFailures(tx, 'account', attempt.accountKey);
  return enter(tx, context, user);
}

/** @throws Refusal wrong-credentials, needs-second-step, captcha-required, rate-limited (with `retryAfterMs`) */
export async function loginByPassword(
  context: CallContext,
  { loginName, password, captcha }: ParsedInputOf<typeof emailLogin>,
): Promise<SessionOpened> {
  const { deps, now } = context;
  const { db } = deps.db;
  const attempt: LoginTry = {
    accountKey: accountKey(deps.secret, loginName),
    addressKey: addressKey(deps.secret, context.address),
    solvedBits: await takeCaptcha(db, captcha, now),
  };
  const account = await failuresOf(db, 'account', attempt.accountKey);
  const address = await failuresOf(db, 'address', attempt.addressKey);
  const decision = decideLogin(account, address, attempt.solvedBits, now);
  if (!decision.allowed) return refuse(context, decision);
  const user = await userByLoginName(db, loginName);
  const isRight = await isRightPassword(deps, user, password);
  const outcome = await withTransaction(deps.db, (tx) => settle(tx, context, attempt, isRight ? user : null));
  if ('refused' in outcome) return refuse(context, outcome.refused);
  if ('wrong' in outcome) throw new Refusal('wrong-credentials');
  return sessionOf(outcome);
}

/** @throws Refusal wrong-code, needs-second-step, rate-limited */
export async function loginByCode(
  context: CallContext,
  { phone, code }: ParsedInputOf<typeof loginSms>,
): Promise<SessionOpened> {
  await refuseGuesser(context);
  const outcome = await withTransaction(context.deps.db, async (tx) => {
    const verdict = await takeCode(tx, context, { purpose: 'login', loginName: phone, code });
    if (!verdict.isRight) return verdict;
    const user = await userByLoginName(tx, phone);
    if (!user) return { isRight: false as const, triesLeft: null };
    return { isRight: true as const, entered: await enter(tx, context, user) };
  });
  if (outcome.isRight) return sessionOf(outcome.entered);
  await countGuess(context);
  throw wrongCode(outcome);
}

const ticketPayload = z.strictObject({ userId: z.string(), passwordMark: z.string() });

/**
 * The second step of logging in: a code of the authenticator, or a recovery code, which is used up.
 * @throws Refusal ticket-expired, wrong-authenticator-code, authenticator-code-used, authenticator-locked
 */
export async function loginBySecondFactor(
  context: CallContext,
  { ticket, code }: ParsedInputOf<typeof loginSecondStep>,
): Promise<SessionOpened> {
  const { deps, now } = context;
  const payload = await readTicket(context, 'second-step', ticket, ticketPayload);
  await assertSecondFactor(context, payload.userId, code);
  return withTransaction(deps.db, async (tx) => {
    await redeemTicket(tx, ticket, now);
    const user = await userById(tx, payload.userId);
    if (!user || !sameHash(passwordMark(user), payload.passwordMark)) throw new Refusal('ticket-expired');
    const accountId = await mainAccountId(tx, user.id);
    return openSession(tx, context, { userId: user.id, accountId });
  });
}
