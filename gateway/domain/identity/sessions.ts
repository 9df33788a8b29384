/** Opening and ending sessions (rules.md §3). */
import type { AnswerOf } from '../../../contract/call';
import type { emailLogin } from '../../../contract/calls/session';
import type { Tx } from '../../db/transaction';
import { Refusal, type CallContext, type UserContext } from '../call-context';
import { loadSettings } from '../settings/settings';
import { MAX_SESSIONS } from './figures';
import { maskAddress } from './masks';
import { tokenHash } from './secrets';
import { insertSession, lockSession, revokeOldestSessions, revokeSession, revokeSuccessors } from './session-repo';

export type SessionOpened = AnswerOf<typeof emailLogin>;

const MAX_USER_AGENT_LENGTH = 300;

/** A new session on the given trading account. Only its answer ever holds the token. */
export async function openSession(
  tx: Tx,
  { deps, now, userAgent, address }: CallContext,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<SessionOpened> {
  const settings = await loadSettings(tx);
  const token = deps.ids.token();
  const expiresAt = now + settings['security.sessionIdleMs'];
  await insertSession(tx, {
    userId,
    accountId,
    tokenHash: tokenHash(token),
    // PostgreSQL text takes no NUL.
    userAgent: userAgent.replaceAll('\u0000', '').slice(0, MAX_USER_AGENT_LENGTH),
    address: maskAddress(address),
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  await revokeOldestSessions(tx, userId, MAX_SESSIONS, now);
  return { token, userId, accountId, expiresAt };
}

/**
 * A session of the same device on another of the user's trading accounts. The one that asks ends when this one is first used;
 * one that was opened so before and never used ends now.
 * @throws Refusal unauthorized when the session that asks has just ended
 */
export async function switchSession(
  tx: Tx,
  { deps, now, session }: UserContext,
  accountId: string,
): Promise<SessionOpened> {
  const from = await lockSession(tx, session.sessionId);
  if (!from) throw new Refusal('unauthorized');
  await revokeSuccessors(tx, from.id, now);
  const { id: replacesId, userId, userAgent, address, createdAt } = from;
  const token = deps.ids.token();
  const expiresAt = now + (await loadSettings(tx))['security.sessionIdleMs'];
  const device = { userId, userAgent, address, createdAt };
  await insertSession(tx, {
    ...device,
    accountId,
    tokenHash: tokenHash(token),
    lastSeenAt: now,
    expiresAt,
    replacesId,
  });
  return { token, userId, accountId, expiresAt };
}

/** Ends the session that the call came with. */
export async function endSession({ deps, now, session }: UserContext): Promise<void> {
  await revokeSession(deps.db.db, session.sessionId, now);
}
