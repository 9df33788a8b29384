/** The way out of a freeze (docs/rules.md §3): proof of identity, then a wait that the owner is told of and can end by freezing again. */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { askThaw } from '../../../contract/calls/freeze';
import { consume } from '../../adapters/rate-limit';
import type { ThawOrigin } from '../../db/schema/freezes';
import type { Tx } from '../../db/transaction';
import { Refusal, type Deps, type UserContext } from '../call-context';
import { currentUser, withCode } from '../identity/passwords/change-passwords';
import { THAW_TRIES } from '../identity/figures';
import { notifyOwner } from '../identity/messages/owner';
import { openRecord } from '../identity/real-name/real-name';
import { recordOf } from '../identity/real-name/real-name-repo';
import { sameHash, tokenHash } from '../identity/secrets/secrets';
import { userById, type UserRow } from '../identity/users/user-repo';
import { refuseGuesser } from '../identity/codes/verification';
import { announce, announceCall } from '../live/announce';
import { loadSettings } from '../settings/settings';
import { endFreeze, lockForFreeze, openFreeze, setThaw } from './repo';

type ThawDeps = Pick<Deps, 'secret'>;

/** Begins the wait, unless it has begun. @returns when it thaws; null for an account that is not frozen */
export async function beginThaw(
  tx: Tx,
  { deps, now }: { deps: ThawDeps; now: number },
  user: UserRow,
  askedBy: ThawOrigin,
): Promise<number | null> {
  await lockForFreeze(tx, user.id);
  const freeze = await openFreeze(tx, user.id);
  if (!freeze) return null;
  if (freeze.thawAt !== null) return freeze.thawAt;
  const at = now + (await loadSettings(tx))['security.thawWaitMs'];
  await setThaw(tx, freeze.id, { askedAt: now, askedBy, at });
  await notifyOwner(tx, { deps, now }, user, 'thawBegun');
  await announceCall(tx, 'askThaw', user.id, now);
  return at;
}

/** @throws Refusal needs-identity, rate-limited, identity-mismatch */
async function assertDocument({ deps }: UserContext, user: UserRow, documentNumber: string): Promise<void> {
  const record = await recordOf(deps.db.db, user.id);
  const approved = record && user.identityStatus === 'approved' ? openRecord(deps, record).documentNumber : null;
  if (approved === null) throw new Refusal('needs-identity');
  const { isAllowed, retryAfterMs } = await consume(deps, `thaw:${user.id}`, THAW_TRIES);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  if (!sameHash(tokenHash(documentNumber), tokenHash(approved))) throw new Refusal('identity-mismatch');
}

/** @throws Refusal of `askThaw` */
export async function askOwnThaw(
  context: UserContext,
  { documentNumber, code }: ParsedInputOf<typeof askThaw>,
): Promise<AnswerOf<typeof askThaw>> {
  await refuseGuesser(context);
  const user = await currentUser(context);
  const freeze = await openFreeze(context.deps.db.db, user.id);
  if (!freeze) throw new Refusal('not-found');
  if (freeze.thawAt !== null) return { thawsAt: freeze.thawAt };
  await assertDocument(context, user, documentNumber);
  let thawsAt: number | null = null;
  await withCode(context, { purpose: 'thaw', user, code }, async (tx) => {
    thawsAt = await beginThaw(tx, context, user, 'owner');
  });
  if (thawsAt === null) throw new Refusal('not-found');
  return { thawsAt };
}

/** Ends a freeze whose wait is over. @returns whether it did */
export async function thawIfDue(
  tx: Tx,
  { deps, now }: { deps: ThawDeps; now: number },
  userId: string,
): Promise<boolean> {
  await lockForFreeze(tx, userId);
  const [freeze, user] = [await openFreeze(tx, userId), await userById(tx, userId)];
  if (!freeze || !user || freeze.thawAt === null || freeze.thawAt > now) return false;
  await endFreeze(tx, freeze.id, now);
  await notifyOwner(tx, { deps, now }, user, 'accountThawed');
  await announce(tx, [{ to: userId, topics: ['security'] }], now);
  return true;
}
