/** Feedback: what a person writes to the platform, and the replies to it (docs/rules.md §9). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, lineOfText, pageInput, pageOf, timeMs, uuid } from '../ids';

export const FEEDBACK_STATUSES = ['awaiting-reply', 'replied'] as const;
const feedbackStatus = z.enum(FEEDBACK_STATUSES);
export type FeedbackStatus = z.output<typeof feedbackStatus>;

/** The most files that a person can attach (docs/rules.md §18). */
export const MAX_FEEDBACK_IMAGES = 52;
export const MAX_FEEDBACK_TITLE = 80;
export const MAX_FEEDBACK_CONTENT = 2_000;
/** An operator can add to a reply. */
export const MAX_FEEDBACK_REPLIES = 10;

export const feedbackTitle = lineOfText(MAX_FEEDBACK_TITLE);
/** Lines of text as the person typed them. No database keeps a NUL, and half a character would come back as another one. */
export const feedbackContent = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MAX_FEEDBACK_CONTENT), z.regex(/^[^\u0000\p{Cs}]*$/u));
/** Whatever a screen calls the number of a record: digits, a UUID, the hash of a transaction. */
export const orderNumber = z.string().check(z.trim(), z.regex(/^#?[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/));

const feedbackRecord = z.object({
  id,
  title: z.string(),
  content: z.string(),
  orderNumber: z.nullable(z.string()),
  /** Ids of uploads; `ownImage` shows them. */
  images: z.array(uuid).check(z.maxLength(MAX_FEEDBACK_IMAGES)),
  status: feedbackStatus,
  /** The oldest first. */
  replies: z.array(z.object({ text: z.string(), at: timeMs })).check(z.maxLength(MAX_FEEDBACK_REPLIES)),
  createdAt: timeMs,
});
export type FeedbackRecord = z.output<typeof feedbackRecord>;

/** Everything that the person has written, newest first. */
export const feedbackItems = defineCall({
  name: 'feedbackItems',
  method: 'GET',
  uri: '/api/v1/common/feedbackList',
  access: 'user',
  effect: 'read',
  shows: ['feedback'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'createdAt', search: ['title', 'content', 'orderNumber'] },
  input: z.strictObject({ status: z.optional(feedbackStatus), ...pageInput }),
  example: { limit: 100 },
  output: pageOf(feedbackRecord),
});

/**
 * Sends one. A form has one `clientId` for as long as it is open: sent again under it, the answer is the feedback that came first.
 * Images are ids that `uploadImage` answered.
 */
export const sendFeedback = defineCall({
  name: 'sendFeedback',
  method: 'POST',
  uri: '/api/v1/common/pushFeedback',
  access: 'user',
  effect: 'write',
  changes: ['feedback'],
  input: z.strictObject({
    clientId: uuid,
    title: feedbackTitle,
    content: feedbackContent,
    orderNumber: z.optional(orderNumber),
    images: z.array(uuid).check(z.maxLength(MAX_FEEDBACK_IMAGES)),
  }),
  example: {
    clientId: '00000000-0000-4000-8000-000000000001',
    title: 'A title',
    content: 'What there is to say',
    images: ['00000000-0000-4000-8000-000000000001'],
  },
  output: z.object({ feedback: feedbackRecord }),
  errors: ['not-found', 'rate-limited'],
});
