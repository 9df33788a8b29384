/** News and bulletins in full, their pictures, and which of them a person has read (docs/rules.md §9). */
import * as z from 'zod/mini';
import { article } from '../article';
import { defineCall, noAnswer, nothing } from '../call';
import { id, langCode, timeMs, uuid } from '../ids';

export const newsItem = defineCall({
  name: 'newsItem',
  method: 'GET',
  uri: '/api/v1/news/get',
  access: 'public',
  effect: 'read',
  shows: ['news', 'bulletin'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({
    id,
    kind: z.enum(['news', 'bulletin']),
    title: z.string(),
    summary: z.string(),
    publishedAt: timeMs,
    /** The language that there is a text in: the asked one, or the nearest. */
    lang: langCode,
    /** Empty where the summary is all. */
    article,
  }),
  errors: ['not-found'],
});

/** A picture of an article, as WebP in base64. A picture never changes. */
export const contentImage = defineCall({
  name: 'contentImage',
  method: 'GET',
  uri: '/api/v1/news/img',
  origin: 'extension',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'static', maxAgeMs: 30 * 86_400_000 },
  input: z.strictObject({ id: uuid }),
  example: { id: '00000000-0000-4000-8000-000000000001' },
  output: z.object({ width: z.int(), height: z.int(), webp: z.string() }),
  errors: ['not-found'],
});

/** At most this many of the newest contents can be unread. */
export const MARKED_CONTENTS = 200;

/** The news and bulletins that the person has read. What was published before `from` counts as read. */
export const readMarks = defineCall({
  name: 'readMarks',
  method: 'GET',
  uri: '/api/v1/news/reads',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['read-marks'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({ from: timeMs, ids: z.array(id).check(z.maxLength(MARKED_CONTENTS)) }),
});

/** Ids that are none of a news or a bulletin are passed over: one may have been withdrawn meanwhile. */
export const markRead = defineCall({
  name: 'markRead',
  method: 'POST',
  uri: '/api/v1/news/reads',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['read-marks'],
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(MARKED_CONTENTS)) }),
  example: { ids: ['1'] },
  output: noAnswer,
});
