/** A forgotten log-in password: code, ticket, new password (docs/rules.md §3). */
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { checkPasswordResetCode, resetLoginPassword } from '../../../../contract/calls/recovery';
import { withTransaction } from '../../../db/transaction';
import { Refusal, type CallContext } from '../../call-context';
import { announceCall } from '../../live/announce';
import { loadSettings } from '../../settings/settings';
import { admitDevice } from './admission';
import { rememberDevice } from '../sessions/device-repo';
import { clearAccountFailures } from '../guessing/login-failures-repo';
import { DEVICE } from '../figures';
import { deliverSoon } from '../messages/messages';
import { accountKeysOf, addressesOf, notifyOwner } from '../messages/owner';
import { isCommonPassword } from '../passwords/password-policy';
import { deviceHash } from '../secrets/secrets';
import { revokeSessionsOf } from '../sessions/session-repo';
import { hashPassword } from '../passwords/stored-passwords';
import { isStillOf, issueTicket, passwordMark, readTicket, redeemTicket } from '../codes/tickets';
import { lockUser, setLoginPassword, userById, userByLoginName } from '../users/user-repo';
import { countGuess, refuseGuesser, takeCode, wrongCode } from '../codes/verification';

const ticketPayload = z.strictObject({ userId: z.string(), passwordMark: z.string() });

/** @throws Refusal wrong-code, rate-limited */
export async function checkForgotten(
  context: CallContext,
  { loginName, code, deviceToken }: ParsedInputOf<typeof checkPasswordResetCode>,
): Promise<AnswerOf<typeof checkPasswordResetCode>> {
  await refuseGuesser(context);
  const outcome = await withTransaction(context.deps.db, async (tx) => {
    const user = await userByLoginName(tx, loginName);
    const isOwnDevice = await admitDevice(tx, context, { user, deviceToken }, await loadSettings(tx));
    const verdict = await takeCode(tx, context, { purpose: 'forget', loginName, code, user, isOwnDevice });
    if (!verdict.isRight) return verdict;
    if (!user) return { isRight: false as const, triesLeft: null };
    const payload = { userId: user.id, passwordMark: passwordMark(user) };
    return { isRight: true as const, ticket: await issueTicket(tx, context, 'forget', payload) };
  });
  if (outcome.isRight) return { ticket: outcome.ticket };
  await countGuess(context);
  throw wrongCode(outcome);
}

/**
 * Sets the new password, ends every session, forgets every device but this one, and tells the owner, at each address on file.
 * Whoever read the mailed code gets in from here, however much strangers have tried: the device is known from now on.
 * @throws Refusal ticket-expired, password-common
 */
export async function setForgottenPassword(
  context: CallContext,
  { ticket, password, deviceToken }: ParsedInputOf<typeof resetLoginPassword>,
): Promise<void> {
  const { deps, now } = context;
  const payload = await readTicket(context, 'forget', ticket, ticketPayload);
  const { userId } = payload;
  const user = await userById(deps.db.db, userId);
  if (!user) throw new Refusal('ticket-expired');
  if (isCommonPassword(password, addressesOf(user))) throw new Refusal('password-common');
  const hash = await hashPassword(deps, password);
  await withTransaction(deps.db, async (tx) => {
    await redeemTicket(tx, ticket, now);
    // Of two tickets at once the later one waits here, and sees what the earlier one did.
    const found = await lockUser(tx, userId);
    if (!found || !isStillOf(found, payload)) throw new Refusal('ticket-expired');
    await setLoginPassword(tx, userId, hash, now);
    const epoch = await revokeSessionsOf(tx, userId, now);
    await clearAccountFailures(tx, accountKeysOf(deps, user));
    if (deviceToken !== undefined) {
      const tokenHash = deviceHash(deps.secret, userId, deviceToken);
      await rememberDevice(tx, { userId, tokenHash, epoch }, DEVICE.max, now);
    }
    await notifyOwner(tx, context, user, 'passwordChanged');
    await announceCall(tx, context.call, userId, now);
  });
  deliverSoon(deps);
}
