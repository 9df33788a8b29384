/** `feedback list|show|image|reply`: what users wrote to the platform (docs/rules.md §9). */
import * as z from 'zod/mini';
import { FEEDBACK_STATUSES, MAX_FEEDBACK_CONTENT, MAX_FEEDBACK_IMAGES } from '../../contract/calls/feedback';
import { reply } from '../domain/feedback/reply';
import {
  findFeedback,
  imagesOf,
  listFeedback,
  lockFeedback,
  repliesOf,
  type FeedbackRow,
} from '../domain/feedback/repo';
import { isRecordId } from '../domain/paging';
import { uploadsById } from '../domain/uploads/repo';
import { defineCommand, OperatorError, refuseOwn } from './command';
import { copyOf, pathsOf } from './upload';
import { written, writtenLines } from './written';

const iso = (ms: number) => new Date(ms).toISOString();
const id = z.string().check(z.refine(isRecordId, 'must be the id of a feedback'));

/** @throws OperatorError */
function there(row: FeedbackRow | null, number: string): FeedbackRow {
  if (!row) throw new OperatorError('state', `there is no feedback ${number}`);
  return row;
}

function facts({ id: number, status, userId, title, orderNumber, createdAt }: FeedbackRow) {
  return { id: number, status, user: userId, title, orderNumber, at: iso(createdAt) };
}

export const feedbackList = defineCommand({
  name: 'feedback list',
  description: 'the oldest first',
  audited: 'listed feedback',
  options: [
    { flags: '--status <status>', text: 'awaiting-reply or replied', default: 'awaiting-reply' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    status: z.enum(FEEDBACK_STATUSES, { error: `must be one of ${FEEDBACK_STATUSES.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { status, limit }) => {
    const data = (await listFeedback(tx, status, limit)).map(facts);
    return {
      lines: data.map((one) =>
        [one.id, one.status, `user ${one.user}`, one.at, written(one.orderNumber), written(one.title)].join('\t'),
      ),
      data,
      subject: null,
      detail: { status, listed: data.length },
    };
  },
});

export const feedbackShow = defineCommand({
  name: 'feedback show',
  description: 'what somebody wrote, the replies, and the numbers of its images for "feedback image"',
  audited: 'looked at feedback',
  options: [{ flags: '<id>' }],
  role: 'support',
  schema: z.strictObject({ id }),
  run: async (tx, input) => {
    const row = there(await findFeedback(tx, input.id), input.id);
    const ids = (await imagesOf(tx, [row.id])).get(row.id) ?? [];
    const images = ids.map(await pathsOf(tx, ids));
    const replies = ((await repliesOf(tx, [row.id])).get(row.id) ?? []).map(({ actor, text, at }) => ({
      actor,
      text,
      at: iso(at),
    }));
    const shown = facts(row);
    return {
      lines: [
        ...Object.entries(shown).map(([key, value]) => `${key}\t${written(value)}`),
        'content',
        ...writtenLines(row.content),
        ...images.map((path, index) => `image ${index + 1}\t${path} (below VAR_DIR)`),
        ...replies.flatMap(({ actor, text, at }) => [`${at}\t${actor} replied`, ...writtenLines(text)]),
      ],
      data: { ...shown, content: row.content, images, replies },
      subject: row.id,
      // The audit says who looked, not what was seen.
      detail: {},
    };
  },
});

/** The least role that replies may look at what it replies to; `upload save` opens any image and needs a reviewer. */
export const feedbackImage = defineCommand({
  name: 'feedback image',
  audited: 'took a copy of an image of feedback',
  role: 'support',
  schema: z.strictObject({ id, number: z.int().check(z.gte(1), z.lte(MAX_FEEDBACK_IMAGES)) }),
  run: async (tx, input, _now, { files }) => {
    const row = there(await findFeedback(tx, input.id), input.id);
    const image = (await imagesOf(tx, [row.id])).get(row.id)?.[input.number - 1];
    const [upload] = image === undefined ? [] : await uploadsById(tx, [image]);
    if (!upload) throw new OperatorError('state', `feedback ${row.id} has no image ${input.number}`);
    return { ...(await copyOf(files, upload)), subject: row.id, detail: { image: upload.id } };
  },
});

export const feedbackReply = defineCommand({
  name: 'feedback reply',
  description: 'the person is told, and reads it in the app; more can be added later',
  audited: 'replied to feedback',
  options: [{ flags: '<id>' }, { flags: '<text>' }],
  role: 'support',
  schema: z.strictObject({
    id,
    text: z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(MAX_FEEDBACK_CONTENT)),
  }),
  run: async (tx, { id: number, text }, now, context) => {
    const row = there(await lockFeedback(tx, number), number);
    refuseOwn(context, [row.userId]);
    const { actor } = context;
    if (!(await reply(tx, row, { actor, text, now })))
      throw new OperatorError('state', `feedback ${number} has as many replies as it can have`);
    return {
      lines: [`user ${row.userId} reads it`],
      data: { id: number, user: row.userId, status: 'replied' },
      subject: number,
      detail: { text, before: row.status, after: 'replied' },
    };
  },
});
