/**
 * Freezing an account (docs/rules.md §3): by its owner, by whoever holds the link of a security mail, or by an operator. What it closes
 * stands on the calls ([Note: Freeze guard]).
 */
import type { Tx } from '../../db/transaction';
import { withTransaction } from '../../db/transaction';
import { consume } from '../../adapters/rate-limit';
import type { FreezeOrigin } from '../../db/schema/freezes';
import { Refusal, type CallContext, type Deps, type UserContext } from '../call-context';
import { FREEZE_LINK } from '../identity/figures';
import { ownerOfFreezeLink } from '../identity/messages/freeze-links';
import { deliverSoon } from '../identity/messages/messages';
import { notifyOwner } from '../identity/messages/owner';
import { addressKey } from '../identity/secrets/secrets';
import { revokeOtherSessions, revokeSessionsOf } from '../identity/sessions/session-repo';
import { userById } from '../identity/users/user-repo';
import { announceCall } from '../live/announce';
import { takeOffMarkets } from '../otc/take-off';
import { runWriteCall } from '../write-call';
import { insertFreeze, lockForFreeze, openFreeze, setThaw } from './repo';

export interface FreezeRequest {
  userId: string;
  by: FreezeOrigin;
  /** An operator's words. */
  reason?: string;
  /** The session that stays; all end without one. */
  keptSessionId?: string;
}

/** `frozen`: it was open; `thaw-taken-back`: it was frozen and about to thaw; `as-it-was`: it was frozen. Sessions end each time. */
export type FreezeOutcome = 'frozen' | 'thaw-taken-back' | 'as-it-was';

/** Locks are taken in one order: the freeze's, the user's row, the markets, the ledger. */
export async function freeze(
  tx: Tx,
  { deps, now }: { deps: Pick<Deps, 'secret'>; now: number },
  { userId, by, reason, keptSessionId }: FreezeRequest,
): Promise<FreezeOutcome> {
  await lockForFreeze(tx, userId);
  const user = await userById(tx, userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  const before = await openFreeze(tx, userId);
  const outcome = before === null ? 'frozen' : before.thawAt === null ? 'as-it-was' : 'thaw-taken-back';
  if (before === null) await insertFreeze(tx, { userId, frozenAt: now, frozenBy: by, reason: reason ?? null });
  else if (before.thawAt !== null) await setThaw(tx, before.id, null);
  if (keptSessionId === undefined) await revokeSessionsOf(tx, userId, now);
  else await revokeOtherSessions(tx, { userId, keptId: keptSessionId, now });
  if (outcome === 'frozen') await takeOffMarkets(tx, userId, now);
  if (outcome !== 'as-it-was')
    await notifyOwner(tx, { deps, now }, user, outcome === 'frozen' ? 'accountFrozen' : 'thawTakenBack');
  await announceCall(tx, 'freezeAccount', userId, now);
  return outcome;
}

/** Freezes the user's own account with one tap in the security centre: this session stays. */
export async function freezeOwn(context: UserContext): Promise<void> {
  const { deps, session } = context;
  const { userId, sessionId } = session;
  await runWriteCall(context, (tx) => freeze(tx, context, { userId, by: 'owner', keptSessionId: sessionId }));
  deliverSoon(deps);
}

/**
 * Freezes by the link in a security mail. The answer does not tell whose account it was.
 * @throws Refusal ticket-expired, rate-limited
 */
export async function freezeAccountByLink({ deps, now, address }: CallContext, link: string): Promise<void> {
  const { isAllowed, retryAfterMs } = await consume(
    deps,
    `freeze-link:${addressKey(deps.secret, address)}`,
    FREEZE_LINK.perAddress,
  );
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  await withTransaction(deps.db, async (tx) => {
    const userId = await ownerOfFreezeLink(tx, link, now);
    if (userId === null) throw new Refusal('ticket-expired');
    await freeze(tx, { deps, now }, { userId, by: 'link' });
  });
  deliverSoon(deps);
}
