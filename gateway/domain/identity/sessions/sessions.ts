/** Opening and ending sessions (docs/rules.md §3). */
import type { AnswerOf } from '../../../../contract/call';
import type { logInByEmail } from '../../../../contract/calls/session';
import type { Tx } from '../../../db/transaction';
import { Refusal, type CallContext, type UserContext } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import { runWriteCall } from '../../write-call';
import { DEVICE, MAX_SESSIONS } from '../figures';
import { maskAddress } from '../users/masks';
import { deviceHash, tokenHash } from '../secrets/secrets';
import { notifyOwner } from '../messages/owner';
import { isKnownDevice, rememberDevice } from './device-repo';
import {
  insertSession,
  lockSession,
  revokeLine,
  revokeOldestSessions,
  revokeSuccessors,
  sessionById,
} from './session-repo';
import { setLang, userById } from '../users/user-repo';

export type OpenedSession = AnswerOf<typeof logInByEmail>;

const MAX_USER_AGENT_LENGTH = 300;

/** The user who gets a session, as read when the password or code was found right ([Note: Session epochs]). */
export interface Entrant {
  userId: string;
  accountId: string;
  /** The user's session epoch; absent for a user who was just created: their first session is nobody else's. */
  epoch?: number;
  /** The token that the device sent, if any: the device is known from here on. */
  deviceToken?: string | undefined;
}

async function tellOfDevice(tx: Tx, context: Pick<CallContext, 'deps' | 'now'>, userId: string): Promise<void> {
  const user = await userById(tx, userId);
  if (user) await notifyOwner(tx, context, user, 'deviceNew');
}

/** A new session on the given trading account. Only its answer ever holds the token. */
export async function openSession(
  tx: Tx,
  { deps, now, userAgent, address, lang }: CallContext,
  { userId, accountId, epoch: epochBefore, deviceToken }: Entrant,
): Promise<OpenedSession> {
  const epoch = epochBefore ?? 0;
  const device = deviceToken === undefined ? null : deviceHash(deps.secret, userId, deviceToken);
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
    epoch,
    deviceHash: device,
  });
  const known = device === null ? null : { userId, tokenHash: device, epoch };
  // A log-in that names no device is a stranger's, too: its owner would not know of it otherwise.
  const isStrange = epochBefore !== undefined && (known === null || !(await isKnownDevice(tx, known)));
  if (isStrange) await tellOfDevice(tx, { deps, now }, userId);
  if (known !== null) await rememberDevice(tx, known, DEVICE.max, now);
  await setLang(tx, userId, lang);
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
): Promise<OpenedSession> {
  const from = await lockSession(tx, session);
  if (!from) throw new Refusal('unauthorized');
  await revokeSuccessors(tx, from.id, now);
  const { id: replacesId, userId, userAgent, address, createdAt, epoch, lineId, deviceHash: ofDevice } = from;
  const token = deps.ids.token();
  const expiresAt = now + (await loadSettings(tx))['security.sessionIdleMs'];
  const device = { userId, userAgent, address, createdAt, epoch, lineId, deviceHash: ofDevice };
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

/** Ends the session that the call came with, and one that was to take its place. The device stays known. */
export async function endSession(context: UserContext): Promise<void> {
  const { now, session } = context;
  const { userId, sessionId } = session;
  await runWriteCall(context, async (tx) => {
    const own = await sessionById(tx, sessionId);
    if (own) await revokeLine(tx, { userId, lineId: own.lineId, now });
  });
}
