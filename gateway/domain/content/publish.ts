/** Publishing: what a content of each kind must have, and how its texts are cleaned before they are stored. */
import * as z from 'zod/mini';
import { MAX_BLOCKS, outsideAddress } from '../../../contract/article';
import { MAX_DOCUMENTS } from '../../../contract/calls/documents';
import { MAX_LINKS, MAX_QUESTIONS, QUESTION_TOPICS } from '../../../contract/calls/help';
import { LANG_CODES, type LangCode } from '../../../contract/ids';
import type { Queries } from '../../db/client';
import type { ContentText } from '../../db/schema/content';
import { articleOf, imageIdsIn, type KnownImage } from './article';
import { filesNamed } from './files-repo';
import { plainText, visibleText } from './plain-text';
import { countPublished, imagesNamed, insertContent, newestVersion, type ContentKind, type NewContent } from './repo';

interface Limits {
  /** Characters; 0 where the kind has no such text. */
  title: number;
  text: number;
  body: number;
  needsBody?: true;
  /** The text may be empty. */
  maySayNothing?: true;
}

const LIMITS: Record<ContentKind, Limits> = {
  notice: { title: 0, text: 200, body: 0 },
  news: { title: 120, text: 400, body: 20_000 },
  bulletin: { title: 120, text: 400, body: 20_000 },
  banner: { title: 60, text: 160, body: 0 },
  question: { title: 160, text: 0, body: 4_000, needsBody: true },
  link: { title: 60, text: 160, body: 0 },
  mandatory: { title: 120, text: 0, body: 8_000, needsBody: true },
  document: { title: 120, text: 160, body: 0, maySayNothing: true },
};
const MAX_ACTION = 20;
/** A page that lists them shows no more. */
const MAX_PUBLISHED: Partial<Record<ContentKind, number>> = {
  question: MAX_QUESTIONS,
  link: MAX_LINKS,
  document: MAX_DOCUMENTS,
};
/** Bounds what is read at all; `LIMITS` judges what is left of it. */
const MAX_GIVEN = 40_000;

/** Screens that a banner can lead to today; a route without a screen would be offered nowhere else either. */
export const BANNER_TARGETS = [
  '/pages/index/index2',
  '/pages/my/my',
  '/pages/index/index5',
  '/pages/kefu/kefu',
] as const;

const given = z.string().check(z.maxLength(MAX_GIVEN));
const contentText = z.strictObject({
  title: given,
  text: given,
  action: z.optional(given),
  body: z.optional(given),
  /** Of a document: what `content file` has added. */
  file: z.optional(z.uuid()),
});
type GivenText = z.output<typeof contentText>;

export const publishInput = z.strictObject({
  kind: z.enum(['notice', 'news', 'bulletin', 'banner', 'question', 'link', 'mandatory', 'document']),
  texts: z.partialRecord(z.enum(LANG_CODES), contentText),
  /** A screen for a banner, another site for a link. */
  target: z.optional(z.union([z.enum(BANNER_TARGETS), outsideAddress])),
  topic: z.optional(z.enum(QUESTION_TOPICS)),
  /** Of a question, a link or a document: small ones come first. */
  position: z.optional(z.int().check(z.gte(0), z.lte(9_999))),
  /** Of a mandatory notice. */
  name: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'))),
  version: z.optional(z.int().check(z.gte(1), z.lte(9_999))),
  sampleKey: z.optional(z.string()),
});
export type PublishInput = z.output<typeof publishInput>;

/** A content that cannot be published, in one sentence. */
export class ContentError extends Error {
  override name = 'ContentError';
}

export interface PreparedContent {
  content: NewContent;
  /** The parts of the operator's text that nobody will see, a line each. */
  leftOut: string[];
}

/** @throws ContentError naming the language and its text */
function judge(of: string, text: string, max: number): string {
  const clean = plainText(text, MAX_GIVEN);
  if (max === 0 && clean !== '') throw new ContentError(`this kind of content has no ${of}`);
  if (max > 0 && clean === '') throw new ContentError(`the ${of} is empty`);
  const length = [...clean].length;
  if (length > max) throw new ContentError(`the ${of} has ${length} characters, ${max} are possible`);
  return clean;
}

interface ArticleSource {
  kind: ContentKind;
  lang: string;
  images: ReadonlyMap<string, KnownImage>;
  files: Awaited<ReturnType<typeof filesNamed>>;
}

