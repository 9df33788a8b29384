/** Registration: invitation, code, account (docs/rules.md §3). */
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { checkRegisterInfo, register } from '../../../../contract/calls/session';
import { withTransaction, type Tx } from '../../../db/transaction';
import { Refusal, type CallContext, type Deps } from '../../call-context';
import { createUser } from '../users/create-user';
import { isCommonPassword } from '../passwords/password-policy';
import { refuseReserved } from '../profile/reserved-names';
import { openSession, type OpenedSession } from '../sessions/sessions';
import { hashPassword } from '../passwords/stored-passwords';
import { issueTicket, readTicket, redeemTicket } from '../codes/tickets';
import { countGuess, inviterOf, takeCode, wrongCode } from '../codes/verification';

/** Runs in the registration's transaction, e.g. to credit a welcome grant. */
export type RegistrationHook = (
  tx: Tx,
  deps: Deps,
  registered: { userId: string; accountId: string; now: number },
) => Promise<void>;

const ticketPayload = z.strictObject({ loginName: z.string(), inviterId: z.string() });

/** @throws Refusal invitation-invalid, wrong-code, rate-limited */
export async function checkRegistration(
  context: CallContext,
  { loginName, invitationCode, code }: ParsedInputOf<typeof checkRegisterInfo>,
): Promise<AnswerOf<typeof checkRegisterInfo>> {
  const inviterId = await inviterOf(context, invitationCode);
  if (code === undefined) return { ticket: null };
  const outcome = await withTransaction(context.deps.db, async (tx) => {
    const verdict = await takeCode(tx, context, { purpose: 'register', loginName, code, user: null });
    if (!verdict.isRight) return verdict;
    return { isRight: true as const, ticket: await issueTicket(tx, context, 'register', { loginName, inviterId }) };
  });
  if (outcome.isRight) return { ticket: outcome.ticket };
  await countGuess(context);
  throw wrongCode(outcome);
}

/** @throws Refusal ticket-expired (also when the address got an account meanwhile), password-common, invalid-input for a reserved nickname */
export async function registerUser(
  context: CallContext,
  { ticket, nickname, password, deviceToken }: ParsedInputOf<typeof register>,
  onRegistered: RegistrationHook,
): Promise<OpenedSession> {
  const { deps, now } = context;
  refuseReserved('nickname', nickname);
  const { loginName, inviterId } = await readTicket(context, 'register', ticket, ticketPayload);
  if (isCommonPassword(password, [loginName])) throw new Refusal('password-common');
  const loginPasswordHash = await hashPassword(deps, password);
  return withTransaction(deps.db, async (tx) => {
    await redeemTicket(tx, ticket, now);
    const created = await createUser(tx, deps, { nickname, loginName, loginPasswordHash, inviterId, now });
    if (!created) throw new Refusal('ticket-expired');
    await onRegistered(tx, deps, { userId: created.userId, accountId: created.accountId, now });
    return openSession(tx, context, { ...created, deviceToken });
  });
}
