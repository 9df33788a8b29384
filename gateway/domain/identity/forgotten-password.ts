/** A forgotten log-in password: code, ticket, new password (rules.md §3). */
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { checkForgetCode, forgot } from '../../../contract/calls/session';
import { withTransaction } from '../../db/transaction';
import { Refusal, type CallContext } from '../call-context';
import { clearFailures } from './failure-repo';
import { deliverSoon, queueMessage } from './messages';
import { isCommonPassword } from './password-policy';
import { accountKey } from './secrets';
import { revokeSessionsOf } from './session-repo';
import { issueTicket, readTicket, redeemTicket } from './tickets';
import { setLoginPassword, userById, userByLoginName } from './user-repo';
import { countGuess, refuseGuesser, takeCode, wrongCode } from './verification';

const ticketPayload = z.strictObject({ userId: z.string() });

/** @throws Refusal wrong-code, rate-limited */
export async function checkForgotten(
  context: CallContext,
  { loginName, code }: ParsedInputOf<typeof checkForgetCode>,
): Promise<AnswerOf<typeof checkForgetCode>> {
  await refuseGuesser(context);
  const outcome = await withTransaction(context.deps.db, async (tx) => {
    const verdict = await takeCode(tx, context, { purpose: 'forget', loginName, code });
    if (!verdict.isRight) return verdict;
    const user = await userByLoginName(tx, loginName);
    if (!user) return { isRight: false as const, triesLeft: null };
    return { isRight: true as const, ticket: await issueTicket(tx, context, 'forget', { userId: user.id }) };
  });
  if (outcome.isRight) return { ticket: outcome.ticket };
  await countGuess(context);
  throw wrongCode(outcome);
}

/**
 * Sets the new password, ends every session and tells the owner, at each address on file.
 * @throws Refusal ticket-expired, password-common
 */
export async function setForgottenPassword(
  context: CallContext,
  { ticket, password }: ParsedInputOf<typeof forgot>,
): Promise<void> {
  const { deps, now, lang } = context;
  const { userId } = await readTicket(context, 'forget', ticket, ticketPayload);
  const user = await userById(deps.db.db, userId);
  const loginNames = [user?.email, user?.phone].filter((name) => typeof name === 'string');
  if (isCommonPassword(password, loginNames)) throw new Refusal('password-common');
  const hash = await deps.passwords.hash(password);
  await withTransaction(deps.db, async (tx) => {
    await redeemTicket(tx, ticket, now);
    await setLoginPassword(tx, userId, hash, now);
    await revokeSessionsOf(tx, userId, now);
    for (const loginName of loginNames) {
      await clearFailures(tx, 'account', accountKey(deps.secret, loginName));
      await queueMessage(tx, deps, { to: loginName, lang, message: { kind: 'passwordChanged' }, isSilent: false }, now);
    }
  });
  deliverSoon(deps);
}
