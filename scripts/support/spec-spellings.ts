/**
 * Finds spellings of public paths outside of paths (`hosting`, `blance_record`). A path keeps them for ever; everywhere else the code
 * has its own words (docs/glossary.md).
 */
import type { SourceFile } from './import-edges';
import type { Untidy } from './tidy';
import { lineAt } from './source-text';

/** Names that the specification gives to calls, screens and things, in every casing that code could give them. */
const SPELLINGS = [
  String.raw`\w*(?:(?<![a-z])hosting|Hosting)\w*`,
  // In French a page loads itself again by this word.
  String.raw`(?<!\bse )(?:\w*Recharge|recharge)\w*`,
  'docert',
  '[iI]dentity[-_]?(?:store|Store|info|Info)',
  'do[-_]?[sS]ave[-_]?[cC]ash',
  String.raw`(?:all|me)(?:Buy|Sell)(?:Usdt)?List\w*`,
  String.raw`otcUsdt(?:Buy|Sell|Pay|Sure|Cancel|Dispute)\w*`,
  'otc(?:Buy|Sell|Cancel|Say)',
  '[mM]chProfile',
  String.raw`\w*[bB]lance\w*`,
  String.raw`\w*(?:Google2Fa|google2fa|google_2fa)\w*`,
  '[pP]ayment[-_]?[lL]ist',
  'add[-_]?(?:[cC]hain|[bB]ank)[-_]?[pP]ayment',
  'withdraw(?:Index|Config)',
  'exchange(?:Index|Exchange)',
  'ai(?:Receive|Income|Info)',
  String.raw`\w*(?:Forex|forex)\w*`,
  'up[-_]?[iI]mg',
  'randNickname',
  'secondStep',
  'operator[-_]?[lL]og',
  'pushFeedback',
  '(?:send|check)ForgetCode',
  'emailLogin',
  '[gG]oods_?[dD]etail',
  '[kK]efu',
  '[cC]hatroom',
] as const;

const WHOLE_NAME = new RegExp(String.raw`(?<![A-Za-z0-9_])(?:${SPELLINGS.join('|')})(?![A-Za-z0-9_])`, 'g');
/** A uri of a call, a route of a screen, or a part of one with its slash: `/api/v1/user/docert`, `/pages/kefu/kefu`. */
const PATH = /(?:(?<![\w.@*/])v1|(?<![\w.@*]))\/[\w-]+(?:\/[\w.{}$-]*)*|\bhttps?:\S+/g;

/** These explain the specification's words, keep what versions of the app have said, or speak to people in their languages. */
const MAY_SPELL = new RegExp(
  [
    '^docs/glossary\\.md$',
    '^contract/former-names\\.ts$',
    '^scripts/support/spec-spellings\\.ts$',
    '^tests/.*former-names\\.test\\.ts$',
    '^tests/gateway/(?:live/stream|ledger/idempotency|scripts/spec-spellings)\\.test\\.ts$',
    '^gateway/.*/(?:cn|de|fr|jp|ko|th|tw|vi)\\.ts$',
  ].join('|'),
);
/** The specification's lists of names that share one path (docs/rules.md §10). */
const LISTED = /^- \*\*(?:GET|POST)\*\* [\s\S]*?(?=\n- |\n\n)/gm;

/** Every spelling of the specification's in a file that is no path, and in the file's own name. */
export function specSpellings(file: SourceFile): Untidy[] {
  if (MAY_SPELL.test(file.path)) return [];
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const listed = file.path === 'docs/rules.md' ? file.text.replace(LISTED, blank) : file.text;
  const found = [...listed.replace(PATH, blank).matchAll(WHOLE_NAME)];
  const named = [...file.path.replaceAll('/', ' ').matchAll(WHOLE_NAME)].slice(0, 1);
  return [
    ...named.map(([word]) => problem(file, 0, word)),
    ...found.map((match) => problem(file, match.index, match[0])),
  ];
}

function problem({ path, text }: SourceFile, index: number, word: string): Untidy {
  return { path, line: lineAt(text, index), problem: `${word} is the specification's word; docs/glossary.md has ours` };
}
