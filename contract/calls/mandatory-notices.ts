/** Notices that each person acknowledges once per version (docs/rules.md §9). */
import * as z from 'zod/mini';
import { article } from '../article';
import { defineCall, noAnswer, nothing } from '../call';
import { id, langCode, timeMs } from '../ids';

/** At most this many wait for a person at a time. */
export const MAX_MANDATORY = 10;

/** Those that the person has not acknowledged, in their newest versions, oldest first. */
export const mandatoryNotices = defineCall({
  name: 'mandatoryNotices',
  method: 'GET',
  uri: '/api/v1/notice/mandatory',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['mandatory'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    notices: z
      .array(
        z.object({
          id,
          version: z.int(),
          title: z.string(),
          publishedAt: timeMs,
          lang: langCode,
          article,
        }),
      )
      .check(z.maxLength(MAX_MANDATORY)),
  }),
});

/** Acknowledging twice is acknowledging once. A version that was withdrawn meanwhile is `not-found`. */
export const acknowledgeNotice = defineCall({
  name: 'acknowledgeNotice',
  method: 'POST',
  uri: '/api/v1/notice/acknowledge',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['mandatory'],
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: noAnswer,
  errors: ['not-found'],
});
