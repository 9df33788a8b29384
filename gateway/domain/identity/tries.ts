/** How a user's secret is tried: wrong ones are counted and lock it for a while, however many come at once (rules.md §3). */
import type { SecretKind } from '../../db/schema/identity';
import { Refusal, type Deps } from '../call-context';
import { loadSettings } from '../settings/settings';
import { clearWrongTries, countWrongTry, triesOf } from './tries-repo';

const REFUSALS = {
  'login-password': { wrong: 'wrong-password', locked: 'password-locked' },
  authenticator: { wrong: 'wrong-authenticator-code', locked: 'authenticator-locked' },
} as const satisfies Record<SecretKind, unknown>;

function locked(kind: SecretKind, lockedUntil: number): Refusal {
  return new Refusal(REFUSALS[kind].locked, { data: { lockedUntil } });
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
    const maxTries = settings['security.secretTries'];
    const limits = { maxTries, lockMs: settings['security.secretLockMs'], now };
    const counted = (await countWrongTry(db, userId, kind, limits)) ?? (await triesOf(db, userId, kind));
    if (counted.lockedUntil !== null) throw locked(kind, counted.lockedUntil);
    throw new Refusal(REFUSALS[kind].wrong, { data: { triesLeft: maxTries - counted.tries } });
  }
  const after = await triesOf(db, userId, kind);
  // The usual case costs no write.
  if (after.tries === 0 && after.lockedUntil === null) return;
  if (await clearWrongTries(db, userId, kind, now)) return;
  throw locked(kind, (await triesOf(db, userId, kind)).lockedUntil ?? now);
}
