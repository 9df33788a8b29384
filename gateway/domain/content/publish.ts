/** Publishing: what a content of each kind must have, and how its texts are cleaned before they are stored. */
import * as z from 'zod/mini';
import { LANG_CODES, type LangCode } from '../../../contract/ids';
import type { Queries } from '../../db/client';
import type { ContentText } from '../../db/schema/content';
import { plainText } from './plain-text';
import { insertContent, type ContentKind } from './repo';

const LIMITS: Record<ContentKind, { title: number; text: number }> = {
  notice: { title: 0, text: 200 },
  news: { title: 120, text: 400 },
  bulletin: { title: 120, text: 400 },
  banner: { title: 60, text: 160 },
};
const MAX_ACTION = 20;

/** Screens that a banner can lead to today; a route without a screen would be offered nowhere else either. */
export const BANNER_TARGETS = ['/pages/index/index2', '/pages/my/my'] as const;

const contentText = z.strictObject({
  title: z.string(),
  text: z.string(),
  action: z.optional(z.string()),
});

export const publishInput = z.strictObject({
  kind: z.enum(['notice', 'news', 'bulletin', 'banner']),
  texts: z.partialRecord(z.enum(LANG_CODES), contentText),
  target: z.optional(z.enum(BANNER_TARGETS)),
  sampleKey: z.optional(z.string()),
});
export type PublishInput = z.output<typeof publishInput>;

/** A content that cannot be published, in one sentence. */
export class ContentError extends Error {
  override name = 'ContentError';
}

function cleaned(kind: ContentKind, lang: string, { title, text, action }: ContentText): ContentText {
  const limits = LIMITS[kind];
  const clean: ContentText = { title: plainText(title, limits.title), text: plainText(text, limits.text) };
  if (clean.text === '') throw new ContentError(`the ${lang} text is empty`);
  if (limits.title > 0 && clean.title === '') throw new ContentError(`the ${lang} title is empty`);
  const label = action === undefined ? '' : plainText(action, MAX_ACTION);
  return label === '' ? clean : { ...clean, action: label };
}

/** Stores a content; it is on screens from `now` on. @returns its id, or null for a sample that is there already. @throws ContentError */
export async function publish(queries: Queries, input: PublishInput, now: number): Promise<string | null> {
  const entries = Object.entries(input.texts) as [LangCode, ContentText][];
  if (entries.length === 0) throw new ContentError('a content needs a text in at least one language');
  if (input.target !== undefined && input.kind !== 'banner') throw new ContentError('only a banner leads somewhere');
  const texts = Object.fromEntries(entries.map(([lang, text]) => [lang, cleaned(input.kind, lang, text)]));
  return insertContent(queries, {
    kind: input.kind,
    texts,
    target: input.target ?? null,
    publishedAt: now,
    sampleKey: input.sampleKey ?? null,
  });
}
