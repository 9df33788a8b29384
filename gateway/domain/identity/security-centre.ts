/** The security centre: locks and their ends, and the open sessions (docs/rules.md §3). */
import type { AnswerOf } from '../../../contract/call';
import type { securityInfo, sessions } from '../../../contract/calls/identity';
import { Refusal, type UserContext } from '../call-context';
import { openFreeze } from '../freeze/repo';
import { isRecordId } from '../paging';
import { loadSettings } from '../settings/settings';
import type { Settings } from '../settings/figures';
import { runWriteCall } from '../write-call';
import { recoveryCodesLeft } from './authenticator/authenticator-repo';
import { currentUser } from './passwords/change-passwords';
import { maskEmail, maskPhone } from './users/masks';
import { forgetDevice } from './sessions/device-repo';
import { openSessionsOf, revokeLine, revokeOtherSessions, sessionById, type SessionRow } from './sessions/session-repo';
import { waitingResets } from './authenticator/reset-repo';
import { triesOf } from './guessing/secret-tries-repo';
import type { UserRow } from './users/user-repo';

/** Returns until when a changed password, authenticator, e-mail or phone closes withdrawals, UTC ms; null when they are open. */
export function withdrawalsClosedUntil(user: UserRow, settings: Settings, now: number): number | null {
  if (user.securityChangedAt === null) return null;
  const until = user.securityChangedAt + settings['security.withdrawalPauseMs'];
  return until > now ? until : null;
}

export async function describeSecurity(context: UserContext): Promise<AnswerOf<typeof securityInfo>> {
  const { deps, now } = context;
  const { db } = deps.db;
  const user = await currentUser(context);
  const [settings, loginPassword, authenticator, codesLeft, [reset], freeze] = await Promise.all([
    loadSettings(db),
    triesOf(db, user.id, 'login-password'),
    triesOf(db, user.id, 'authenticator'),
    recoveryCodesLeft(db, user.id),
    waitingResets(db, user.id, 1),
    openFreeze(db, user.id),
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
    ...(reset && { authenticatorResetAt: reset.dueAt }),
    freeze: freeze && {
      frozenAt: freeze.frozenAt,
      thawsAt: freeze.thawAt,
      waitMs: settings['security.thawWaitMs'],
    },
    codesTo: user.email === null ? maskPhone(user.phone ?? '') : maskEmail(user.email),
  };
}

export async function listSessions({ deps, session, now }: UserContext): Promise<AnswerOf<typeof sessions>> {
  const rows = await openSessionsOf(deps.db.db, session.userId, now);
  // A session and the one that is to take its place are one device.
  const byLine = new Map<string, SessionRow>();
  for (const row of rows) if (!byLine.has(row.lineId)) byLine.set(row.lineId, row);
  const own = rows.find(({ id }) => id === session.sessionId);
  return {
    sessions: [...byLine.values()].map(({ lineId, userAgent, address, createdAt, lastSeenAt }) => ({
      id: lineId,
      userAgent,
      address,
      createdAt,
      lastSeenAt,
      isCurrent: lineId === own?.lineId,
    })),
  };
}

/** Ends one of the user's own log-ins, wherever it was switched to, and forgets its device, unless it is this one. @throws Refusal not-found */
export async function endOneSession(context: UserContext, id: string): Promise<void> {
  const { session, now } = context;
  if (!isRecordId(id)) throw new Refusal('not-found');
  const { userId, sessionId } = session;
  await runWriteCall(context, async (tx) => {
    const ended = await revokeLine(tx, { userId, lineId: id, now });
    if (ended.length === 0) throw new Refusal('not-found');
    const own = await sessionById(tx, sessionId);

    for (const { deviceHash } of ended)
      if (deviceHash !== null && deviceHash !== own?.deviceHash) await forgetDevice(tx, userId, deviceHash);
  });
}

/** Ends every session of the user but this one. @returns how many @throws Refusal unauthorized when it has just ended */
export function endOtherSessions(context: UserContext): Promise<number> {
  const { session, now } = context;
  const { userId, sessionId: keptId } = session;
  return runWriteCall(context, async (tx) => {
    const ended = await revokeOtherSessions(tx, { userId, keptId, now });
    if (ended === null) throw new Refusal('unauthorized');
    return ended;
  });
}
