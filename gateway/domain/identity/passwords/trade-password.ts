/** The trade password that confirms outgoing actions (docs/rules.md §2). */
import { Refusal, type UserContext } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import { verifyPassword } from './stored-passwords';
import { clearWrongTradePasswords, countWrongTradePassword, tradeLock, userById } from '../users/user-repo';

function locked(lockedUntil: number): Refusal {
  return new Refusal('trade-password-locked', { data: { lockedUntil } });
}

/**
 * Resolves when `tradePassword` is the user's. Call it before the action's transaction: wrong tries are counted in their own,
 * so that they stand when the action is rolled back. Many tries at once are judged one after the other, so that a right one
 * after the last allowed wrong one is refused as well.
 * @throws Refusal needs-trade-password, wrong-trade-password (with `triesLeft`), trade-password-locked (with `lockedUntil`)
 */
export async function assertTradePassword({ deps, session, now }: UserContext, tradePassword: string): Promise<void> {
  const { db } = deps.db;
  const { userId } = session;
  const user = await userById(db, userId);
  if (!user?.tradePasswordHash) throw new Refusal('needs-trade-password');
  if (user.tradeLockedUntil !== null && user.tradeLockedUntil > now) throw locked(user.tradeLockedUntil);
  const own = { userId, column: 'tradePasswordHash', stored: user.tradePasswordHash } as const;
  if ((await verifyPassword(deps, own, tradePassword)) === null) {
    const settings = await loadSettings(db);
    const maxTries = settings['security.tradePasswordTries'];
    const counted = await countWrongTradePassword(db, userId, {
      maxTries,
      lockMs: settings['security.tradePasswordLockMs'],
      now,
    });
    const { tries, lockedUntil } = counted ?? (await tradeLock(db, userId));
    if (lockedUntil !== null) throw locked(lockedUntil);
    throw new Refusal('wrong-trade-password', { data: { triesLeft: maxTries - tries } });
  }
  const { tries, lockedUntil } = await tradeLock(db, userId);
  // The usual case costs no write.
  if (tries === 0 && lockedUntil === null) return;
  if (await clearWrongTradePasswords(db, userId, now)) return;
  throw locked((await tradeLock(db, userId)).lockedUntil ?? now);
}
