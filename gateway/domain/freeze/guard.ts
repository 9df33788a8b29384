/**
 * Refuses what a freeze closes (docs/rules.md §3). [Note: Freeze guard] A call says in the contract that a freeze closes it
 * (`closedByFreeze`). Then every transaction of that call asks first whether the account is frozen, under a lock that whoever
 * freezes waits for: of a freeze and a call, one is first, and after the freeze has committed nothing of the call commits. A call
 * that moves money asks within its key's run (`runConfirmedCall`), so that a repeated key still gets its first answer; every
 * other call asks at the beginning of each transaction (`underFreezeGuard`).
 */
import type { Queries } from '../../db/client';
import { withGuard, type Tx } from '../../db/transaction';
import { Refusal, type Deps } from '../call-context';
import { isFrozenUntilEnd, openFreeze, type FreezeRow } from './repo';

interface FreezeLookup {
  userId: string;
  /** UTC ms. */
  now: number;
}

function refusalOf({ thawAt }: Pick<FreezeRow, 'thawAt'>, now: number): Refusal {
  return new Refusal('account-frozen', thawAt === null ? {} : { data: { retryAfterMs: Math.max(1, thawAt - now) } });
}

/** Before anything is tried, so that no secret is asked for in vain. @throws Refusal account-frozen */
export async function refuseFrozenEarly(queries: Queries, { userId, now }: FreezeLookup): Promise<void> {
  const freeze = await openFreeze(queries, userId);
  if (freeze) throw refusalOf(freeze, now);
}

/** Within the transaction that does what a freeze closes. @throws Refusal account-frozen */
export async function refuseFrozen(tx: Tx, asking: FreezeLookup): Promise<void> {
  if (await isFrozenUntilEnd(tx, asking.userId)) await refuseFrozenEarly(tx, asking);
}

/** Runs a call that a freeze closes and that moves no money. @throws Refusal account-frozen, and what `work` throws */
export async function underFreezeGuard<T>({ db }: Deps, asking: FreezeLookup, work: () => Promise<T>): Promise<T> {
  await refuseFrozenEarly(db.db, asking);
  return withGuard(db, (tx) => refuseFrozen(tx, asking), work);
}
