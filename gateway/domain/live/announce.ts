/** Telling devices, from within the transaction that changes something: what is rolled back is never told. */
import type { LiveNotice } from '../../../contract/calls/live';
import type { CallName } from '../../../contract/index';
import type { Tx } from '../../db/transaction';
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

/** What the answers show that a posting to cash changes. */
const CASH_CALLS = ['assets', 'accountList', 'accountStatement'] as const satisfies readonly CallName[];

/** Tells the people whose trading accounts these are. @param now UTC ms */
export async function announceToAccounts(
  tx: Tx,
  accountIds: readonly string[],
  { calls, isCash }: { calls: readonly CallName[]; isCash: boolean },
  now: number,
): Promise<void> {
  if (accountIds.length > 0)
    await insertEventsOfAccounts(tx, accountIds, isCash ? [...CASH_CALLS, ...calls] : calls, now);
}
