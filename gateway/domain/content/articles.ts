/** Articles, their pictures and read marks, common questions and community links, mandatory notices (docs/rules.md §9). */
import { MARKED_CONTENTS } from '../../../contract/calls/articles';
import { MAX_LINKS, MAX_QUESTIONS, QUESTION_TOPICS } from '../../../contract/calls/help';
import { MAX_MANDATORY } from '../../../contract/calls/mandatory-notices';
import { Refusal, type Handlers } from '../call-context';
import { isRecordId } from '../paging';
import { runWriteCall } from '../write-call';
import { langFor, textFor } from './language';
import { insertAcknowledgement, insertReads, readMarksOf, unacknowledged } from './reading-repo';
import { contentImageOf, orderedContents, publishedContent, type ContentKind, type ContentRow } from './repo';

const ARTICLES: readonly ContentKind[] = ['news', 'bulletin'];

type ArticleCall =
  | 'newsItem'
  | 'contentImage'
  | 'readMarks'
  | 'markRead'
  | 'commonQuestions'
  | 'communityLinks'
  | 'mandatoryNotices'
  | 'acknowledgeNotice';

/** Topics in the order of the page; within one the operator's order stays. */
const byTopic = (a: ContentRow, b: ContentRow) => topicOrder(a) - topicOrder(b);
const topicOrder = ({ topic }: ContentRow) => QUESTION_TOPICS.indexOf(topic ?? 'other');

export const articleHandlers: Handlers<ArticleCall> = {
  async newsItem({ deps, now, lang }, { id }) {
    const row = isRecordId(id) ? await publishedContent(deps.db.db, id, { kinds: ARTICLES, now }) : null;
    if (!row) throw new Refusal('not-found');
    const { title, text, article = [] } = textFor(row.texts, lang);
    return {
      id,
      kind: row.kind === 'bulletin' ? 'bulletin' : 'news',
      title,
      summary: text,
      publishedAt: row.publishedAt,
      lang: langFor(row.texts, lang),
      article,
    };
  },

  async contentImage({ deps }, { id }) {
    const image = await contentImageOf(deps.db.db, id);
    if (!image) throw new Refusal('not-found');
    const { path, width, height } = image;
    return { width, height, webp: Buffer.from(await deps.files.read(path)).toString('base64') };
  },

  readMarks({ deps, session: { userId }, now }) {
    return readMarksOf(deps.db.db, { userId, now, newest: MARKED_CONTENTS });
  },

  markRead(context, { ids }) {
    const { session, now } = context;
    return runWriteCall(context, async (tx, keepQuiet) => {
      const records = ids.filter(isRecordId);
      const added = records.length === 0 ? 0 : await insertReads(tx, { userId: session.userId, ids: records, now });
      if (added === 0) keepQuiet();
      return {};
    });
  },

  async commonQuestions({ deps, now, lang }) {
    const rows = await orderedContents(deps.db.db, { kind: 'question', now, limit: MAX_QUESTIONS });
    return {
      questions: rows.sort(byTopic).map(({ id, topic, texts }) => {
        const { title, article = [] } = textFor(texts, lang);
        return { id, topic: topic ?? 'other', question: title, lang: langFor(texts, lang), answer: article };
      }),
    };
  },

  async communityLinks({ deps, now, lang }) {
    const rows = await orderedContents(deps.db.db, { kind: 'link', now, limit: MAX_LINKS });
    return {
      links: rows.flatMap(({ id, texts, target }) => {
        const { title, text } = textFor(texts, lang);
        return target === null ? [] : [{ id, title, text, address: target }];
      }),
    };
  },

  async mandatoryNotices({ deps, session: { userId }, now, lang }) {
    const rows = await unacknowledged(deps.db.db, { userId, now, limit: MAX_MANDATORY });
    return {
      notices: rows.map(({ id, noticeVersion, publishedAt, texts }) => {
        const { title, article = [] } = textFor(texts, lang);
        return { id, version: noticeVersion ?? 0, title, publishedAt, lang: langFor(texts, lang), article };
      }),
    };
  },

  acknowledgeNotice(context, { id }) {
    const { session, now } = context;
    return runWriteCall(context, async (tx, keepQuiet) => {
      const row = isRecordId(id) ? await publishedContent(tx, id, { kinds: ['mandatory'], now }) : null;
      if (!row) throw new Refusal('not-found');
      const isNew = await insertAcknowledgement(tx, { userId: session.userId, contentId: id, acknowledgedAt: now });
      if (!isNew) keepQuiet();
      return {};
    });
  },
};
