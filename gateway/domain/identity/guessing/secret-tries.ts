/** Counts wrong tries of a user's secret, and locks it for a while, however many come at once (docs/rules.md §3). */
import type { SecretKind } from '../../../db/schema/identity';
import { withTransaction } from '../../../db/transaction';
import { Refusal, type Deps } from '../../call-context';
import { loadSettings } from '../../settings/settings';
import type { Settings } from '../../settings/figures';
import { deliverSoon } from '../messages/messages';
import { notifyOwner } from '../messages/owner';
import { clearWrongTries, countWrongTry, triesOf, type TryCount } from './secret-tries-repo';
import { userById } from '../users/user-repo';

const REFUSALS = {
  'login-password': { wrong: 'wrong-password', locked: 'password-locked' },
  authenticator: { wrong: 'wrong-authenticator-code', locked: 'authenticator-locked' },
} as const satisfies Record<SecretKind, unknown>;

function locked(kind: SecretKind, lockedUntil: number): Refusal {
  return new Refusal(REFUSALS[kind].locked, { data: { lockedUntil } });
}

/** Counts it, and tells the owner of a lock of the authenticator in the same transaction. */
async function countWrong(
  { deps, now }: { deps: Deps; now: number },
  userId: string,
  kind: SecretKind,
  settings: Settings,
): Promise<TryCount> {
  const lockMs = settings['security.secretLockMs'];
  const maxLockMs = kind === 'authenticator' ? Math.max(lockMs, settings['security.authenticatorMaxLockMs']) : lockMs;
  const limits = { maxTries: settings['security.secretTries'], lockMs, maxLockMs, now };
  const counted = await withTransaction(deps.db, async (tx) => {
    const mine = await countWrongTry(tx, userId, kind, limits);
    const isLockedNow = mine !== null && mine.lockedUntil !== null;
    const user = isLockedNow && kind === 'authenticator' ? await userById(tx, userId) : null;
    if (user) await notifyOwner(tx, { deps, now }, user, 'authenticatorLocked');
    return mine;
  });
  if (counted && counted.lockedUntil !== null) deliverSoon(deps);
  // Null: many at once have locked it meanwhile.
  return counted ?? triesOf(deps.db.db, userId, kind);
}

/**
 * Resolves when `isRight` finds the entered secret right. Call it outside transactions: a wrong try stands when everything
 * else is rolled back. A right one that is judged after the last allowed wrong one is refused as well.
 * @throws Refusal wrong-… (with `triesLeft`), …-locked (with `lockedUntil`), and what `isRight` throws, uncounted
 */
export async function trySecret(
  { deps, now }: { deps: Deps; now: number },
  userId: string,
  kind: SecretKind,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const { db } = deps.db;
  const before = await triesOf(db, userId, kind);
  if (before.lockedUntil !== null && before.lockedUntil > now) throw locked(kind, before.lockedUntil);
  if (!(await isRight())) {
    const settings = await loadSettings(db);
    const counted = await countWrong({ deps, now }, userId, kind, settings);
    if (counted.lockedUntil !== null) throw locked(kind, counted.lockedUntil);
    throw new Refusal(REFUSALS[kind].wrong, { data: { triesLeft: settings['security.secretTries'] - counted.tries } });
  }
  const after = await triesOf(db, userId, kind);
  // The usual case costs no write.
  if (after.tries === 0 && after.lockedUntil === null) return;
  if (await clearWrongTries(db, userId, kind, now)) return;
  throw locked(kind, (await triesOf(db, userId, kind)).lockedUntil ?? now);
}
