/** Finds what is wrong with a catalogue, as lines for people. Pure: `scripts/check-catalogues.ts` reads the files. */

/** msgid (with its context) → msgstr; obsolete entries are left out. */
export type Catalogue = ReadonlyMap<string, string>;

/** Between a context and its msgid, as in gettext's own files. */
const CONTEXT_END = '\u0004';

/** Reads the text of a .po file. */
export function parseCatalogue(text: string): Catalogue {
  const messages = new Map<string, string>();
  for (const block of text.split(/\n{2,}/)) {
    const values: Record<string, string> = {};
    let field = '';
    for (const line of block.split('\n')) {
      const [, name, part] = /^(?:(msgctxt|msgid|msgstr) )?"(.*)"$/.exec(line) ?? [];
      if (part === undefined) continue;
      if (name !== undefined) field = name;
      values[field] = (values[field] ?? '') + part.replaceAll('\\"', '"');
    }
    const { msgctxt, msgid, msgstr } = values;
    if (msgid) messages.set(msgctxt === undefined ? msgid : msgctxt + CONTEXT_END + msgid, msgstr ?? '');
  }
  return messages;
}

/** Texts that the code has and the catalogue lacks, and the other way round. */
export function differences(kept: Catalogue, fresh: Catalogue): string[] {
  return [
    ...[...fresh.keys()].filter((id) => !kept.has(id)).map((id) => `missing: ${id}`),
    ...[...kept.keys()].filter((id) => !fresh.has(id)).map((id) => `no longer used: ${id}`),
  ];
}

export function untranslated(catalogue: Catalogue): string[] {
  return [...catalogue].filter(([, text]) => text === '').map(([id]) => `not translated: ${id}`);
}

/** The names that a message fills in, and its tags; texts of plural branches are in braces too and are none. */
function placeholders(text: string): string {
  const braces = /(?<!\b(?:zero|one|two|few|many|other|=\d+)\s*)\{\s*(\w+)\s*[,}]|<\/?(\d+)/g;
  const names = [...text.matchAll(braces)].map(([, name, tag]) => name ?? `<${tag}`);
  return [...new Set(names)].sort().join(' ');
}

export function lostPlaceholders(catalogue: Catalogue): string[] {
  return translatedOf(catalogue)
    .filter(([id, text]) => placeholders(id) !== placeholders(text) && /[{<]/.test(id + text))
    .map(([id, text]) => `${id} → ${text}`);
}

/** Plurals with exactly the categories of the language; `many` of the Romance languages may be left to `other`. */
export function wrongPlurals(locale: string, catalogue: Catalogue): string[] {
  const all = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const needed = all.filter((category) => category !== 'many');
  return translatedOf(catalogue)
    .filter(([id]) => /\{\s*\w+\s*,\s*plural\s*,/.test(id))
    .filter(([, text]) => {
      const used = [...text.matchAll(/\b(zero|one|two|few|many|other)\s*\{/g)].map(([, category]) => category);
      const foreign = used.some((category) => !all.some((own) => own === category));
      return foreign || needed.some((category) => !used.includes(category));
    })
    .map(([id, text]) => `${id} → ${text} (${locale} has: ${all.join(', ')})`);
}

interface Rule {
  wrong: RegExp;
  instead: string;
}

const HAN = '\\u3040-\\u30ff\\u4e00-\\u9fff';
const THREE_DOTS: Rule = { wrong: /\.\.\./, instead: '…' };
const STRAIGHT_QUOTES: Rule = { wrong: /"/, instead: 'the quotes of the language' };
const HALF_WIDTH: Rule = {
  wrong: new RegExp(`[${HAN}][,;:!?()]|[,;:!?()][${HAN}]`),
  instead: 'full-width punctuation beside Han and kana',
};
const SPACED_LATIN: Rule = {
  wrong: new RegExp(`[${HAN}][A-Za-z0-9]|[A-Za-z0-9][${HAN}]`),
  instead: 'a space between Han and Latin letters or digits',
};

/** The typography and form of address of each language, as far as a pattern can tell; English is the source. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'zh-Hans': [THREE_DOTS, STRAIGHT_QUOTES, HALF_WIDTH, SPACED_LATIN],
  'zh-Hant': [THREE_DOTS, STRAIGHT_QUOTES, HALF_WIDTH, SPACED_LATIN, { wrong: /[“”]/, instead: '「」' }],
  ja: [
    THREE_DOTS,
    STRAIGHT_QUOTES,
    HALF_WIDTH,
    { wrong: new RegExp(`[${HAN}] [A-Za-z0-9]|[A-Za-z0-9] [${HAN}]`), instead: 'no space beside Latin letters' },
  ],
  de: [
    THREE_DOTS,
    STRAIGHT_QUOTES,
    { wrong: /”/, instead: '„…“' },
    { wrong: /\b(?:du|dir|dich|dein(?:e[mnrs]?)?)\b/i, instead: 'Sie' },
  ],
  fr: [
    THREE_DOTS,
    STRAIGHT_QUOTES,
    { wrong: / [:»]|« /, instead: 'a no-break space (U+00A0) before “:” and within « »' },
    { wrong: / [;?!]/, instead: 'a narrow no-break space (U+202F) before “;”, “?” and “!”' },
    { wrong: /\w'\w/, instead: '’' },
    { wrong: /\b(?:tu|toi)\b/i, instead: 'vous' },
  ],
  ko: [THREE_DOTS, STRAIGHT_QUOTES],
  th: [THREE_DOTS, STRAIGHT_QUOTES],
  vi: [THREE_DOTS, STRAIGHT_QUOTES],
};

/** Only what people read: names, plural syntax and tags are taken out, and leave a mark that is no letter. */
function plainText(text: string): string {
  return text
    .replace(/\{\s*\w+\s*,\s*plural\s*,/g, '\uE000')
    .replace(/\b(?:zero|one|two|few|many|other|=\d+)\s*\{/g, '\uE000')
    .replace(/\{\w+\}|<\/?\d+\/?>|[{}#]/g, '\uE000');
}

export function typography(locale: string, catalogue: Catalogue): string[] {
  const rules = RULES[locale] ?? [];
  return translatedOf(catalogue).flatMap(([, text]) =>
    rules.filter(({ wrong }) => wrong.test(plainText(text))).map(({ instead }) => `${text} (use ${instead})`),
  );
}

function translatedOf(catalogue: Catalogue): [id: string, text: string][] {
  return [...catalogue].filter(([, text]) => text !== '');
}
