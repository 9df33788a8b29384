/** Writes what people are told, with the transaction in which it happened: what is rolled back is never told, what commits is never lost. */
import type { LiveNotice } from '../../../contract/calls/live';
import { declarationOf } from '../../../contract/notices';
import type { Tx } from '../../db/transaction';
import { insertNotices, UNREAD } from './notices-repo';

export interface PersonalNotice {
  userId: string;
  notice: LiveNotice;
}

/** Tells of each account what happens to two of a person's at once. */
function occasionOf({ kind, accountId }: LiveNotice, now: number): string {
  const { again } = declarationOf(kind);
  if (again === undefined) return '';
  if (again === 'folded') return UNREAD;
  return accountId === undefined ? String(now) : `${now} ${accountId}`;
}

const keyOf = (userId: string, { kind, subjectId }: { kind: string; subjectId: string }) =>
  `${userId} ${kind} ${subjectId}`;

/**
 * Adds the notices to what the people were told; mail and pushes follow from there (dispatch.ts).
 * @param now UTC ms
 * @returns asks whether a notice is for the stream: not one that was told before, nor one of a category that is switched off
 */
export async function tellPeople(
  tx: Tx,
  all: readonly PersonalNotice[],
  now: number,
): Promise<(one: PersonalNotice) => boolean> {
  if (all.length === 0) return () => false;
  const added = await insertNotices(
    tx,
    all.map(({ userId, notice }) => ({
      userId,
      ...notice,
      accountId: notice.accountId ?? null,
      category: declarationOf(notice.kind).category,
      occasion: occasionOf(notice, now),
    })),
    now,
  );
  const isOff = new Map(added.map(({ userId, isSwitchedOff, ...one }) => [keyOf(userId, one), isSwitchedOff]));
  return ({ userId, notice }) => {
    const off = isOff.get(keyOf(userId, notice));
    // One that waits unread, as a chat's, is not switched off: the toast comes with each message.
    return off === undefined ? declarationOf(notice.kind).again !== undefined : !off;
  };
}
