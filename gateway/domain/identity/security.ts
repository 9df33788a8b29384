/** The security centre: locks and their ends, and the open sessions (rules.md §3). */
import type { AnswerOf } from '../../../contract/call';
import type { securityInfo, sessionList } from '../../../contract/calls/identity';
import { Refusal, type UserContext } from '../call-context';
import { isRecordId } from '../paging';
import { loadSettings } from '../settings/settings';
import type { Settings } from '../settings/figures';
import { recoveryCodesLeft } from './authenticator-repo';
import { currentUser } from './change-passwords';
import { maskEmail, maskPhone } from './masks';
import { openSessionsOf, revokeOtherSessions, revokeSessionOf } from './session-repo';
import { triesOf } from './tries-repo';
import type { UserRow } from './user-repo';

/** Until when a change of password, authenticator, e-mail or phone keeps withdrawals closed, UTC ms; null when they are open. */
export function withdrawalsClosedUntil(user: UserRow, settings: Settings, now: number): number | null {
  if (user.securityChangedAt === null) return null;
  const until = user.securityChangedAt + settings['security.withdrawalPauseMs'];
  return until > now ? until : null;
}

export async function describeSecurity(context: UserContext): Promise<AnswerOf<typeof securityInfo>> {
  const { deps, now } = context;
  const { db } = deps.db;
  const user = await currentUser(context);
  const [settings, loginPassword, authenticator, codesLeft] = await Promise.all([
    loadSettings(db),
    triesOf(db, user.id, 'login-password'),
    triesOf(db, user.id, 'authenticator'),
    recoveryCodesLeft(db, user.id),
  ]);
  const ahead = (moment: number | null) => (moment !== null && moment > now ? moment : null);
  return {
    loginPasswordLockedUntil: ahead(loginPassword.lockedUntil),
    hasTradePassword: user.tradePasswordHash !== null,
    tradePasswordLockedUntil: ahead(user.tradeLockedUntil),
    authenticatorBoundAt: user.authenticatorBoundAt,
    authenticatorLockedUntil: ahead(authenticator.lockedUntil),
    recoveryCodesLeft: codesLeft,
    withdrawalsClosedUntil: withdrawalsClosedUntil(user, settings, now),
    codesTo: user.email === null ? maskPhone(user.phone ?? '') : maskEmail(user.email),
  };
}

export async function listSessions({ deps, session, now }: UserContext): Promise<AnswerOf<typeof sessionList>> {
  const rows = await openSessionsOf(deps.db.db, session.userId, now);
  return {
    sessions: rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      userAgent,
      address,
      createdAt,
      lastSeenAt,
      isCurrent: id === session.sessionId,
    })),
  };
}

/** Ends one of the user's own sessions. @throws Refusal not-found */
export async function endOneSession({ deps, session, now }: UserContext, id: string): Promise<void> {
  const isEnded = isRecordId(id) && (await revokeSessionOf(deps.db.db, session.userId, id, now));
  if (!isEnded) throw new Refusal('not-found');
}

/** Ends every session of the user but this one. @returns how many */
export function endOtherSessions({ deps, session, now }: UserContext): Promise<number> {
  return revokeOtherSessions(deps.db.db, { userId: session.userId, keptId: session.sessionId, now });
}
