/** `notice publish`, `news publish`, `banner publish`, `question publish`, `link publish`, `document publish`, `content …`: what the operator tells everybody. */
import * as z from 'zod/mini';
import { LANG_CODES, type LangCode } from '../../contract/ids';
import type { Tx } from '../db/transaction';
import { langFor } from '../domain/content/language';
import { ContentError, prepareContent, publishInput, type PublishInput } from '../domain/content/publish';
import { countPeople, countsOf } from '../domain/content/reading-repo';
import { insertContent, listContents, withdrawContent, type ContentRow } from '../domain/content/repo';
import { announce } from '../domain/live/announce';
import { isRecordId } from '../domain/paging';
import { defineCommand, OperatorError } from './command';

/** More lines would scroll the result away. */
const MAX_LINES_LEFT_OUT = 20;

/** @throws OperatorError in one sentence that names the language */
async function prepared(tx: Tx, input: PublishInput, now: number) {
  try {
    return await prepareContent(tx, input, now);
  } catch (error) {
    throw error instanceof ContentError ? new OperatorError('input', error.message) : error;
  }
}

/** The texts as they are stored, without the trees that were made of them. */
function writtenIn(texts: ContentRow['texts']): object {
  return Object.fromEntries(Object.entries(texts).map(([lang, { article: _, ...written }]) => [lang, written]));
}

function linesOf(leftOut: readonly string[]): string[] {
  const more = leftOut.length - MAX_LINES_LEFT_OUT;
  return [
    ...leftOut.slice(0, MAX_LINES_LEFT_OUT).map((line) => `left out, ${line}`),
    ...(more > 0 ? [`left out, ${more} more`] : []),
  ];
}

/** The languages whose readers get the text of another one. */
const missingIn = (languages: readonly string[]) => LANG_CODES.filter((lang) => !languages.includes(lang));

function languagesLine(languages: readonly string[]): string {
  const missing = missingIn(languages);
  return missing.length === 0 ? 'in every language' : `in ${languages.join(', ')}; not in ${missing.join(', ')}`;
}

export const contentPublish = defineCommand({
  name: 'content publish',
  audited: 'published content',
  role: 'support',
  schema: publishInput,
  run: async (tx, input, now) => {
    const { content, leftOut } = await prepared(tx, input, now);
    const id = await insertContent(tx, content);
    await announce(tx, [{ to: 'everybody', topics: [input.kind] }], now);
    const languages = Object.keys(input.texts);
    return {
      lines: [`${input.kind} ${id} is published ${languagesLine(languages)}`, ...linesOf(leftOut)],
      data: { id, kind: input.kind, languages, leftOut },
      subject: id,
      detail: { before: null, after: { ...input, texts: writtenIn(content.texts) } },
    };
  },
});

export const contentCheck = defineCommand({
  name: 'content check',
  audited: 'checked content before publishing',
  role: 'support',
  schema: publishInput,
  run: async (tx, input, now) => {
    const { content, leftOut } = await prepared(tx, input, now);
    const languages = Object.keys(input.texts);
    const texts = Object.entries(content.texts).map(
      ([lang, { title, text, article }]) =>
        `${lang}\t${[title, text].filter((one) => one !== '').join(' | ')}${article ? ` (${article.length} blocks)` : ''}`,
    );
    return {
      lines: [
        `this ${input.kind} can be published ${languagesLine(languages)}; nothing is published yet`,
        ...texts,
        ...linesOf(leftOut),
      ],
      data: { kind: input.kind, languages, leftOut },
      subject: null,
      detail: { kind: input.kind, languages },
    };
  },
});

export const contentWithdraw = defineCommand({
  name: 'content withdraw',
  description: 'take anything that was published off all screens',
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
      detail: { before: { kind: row.kind, texts: writtenIn(row.texts) }, after: null },
    };
  },
});

/** A content's words for a list, in the operators' language where there is a text in it. */
function wordsOf({ texts }: ContentRow): string {
  const { title = '', text = '' } = texts[langFor(texts, 'EN')] ?? {};
  return title === '' ? text : title;
}

const languagesOf = ({ texts }: ContentRow) => Object.keys(texts) as LangCode[];

export const contentList = defineCommand({
  name: 'content list',
  description: 'what was published, newest first, with its languages and how many have read it',
  audited: 'listed the contents',
  options: [
    { flags: '--kind <kind>', text: 'notice, news, bulletin, banner, question, link, mandatory or document' },
    { flags: '--limit <count>', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    kind: z.optional(publishInput.shape.kind),
    limit: z.int().check(z.gte(1), z.lte(500)),
  }),
  run: async (tx, { kind, limit }) => {
    const rows = await listContents(tx, { kind: kind ?? null, limit });
    const counts = await countsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const data = rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.withdrawnAt === null ? 'published' : 'withdrawn',
      publishedAt: new Date(row.publishedAt).toISOString(),
      languages: languagesOf(row),
      words: wordsOf(row),
      reads: counts.get(row.id)?.reads ?? 0,
    }));
    return {
      lines: data.map(({ id, kind: of, state, publishedAt, languages, words, reads }) =>
        [id, of, state, publishedAt, languages.join(','), `${reads} read`, words].join('\t'),
      ),
      data,
      subject: null,
      detail: { kind: kind ?? null },
    };
  },
});

export const contentAcks = defineCommand({
  name: 'content acks',
  description: 'how many people have acknowledged each version of the mandatory notices',
  audited: 'counted acknowledgements',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  run: async (tx) => {
    const rows = await listContents(tx, { kind: 'mandatory', limit: 500 });
    const counts = await countsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const people = await countPeople(tx);
    const newest = new Map<string, number>();
    for (const { noticeName, noticeVersion, withdrawnAt } of rows) {
      if (noticeName === null || noticeVersion === null || withdrawnAt !== null) continue;
      newest.set(noticeName, Math.max(noticeVersion, newest.get(noticeName) ?? 0));
    }
    const data = rows.map((row) => ({
      id: row.id,
      name: row.noticeName ?? '',
      version: row.noticeVersion ?? 0,
      state:
        row.withdrawnAt !== null
          ? 'withdrawn'
          : newest.get(row.noticeName ?? '') === row.noticeVersion
            ? 'asked for'
            : 'replaced',
      acknowledged: counts.get(row.id)?.acknowledgements ?? 0,
      people,
      words: wordsOf(row),
    }));
    return {
      lines: data.map(({ id, name, version, state, acknowledged, words }) =>
        [id, `${name} version ${version}`, state, `${acknowledged} of ${people} people`, words].join('\t'),
      ),
      data,
      subject: null,
      detail: {},
    };
  },
});
