/** Replies to feedback: the first one makes it replied, and each tells the person. */
import { MAX_FEEDBACK_REPLIES } from '../../../contract/calls/feedback';
import type { Tx } from '../../db/transaction';
import { announce } from '../live/announce';
import { insertReply, repliesOf, setReplied, type FeedbackRow } from './repo';

/** @returns false where the feedback has as many replies as it can have. @param row locked */
export async function reply(
  tx: Tx,
  row: FeedbackRow,
  { actor, text, now }: { actor: string; text: string; now: number },
): Promise<boolean> {
  const before = (await repliesOf(tx, [row.id])).get(row.id) ?? [];
  if (before.length >= MAX_FEEDBACK_REPLIES) return false;
  await insertReply(tx, { feedbackId: row.id, actor, text, at: now });
  if (row.repliedAt === null) await setReplied(tx, row.id, now);
  const notice = { kind: 'feedback-replied', subjectId: row.id } as const;
  await announce(tx, [{ to: row.userId, topics: ['feedback'], notice }], now);
  return true;
}
