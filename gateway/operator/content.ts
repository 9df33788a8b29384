/** `notice publish`, `news publish`, `banner publish`, `content withdraw`. */
import * as z from 'zod/mini';
import { ContentError, publish, publishInput } from '../domain/content/publish';
import { withdrawContent } from '../domain/content/repo';
import { announce } from '../domain/live/announce';
import { isRecordId } from '../domain/paging';
import { defineCommand, OperatorError } from './command';

export const contentPublish = defineCommand({
  name: 'content publish',
  audited: 'published content',
  role: 'support',
  schema: publishInput,
  run: async (tx, input, now) => {
    try {
      const id = await publish(tx, input, now);
      await announce(tx, [{ to: 'everybody', topics: [input.kind] }], now);
      const languages = Object.keys(input.texts);
      return {
        lines: [`${input.kind} ${id} is published in ${languages.join(', ')}`],
        data: { id, kind: input.kind, languages },
        subject: id,
        detail: { before: null, after: { ...input } },
      };
    } catch (error) {
      throw error instanceof ContentError ? new OperatorError('input', error.message) : error;
    }
  },
});

export const contentWithdraw = defineCommand({
  name: 'content withdraw',
  audited: 'withdrew content',
  options: [{ flags: '<id>' }],
  role: 'support',
  schema: z.strictObject({ id: z.string().check(z.refine(isRecordId, 'must be a number')) }),
  run: async (tx, { id }, now) => {
    const row = await withdrawContent(tx, id, now);
    if (!row) throw new OperatorError('state', `nothing published has the number ${id}`);
    await announce(tx, [{ to: 'everybody', topics: [row.kind] }], now);
    return {
      lines: [`${row.kind} ${id} is withdrawn`],
      data: { id, kind: row.kind },
      subject: id,
      detail: { before: { kind: row.kind, texts: row.texts }, after: null },
    };
  },
});