function articleFor({ kind, lang, images }: ArticleSource, body: string | undefined) {
  const { body: max, needsBody = false } = LIMITS[kind];
  if (body === undefined || body.trim() === '') {
    if (needsBody) throw new ContentError(`the ${lang} body is empty`);
    return null;
  }
  if (max === 0) throw new ContentError(`this kind of content has no ${lang} body`);
  if (body.length > max) throw new ContentError(`the ${lang} body has ${body.length} characters, ${max} are possible`);
  try {
    const made = articleOf(body, { images, leadsInside: kind !== 'mandatory' });
    if (made.article.length === 0) throw new ContentError(`nothing of the ${lang} body can be shown`);
    if (made.article.length > MAX_BLOCKS)
      throw new ContentError(`the ${lang} body has more than ${MAX_BLOCKS} paragraphs`);
    return { ...made, leftOut: made.leftOut.map((line) => `${lang}: ${line}`) };
  } catch (error) {
    throw error instanceof RangeError ? new ContentError(`the ${lang} body is nested too deeply`) : error;
  }
}

function fileFor({ kind, lang, files }: ArticleSource, id: string | undefined): Pick<ContentText, 'file'> {
  if ((kind === 'document') !== (id !== undefined))
    throw new ContentError(kind === 'document' ? `the ${lang} file is missing` : 'only a document has files');
  if (id === undefined) return {};
  const file = files.get(id);
  if (!file) throw new ContentError(`there is no file ${id}`);
  return { file: { id, bytes: file.bytes, pages: file.pages } };
}

function cleaned(source: ArticleSource, { title, text, action, body, file }: GivenText) {
  const { kind, lang } = source;
  const limits = LIMITS[kind];
  const made = articleFor(source, body);
  const label = action === undefined ? '' : judge(`${lang} action`, action, MAX_ACTION);
  const clean: ContentText = {
    title: judge(`${lang} title`, title, limits.title),
    text: limits.maySayNothing && text.trim() === '' ? '' : judge(`${lang} text`, text, limits.text),
    ...(label === '' ? {} : { action: label }),
    ...(made === null ? {} : { body: visibleText(body ?? ''), article: made.article }),
    ...fileFor(source, file),
  };
  return { clean, leftOut: made?.leftOut ?? [] };
}

/** Says what belongs to which kind only. */
async function judgeKind(queries: Queries, input: PublishInput): Promise<void> {
  const { kind, target, topic, position, name, version } = input;
  const isOutside = target?.startsWith('https:') ?? false;
  if (kind === 'link' && !isOutside) throw new ContentError('a link needs an address that begins with https://');
  if (kind !== 'link' && isOutside) throw new ContentError('only a link leads to another site');
  if (kind !== 'link' && kind !== 'banner' && target !== undefined)
    throw new ContentError('only a banner leads somewhere');
  if ((kind === 'question') !== (topic !== undefined))
    throw new ContentError(kind === 'question' ? 'a question needs a topic' : 'only a question has a topic');
  if (position !== undefined && kind !== 'question' && kind !== 'link' && kind !== 'document')
    throw new ContentError('only questions, links and documents have a position');
  const isMandatory = kind === 'mandatory';
  if (isMandatory !== (name !== undefined) || isMandatory !== (version !== undefined))
    throw new ContentError(
      isMandatory
        ? 'a mandatory notice needs a name and a version'
        : 'only a mandatory notice has a name and a version',
    );
  if (name !== undefined && version !== undefined) {
    const newest = await newestVersion(queries, name);
    if (version <= newest) throw new ContentError(`${name} has version ${newest}: the next one has to be higher`);
  }
  const most = MAX_PUBLISHED[kind];
  if (most !== undefined && (await countPublished(queries, kind)) >= most)
    throw new ContentError(`there are ${most} of them already: withdraw one first`);
}

/** Judges a content and makes the row that it would be stored as. @throws ContentError */
export async function prepareContent(queries: Queries, input: PublishInput, now: number): Promise<PreparedContent> {
  const entries = Object.entries(input.texts) as [LangCode, GivenText][];
  if (entries.length === 0) throw new ContentError('a content needs a text in at least one language');
  await judgeKind(queries, input);
  const ids = entries.flatMap(([, { body }]) => imageIdsIn(body ?? ''));
  const images = await imagesNamed(queries, ids);
  const files = await filesNamed(
    queries,
    entries.flatMap(([, { file }]) => file ?? []),
  );
  const made = entries.map(([lang, text]) => [lang, cleaned({ kind: input.kind, lang, images, files }, text)] as const);
  return {
    content: {
      kind: input.kind,
      texts: Object.fromEntries(made.map(([lang, { clean }]) => [lang, clean])),
      target: input.target ?? null,
      publishedAt: now,
      sampleKey: input.sampleKey ?? null,
      topic: input.topic ?? null,
      ...(input.position === undefined ? {} : { position: input.position }),
      noticeName: input.name ?? null,
      noticeVersion: input.version ?? null,
    },
    leftOut: made.flatMap(([, { leftOut }]) => leftOut),
  };
}

/** Stores a content; it is on screens from `now` on. @returns its id, or null for a sample that is there already. @throws ContentError */
export async function publish(queries: Queries, input: PublishInput, now: number): Promise<string | null> {
  return insertContent(queries, (await prepareContent(queries, input, now)).content);
}
