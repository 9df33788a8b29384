/** Finds out by a request's token who is asking. */
import { doubtOf } from '../../../adapters/clock';
import type { Deps, Session } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import { SEEN_WRITE_MS } from '../figures';
import { tokenHash } from '../secrets/secrets';
import type { LangCode } from '../../../../contract/ids';
import { SESSION_END } from '../../../../contract/session-end';
import { setLang } from '../users/user-repo';
import { endReplaced, openSessionByHash, touchSession } from './session-repo';

/**
 * The open session of `token`, or null when there is none: unknown, revoked, or idle for too long. Being asked for keeps it
 * open; that is written at most once a minute, and not while the clock is doubted. The user's mail is in `lang` from here on. Outside of transactions only.
 * @param now UTC ms
 */
export async function resolveSession(deps: Deps, token: string, lang: LangCode, now: number): Promise<Session | null> {
  const { db } = deps.db;
  const row = await openSessionByHash(db, tokenHash(token), now);
  if (!row) return null;
  if (row.replacesId !== null) await endReplaced(db, row, now);
  if (row.lang !== lang) await setLang(db, row.userId, lang);
  const unseenSince = now - SEEN_WRITE_MS;
  if (row.lastSeenAt <= unseenSince && doubtOf(deps.clock) === null) {
    const settings = await loadSettings(db);
    await touchSession(db, row.id, { now, expiresAt: now + settings['security.sessionIdleMs'], unseenSince });
  }
  return { sessionId: row.id, userId: row.userId, accountId: row.accountId };
}

/**
 * The session that is to be ended, also by the hash of its token alone (contract/session-end.ts). Nothing is noted of it: whoever has
 * no more than that is not using it.
 */
export async function resolveEnding(deps: Deps, token: string, lang: LangCode, now: number): Promise<Session | null> {
  if (!token.startsWith(SESSION_END)) return resolveSession(deps, token, lang, now);
  const row = await openSessionByHash(deps.db.db, token.slice(SESSION_END.length), now);
  return row && { sessionId: row.id, userId: row.userId, accountId: row.accountId };
}
