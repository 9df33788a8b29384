/** Telling devices, from within the transaction that changes something: what is rolled back is never told. */
import type { LiveNotice } from '../../../contract/calls/live';
import { staleAfter } from '../../../contract/consequences';
import { calls as registry, type CallName } from '../../../contract/index';
import type { Tx } from '../../db/transaction';
import type { UserContext } from '../call-context';
import { insertEvents, insertEventsOfAccounts } from './repo';

export interface Announcement {
  /** A user's id, or everybody. */
  to: string | 'everybody';
  /** Calls whose answers have changed: screens that show them read again. */
  calls: readonly CallName[];
  /** What the person is told; not for everybody. */
  notice?: LiveNotice;
}

/** Devices hear of it within a second or so after the commit. @param now UTC ms */
export async function announce(tx: Tx, announcements: readonly Announcement[], now: number): Promise<void> {
  if (announcements.length === 0) return;
  await insertEvents(
    tx,
    announcements.map(({ to, calls, notice }) => ({
      userId: to === 'everybody' ? null : to,
      calls,
      notice: notice ?? null,
      at: now,
    })),
  );
}

/** The answers that a posting to cash changes: the records, and what every form says is available. */
export const CASH_CALLS = [
  'assets',
  'accountList',
  'accountStatement',
  'exchangeIndex',
  'hostingConfig',
  'withdrawConfig',
  'otcInfo',
] as const satisfies readonly CallName[];

/** Tells the user's other devices what a call of theirs has changed; the one that made it knows already. */
export async function announceOwn(
  tx: Tx,
  { session, now }: Pick<UserContext, 'session' | 'now'>,
  call: CallName,
): Promise<void> {
  const names = staleAfter(registry[call]);
  await insertEvents(tx, [{ userId: session.userId, calls: names, notice: null, at: now }]);
}

/** Tells the people whose trading accounts these are. @param now UTC ms */
export async function announceToAccounts(
  tx: Tx,
  accountIds: readonly string[],
  { calls, isCash }: { calls: readonly CallName[]; isCash: boolean },
  now: number,
): Promise<void> {
  if (accountIds.length > 0)
    await insertEventsOfAccounts(tx, accountIds, [...new Set([...(isCash ? CASH_CALLS : []), ...calls])], now);
}
