/** Chooses the language in which a reader gets a content. */
import { LANG_CODES, type LangCode } from '../../../contract/ids';
import type { ContentText } from '../../db/schema/content';

/** Native names, as a language list shows them. */
export const LANGUAGE_NAMES: Record<LangCode, string> = {
  CN: '简体中文',
  TW: '繁體中文',
  EN: 'English',
  DE: 'Deutsch',
  FR: 'Français',
  KO: '한국어',
  JP: '日本語',
  TH: 'ไทย',
  VI: 'Tiếng Việt',
};

/** The two Chinese scripts read each other sooner than English; everybody else English; else whatever there is. */
function chain(lang: LangCode): LangCode[] {
  const near: LangCode[] = lang === 'CN' ? ['TW'] : lang === 'TW' ? ['CN'] : [];
  return [lang, ...near, 'EN', ...LANG_CODES];
}

type Texts = Partial<Record<LangCode, ContentText>>;

/** The language of the text that a reader of `lang` gets. */
export function langFor(texts: Texts, lang: LangCode): LangCode {
  return chain(lang).find((code) => texts[code] !== undefined) ?? lang;
}

/** The text for `lang`, or the nearest there is. */
export function textFor(texts: Texts, lang: LangCode): ContentText {
  return texts[langFor(texts, lang)] ?? { title: '', text: '' };
}
