/** Logging in by password or SMS code (rules.md §3). */
import type { ParsedInputOf } from '../../../contract/call';
import type { emailLogin, loginSms } from '../../../contract/calls/session';
import { withTransaction, type Tx } from '../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../call-context';
import { demandCaptcha, takeCaptcha } from './captcha';
import { clearFailures, countFailure, failuresOf, lockFailures } from './failure-repo';
import { accountKey, addressKey } from './secrets';
import { openSession, type SessionOpened } from './sessions';
import { decideLogin, type LoginDecision } from './throttle';
import { mainAccountId, userByLoginName, type UserRow } from './user-repo';
import { countGuess, refuseGuesser, takeCode, wrongCode } from './verification';

interface LoginTry {
  accountKey: string;
  addressKey: string;
  /** Difficulty of the captcha that was solved for this try, null without one. */
  solvedBits: number | null;
}

type LoginOutcome = { opened: SessionOpened } | { refused: LoginDecision & { allowed: false } } | { wrong: true };

async function refuse(context: CallContext, decision: LoginDecision & { allowed: false }): Promise<never> {
  if (decision.because === 'rate-limited') {
    throw new Refusal('rate-limited', { data: { retryAfterMs: decision.retryAfterMs } });
  }
  await demandCaptcha(context, decision.difficultyBits);
  throw new Refusal('captcha-required');
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
  const accountId = await mainAccountId(tx, user.id);
  return { opened: await openSession(tx, context, { userId: user.id, accountId }) };
}

/** @throws Refusal wrong-credentials, captcha-required, rate-limited (with `retryAfterMs`) */
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
  if ('opened' in outcome) return outcome.opened;
  if ('refused' in outcome) return refuse(context, outcome.refused);
  throw new Refusal('wrong-credentials');
}

/** @throws Refusal wrong-code, rate-limited */
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
    const accountId = await mainAccountId(tx, user.id);
    return { isRight: true as const, opened: await openSession(tx, context, { userId: user.id, accountId }) };
  });
  if (outcome.isRight) return outcome.opened;
  await countGuess(context);
  throw wrongCode(outcome);
}
