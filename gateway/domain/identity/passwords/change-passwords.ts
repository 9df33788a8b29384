/**
 * Setting the first trade password, changing it and the log-in password: by what the owner knows, and a code that is sent to the
 * owner (docs/rules.md §2, §3).
 */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type {
  bindTradePassword,
  sendUpdateLoginPasswordCode,
  updateLoginPassword,
  updateTradePassword,
} from '../../../../contract/calls/profile';
import type { CodePurpose } from '../../../db/schema/identity';
import { withTransaction, type Tx } from '../../../db/transaction';
import { Refusal, type UserContext } from '../../call-context';
import { announceCall } from '../../live/announce';
import { runWriteCall } from '../../write-call';
import type { CaptchaSolution } from '../guessing/captcha';
import { clearAccountFailures } from '../guessing/login-failures-repo';
import { deliverSoon } from '../messages/messages';
import { accountKeysOf, addressesOf, codeAddress, notifyOwner } from '../messages/owner';
import { isCommonPassword, isCommonTradePassword } from './password-policy';
import { revokeOtherSessions } from '../sessions/session-repo';
import { hashPassword, verifyPassword } from './stored-passwords';
import { assertTradePassword } from './trade-password';
import { trySecret } from '../guessing/secret-tries';
import { setFirstTradePassword, setLoginPassword, setTradePassword, userById, type UserRow } from '../users/user-repo';
import { countGuess, refuseGuesser, sendCode, takeCode, wrongCode } from '../codes/verification';

type ChangeCode = Extract<CodePurpose, 'login-password' | 'trade-password' | 'thaw'>;

/** The logged-in user. @throws Refusal unauthorized when the user is gone */
export async function currentUser({ deps, session }: UserContext): Promise<UserRow> {
  const user = await userById(deps.db.db, session.userId);
  if (!user) throw new Refusal('unauthorized');
  return user;
}

/** @throws Refusal resend-too-soon, captcha-required, rate-limited */
export async function sendChangeCode(
  context: UserContext,
  purpose: ChangeCode,
  captcha: CaptchaSolution | undefined,
): Promise<AnswerOf<typeof sendUpdateLoginPasswordCode>> {
  const loginName = codeAddress(await currentUser(context));
  return sendCode(context, { purpose, loginName, ...(captcha && { captcha }) });
}

/**
 * Uses the code up together with `change`, and tells the owner's other devices. A wrong one costs a try, and nothing changes.
 * @throws Refusal wrong-code
 */
export async function withCode(
  context: UserContext,
  { purpose, user, code }: { purpose: ChangeCode; user: UserRow; code: string },
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  const verdict = await withTransaction(context.deps.db, async (tx) => {
    const entry = { purpose, loginName: codeAddress(user), code, user: await userById(tx, user.id) };
    const found = await takeCode(tx, context, entry);
    if (found.isRight) {
      await change(tx);
      await announceCall(tx, context.call, user.id, context.now);
    }
    return found;
  });
  if (!verdict.isRight) {
    await countGuess(context);
    throw wrongCode(verdict);
  }
  deliverSoon(context.deps);
}

/** Resolves when `password` is the user's log-in password. @throws Refusal wrong-password, password-locked */
export async function assertLoginPassword(context: UserContext, user: UserRow, password: string): Promise<void> {
  const { id: userId, loginPasswordHash: stored } = user;
  await trySecret(context, userId, 'login-password', async () => {
    if (stored === null) return false;
    return (await verifyPassword(context.deps, { userId, column: 'loginPasswordHash', stored }, password)) !== null;
  });
}

/** Ends every other session, forgets the other devices and tells the owner. @throws Refusal of `updateLoginPassword` */
export async function changeLoginPassword(
  context: UserContext,
  { oldPassword, password, code }: ParsedInputOf<typeof updateLoginPassword>,
): Promise<void> {
  const { deps, now, session } = context;
  await refuseGuesser(context);
  const user = await currentUser(context);
  await assertLoginPassword(context, user, oldPassword);
  if (password === oldPassword) throw new Refusal('password-unchanged');
  if (isCommonPassword(password, addressesOf(user))) throw new Refusal('password-common');
  const hash = await hashPassword(deps, password);
  await withCode(context, { purpose: 'login-password', user, code }, async (tx) => {
    await setLoginPassword(tx, user.id, hash, now);
    await revokeOtherSessions(tx, { userId: user.id, keptId: session.sessionId, now });
    await clearAccountFailures(tx, accountKeysOf(deps, user));
    await notifyOwner(tx, context, user, 'passwordChanged');
  });
}

/**
 * Sets the first trade password, for whoever knows the log-in password or reads the owner's mail: a session alone, as of a phone
 * that was left lying, must not be able to choose what confirms payments. @throws Refusal of `bindTradePassword`
 */
export async function setOwnFirstTradePassword(
  context: UserContext,
  { tradePassword, password, code }: ParsedInputOf<typeof bindTradePassword>,
): Promise<void> {
  const { deps, now } = context;
  if (code !== undefined) await refuseGuesser(context);
  const user = await currentUser(context);
  if (user.tradePasswordHash !== null) throw new Refusal('trade-password-already-set');
  if (isCommonTradePassword(tradePassword)) throw new Refusal('password-common');
  if (password !== undefined) await assertLoginPassword(context, user, password);
  const hash = await hashPassword(deps, tradePassword);
  const set = async (tx: Tx): Promise<void> => {
    if (!(await setFirstTradePassword(tx, user.id, hash, now))) throw new Refusal('trade-password-already-set');
    await notifyOwner(tx, context, user, 'tradePasswordSet');
  };
  if (code !== undefined) return withCode(context, { purpose: 'trade-password', user, code }, set);
  await runWriteCall(context, set);
  deliverSoon(deps);
}

/** @throws Refusal of `updateTradePassword` */
export async function changeTradePassword(
  context: UserContext,
  { oldTradePassword, tradePassword, code }: ParsedInputOf<typeof updateTradePassword>,
): Promise<void> {
  const { deps, now } = context;
  await refuseGuesser(context);
  const user = await currentUser(context);
  await assertTradePassword(context, oldTradePassword);
  if (tradePassword === oldTradePassword) throw new Refusal('password-unchanged');
  if (isCommonTradePassword(tradePassword)) throw new Refusal('password-common');
  const hash = await hashPassword(deps, tradePassword);
  await withCode(context, { purpose: 'trade-password', user, code }, async (tx) => {
    await setTradePassword(tx, user.id, hash, now);
    await notifyOwner(tx, context, user, 'tradePasswordChanged');
  });
}
