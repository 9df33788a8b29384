/** Configuration, languages, version, published content, and what became of a money call. */
import { LANG_CODES } from '../../../contract/ids';
import type { Handlers } from '../call-context';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { findKey } from '../../ledger/idempotency';
import { closeIntent } from '../money-call';
import { LANGUAGE_NAMES, textFor } from './language';
import { pageContents, type ContentKind } from './repo';

const MAX_BANNERS = 10;
const MAX_NOTICES = 20;

type ContentCall = 'config' | 'languages' | 'version' | 'marquee' | 'newsItems' | 'askOutcome';

export const contentHandlers: Handlers<ContentCall> = {
  async config({ deps, now, lang }) {
    const [settings, banners] = await Promise.all([
      loadSettings(deps.db.db),
      pageContents(deps.db.db, { kinds: ['banner'], now, end: null, limit: MAX_BANNERS }),
    ]);
    return {
      isDemo: deps.isDemo,
      timeZone: settings['app.timeZone'],
      banners: banners.map(({ id, texts, target }) => {
        const { title, text, action } = textFor(texts, lang);
        return { id, title, text, action: action ?? null, target };
      }),
    };
  },

  async languages({ deps }) {
    const settings = await loadSettings(deps.db.db);
    const offered = LANG_CODES.filter((code) => settings['app.languages'].includes(code));
    return {
      languages: offered.map((code) => ({ code, name: LANGUAGE_NAMES[code] })),
      default: settings['app.defaultLanguage'],
    };
  },

  async version({ deps }) {
    return (await loadSettings(deps.db.db))['app.release'];
  },

  async marquee({ deps, now, lang }) {
    const rows = await pageContents(deps.db.db, { kinds: ['notice'], now, end: null, limit: MAX_NOTICES });
    return {
      notices: rows.map(({ id, texts, publishedAt }) => ({ id, text: textFor(texts, lang).text, publishedAt })),
    };
  },

  newsItems({ deps, now, lang }, { kind: only, ...asked }) {
    const kinds: ContentKind[] = only ? [only] : ['news', 'bulletin'];
    return pageOf(BY_TIME, asked, {
      read: (page) => pageContents(deps.db.db, { kinds, now, ...page }),
      last: ({ publishedAt, id }) => ({ at: publishedAt, id }),
      view: (rows) =>
        rows.map(({ id, kind, texts, publishedAt }) => {
          const { title, text } = textFor(texts, lang);
          return { id, kind: kind === 'bulletin' ? 'bulletin' : 'news', title, summary: text, publishedAt };
        }),
    });
  },

  /** Keys belong to a user: somebody else's key was never used. */
  async askOutcome({ deps, session: { userId }, now }, { key }) {
    const known = await findKey(deps.db.db, userId, key);
    const final = known.state === 'unknown' ? await closeIntent(deps, { userId, key, now }) : known;
    return final.state === 'done' ? { state: 'done', answer: final.answer } : { state: 'absent', answer: null };
  },
};
