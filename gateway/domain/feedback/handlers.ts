/** Feedback of a person: sent once for each form, and shown with its replies (docs/rules.md §9). */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { FeedbackRecord, sendFeedback } from '../../../contract/calls/feedback';
import { consume } from '../../adapters/rate-limit';
import type { Queries } from '../../db/client';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { BY_TIME, pageOf } from '../paging';
import { areUploadsOf } from '../uploads/repo';
import { runWriteCall } from '../write-call';
import { imagesOf, insertFeedback, pageFeedback, repliesOf, sentFeedback, type FeedbackRow } from './repo';

/** An operator reads each of them. */
const SENDS = { points: 10, windowMs: 3_600_000 };

async function view(queries: Queries, rows: readonly FeedbackRow[]): Promise<FeedbackRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [images, replies] = [await imagesOf(queries, ids), await repliesOf(queries, ids)];
  return rows.map(({ id, title, content, orderNumber, status, createdAt }) => ({
    id,
    title,
    content,
    orderNumber,
    images: images.get(id) ?? [],
    status,
    replies: (replies.get(id) ?? []).map(({ text, at }) => ({ text, at })),
    createdAt,
  }));
}

async function viewOne(queries: Queries, row: FeedbackRow): Promise<AnswerOf<typeof sendFeedback>> {
  const [feedback] = await view(queries, [row]);
  if (!feedback) throw new Error('a row has a view');
  return { feedback };
}

/**
 * A form that the device sends again under its id is the feedback that is there.
 * @throws Refusal not-found for an image that is not the person's own upload, rate-limited
 */
async function send(
  context: UserContext,
  { clientId, title, content, orderNumber, images }: ParsedInputOf<typeof sendFeedback>,
): Promise<AnswerOf<typeof sendFeedback>> {
  const { deps, session, now } = context;
  const { userId } = session;
  const known = await sentFeedback(deps.db.db, { userId, clientId });
  if (known) return viewOne(deps.db.db, known);
  const { isAllowed, retryAfterMs } = await consume(deps, `feedback:${userId}`, SENDS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  return runWriteCall(context, async (tx, keepQuiet) => {
    if (images.length > 0 && !(await areUploadsOf(tx, userId, images))) throw new Refusal('not-found');
    const written = { userId, clientId, title, content, orderNumber: orderNumber ?? null, images, createdAt: now };
    const sent = await insertFeedback(tx, written);
    if (sent) return viewOne(tx, sent);
    keepQuiet();
    const first = await sentFeedback(tx, { userId, clientId });
    if (!first) throw new Error('the feedback that was in the way is not there');
    return viewOne(tx, first);
  });
}

export const feedbackHandlers: Handlers<'feedbackItems' | 'sendFeedback'> = {
  feedbackItems({ deps, session }, { status, ...asked }) {
    const { db } = deps.db;
    return pageOf(BY_TIME, asked, {
      read: (page) => pageFeedback(db, { userId: session.userId, status, ...page }),
      last: ({ createdAt, id }) => ({ at: createdAt, id }),
      view: (rows) => view(db, rows),
    });
  },

  sendFeedback: send,
};
