/** Logging in by password or SMS code (docs/rules.md §3). */
import type { ParsedInputOf } from '../../../../contract/call';
import * as z from 'zod/mini';
import type { logInByEmail, confirmLogin, logInBySms } from '../../../../contract/calls/session';
import { withTransaction, type Tx } from '../../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import { admit, admitDevice, takeBack, tellOwner, type AdmittedTry } from './admission';
import { demandCaptcha } from '../guessing/captcha';
import { assertSecondFactor } from '../authenticator/authenticator';
import { openSession, type OpenedSession } from '../sessions/sessions';
import { verifyPassword } from '../passwords/stored-passwords';
import type { LoginDecision } from '../guessing/throttle';
import { isStillOf, issueTicket, passwordMark, readTicket, redeemTicket } from '../codes/tickets';
import { mainAccountId, userById, userByLoginName, type UserRow } from '../users/user-repo';
import { countGuess, refuseGuesser, takeCode, wrongCode } from '../codes/verification';

/** The result of a right password or code: a session, or the ticket for the second step. */
type LoginOutcome = { opened: OpenedSession } | { ticket: string };

async function refuse(context: CallContext, decision: LoginDecision & { allowed: false }): Promise<never> {
  if (decision.because === 'rate-limited') {
    throw new Refusal('rate-limited', { data: { retryAfterMs: decision.retryAfterMs } });
  }
  await demandCaptcha(context, decision.difficultyBits);
  throw new Refusal('captcha-required');
}

/** Gives a user with an authenticator a ticket that its code spends; everybody else gets a session. */
async function enter(
  tx: Tx,
  context: CallContext,
  user: UserRow,
  deviceToken: string | undefined,
): Promise<LoginOutcome> {
  if (user.authenticatorBoundAt !== null) {
    const payload = { userId: user.id, passwordMark: passwordMark(user) };
    return { ticket: await issueTicket(tx, context, 'second-step', payload) };
  }
  return { opened: await openMain(tx, context, user, deviceToken) };
}

/** @param user as read when the password or code was found right ([Note: Session epochs]) */
async function openMain(
  tx: Tx,
  context: CallContext,
  { id: userId, sessionEpoch: epoch }: UserRow,
  deviceToken: string | undefined,
): Promise<OpenedSession> {
  const accountId = await mainAccountId(tx, userId);
  return openSession(tx, context, { userId, accountId, epoch, deviceToken });
}

/** @throws Refusal needs-second-step, with the `ticket` for it */
function sessionOf(entered: LoginOutcome): OpenedSession {
  if ('opened' in entered) return entered.opened;
  throw new Refusal('needs-second-step', { data: { ticket: entered.ticket } });
}

/** The user when the password is right, else null. Takes as long for an account that does not exist or has no password. */
async function ownerOf(
  deps: Deps,
  user: UserRow | null,
  password: string,
  { by }: AdmittedTry,
): Promise<UserRow | null> {
  const lane = by === 'device' ? 'own' : 'stranger';
  if (!user?.loginPasswordHash) {
    await deps.passwords.dummyVerify(password, lane);
    return null;
  }
  const own = { userId: user.id, column: 'loginPasswordHash', stored: user.loginPasswordHash } as const;
  const loginPasswordHash = await verifyPassword(deps, own, password, lane);
  return loginPasswordHash === null ? null : { ...user, loginPasswordHash };
}

/**
 * @throws Refusal wrong-credentials, needs-second-step, captcha-required, rate-limited (with `retryAfterMs`): the account's hour
 * is used up by devices that are not known, or the next try waits. A known device gets in all the same, and any other by the
 * code that is mailed for a forgotten password.
 */
export async function loginByPassword(
  context: CallContext,
  { loginName, password, captcha, deviceToken }: ParsedInputOf<typeof logInByEmail>,
): Promise<OpenedSession> {
  const { deps } = context;
  const named = await userByLoginName(deps.db.db, loginName);
  const admission = await admit(context, { loginName, captcha, deviceToken }, named);
  if ('refused' in admission) return refuse(context, admission.refused);
  const { admitted } = admission;
  const user = await ownerOf(deps, named, password, admitted);
  if (!user) {
    await tellOwner(context, admitted, { user: named, loginName });
    throw new Refusal('wrong-credentials');
  }
  const entered = await withTransaction(deps.db, async (tx) => {
    await takeBack(tx, admitted);
    return enter(tx, context, user, deviceToken);
  });
  return sessionOf(entered);
}

/** @throws Refusal wrong-code, needs-second-step, rate-limited */
export async function loginByCode(
  context: CallContext,
  { phone, code, deviceToken }: ParsedInputOf<typeof logInBySms>,
): Promise<OpenedSession> {
  await refuseGuesser(context);
  const outcome = await withTransaction(context.deps.db, async (tx) => {
    const user = await userByLoginName(tx, phone);
    const isOwnDevice = await admitDevice(tx, context, { user, deviceToken }, await loadSettings(tx));
    const verdict = await takeCode(tx, context, { purpose: 'login', loginName: phone, code, user, isOwnDevice });
    if (!verdict.isRight) return verdict;
    if (!user) return { isRight: false as const, triesLeft: null };
    return { isRight: true as const, entered: await enter(tx, context, user, deviceToken) };
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
  { ticket, code, deviceToken }: ParsedInputOf<typeof confirmLogin>,
): Promise<OpenedSession> {
  const { deps, now } = context;
  const payload = await readTicket(context, 'second-step', ticket, ticketPayload);
  await assertSecondFactor(context, payload.userId, code);
  return withTransaction(deps.db, async (tx) => {
    await redeemTicket(tx, ticket, now);
    const user = await userById(tx, payload.userId);
    if (!user || !isStillOf(user, payload)) throw new Refusal('ticket-expired');
    return openMain(tx, context, user, deviceToken);
  });
}
