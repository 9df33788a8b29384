/** A lost authenticator: two operators, an identity check and 72 h take it off, and its owner can keep it until then (docs/rules.md §3). */
import type { Tx } from '../../../db/transaction';
import { Refusal, type Deps, type UserContext } from '../../call-context';
import { announce } from '../../live/announce';
import { runWriteCall } from '../../write-call';
import { AUTHENTICATOR } from '../figures';
import { notifyOwner } from '../messages/owner';
import { endReset, insertReset, removeAuthenticator, type ResetRow } from './reset-repo';
import { userById, type UserRow } from '../users/user-repo';

export interface ResetApproval {
  user: UserRow;
  proposedBy: string;
  approvedBy: string;
  /** The operators' words about how they checked the person's identity. */
  identityCheck: string;
}

/** Begins the 72 h, and tells the owner at once. @returns null when one waits for this user already */
export async function beginReset(
  tx: Tx,
  deps: Pick<Deps, 'secret'>,
  { user, ...rest }: ResetApproval,
  now: number,
): Promise<ResetRow | null> {
  const dueAt = now + AUTHENTICATOR.resetWaitMs;
  const row = await insertReset(tx, { userId: user.id, ...rest, approvedAt: now, dueAt });
  if (!row) return null;
  await notifyOwner(tx, { deps, now }, user, 'authenticatorResetBegun');
  await announce(tx, [{ to: user.id, topics: ['security'] }], now);
  return row;
}

/** The owner has it, or did not ask: it stays. @throws Refusal not-found when none waits */
export async function keepAuthenticator(context: UserContext): Promise<void> {
  const { session, now } = context;
  await runWriteCall(context, async (tx) => {
    if (!(await endReset(tx, session.userId, 'kept-by-user', now))) throw new Refusal('not-found');
  });
}

/** Takes it off when it is due, and tells the owner. @returns false when it is not due any more */
export async function carryOutReset(tx: Tx, deps: Pick<Deps, 'secret'>, userId: string, now: number): Promise<boolean> {
  if (!(await endReset(tx, userId, 'done', now))) return false;
  await removeAuthenticator(tx, userId, now);
  const user = await userById(tx, userId);
  if (user) await notifyOwner(tx, { deps, now }, user, 'authenticatorRemoved');
  await announce(tx, [{ to: userId, topics: ['security'] }], now);
  return true;
}
