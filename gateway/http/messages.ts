/** What the gateway says in the nine languages. A missing text does not compile. */
import type { ErrorData, GatewayErrorCode } from '../../contract/errors';
import { LANGUAGE_TAGS, type LangCode } from '../../contract/ids';
import { CN } from './messages/cn';
import { DE } from './messages/de';
import { EN } from './messages/en';
import { FR } from './messages/fr';
import { JP } from './messages/jp';
import { KO } from './messages/ko';
import { TH } from './messages/th';
import { TW } from './messages/tw';
import type { Messages } from './messages/texts';
import { VI } from './messages/vi';

export const MESSAGES: Record<LangCode, Messages> = { CN, TW, EN, DE, FR, KO, JP, TH, VI };

type Figure = 'triesLeft' | 'minutes' | 'seconds' | 'available' | 'limit' | 'network';

/** A number as the language writes it, exact and without needless zeros: `100.500000` is `100,5` in German. */
export function figureText(number: string | number | bigint, lang: LangCode): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[lang], { maximumFractionDigits: 20, numberingSystem: 'latn' });
  // A decimal string is formatted exactly, never by way of a binary float.
  return format.format(number as Intl.StringNumericLiteral | number | bigint);
}

function figuresOf(data: ErrorData, now: number): Record<Figure, string | undefined> {
  const { triesLeft, lockedUntil, retryAfterMs, available, limit, network } = data;
  return {
    triesLeft: triesLeft?.toString(),
    minutes: lockedUntil === undefined ? undefined : String(Math.max(1, Math.ceil((lockedUntil - now) / 60_000))),
    seconds: retryAfterMs === undefined ? undefined : String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
    available,
    limit,
    network,
  };
}

/** The text of a refusal. @param now UTC ms, for what is counted from now */
export function errorMessage(lang: LangCode, code: GatewayErrorCode, data: ErrorData, now: number): string {
  const text = MESSAGES[lang].errors[code];
  if (typeof text === 'string') return text;
  const figures: Partial<Record<string, string>> = figuresOf(data, now);
  const [plain, detailed] = text;
  let isComplete = true;
  const filled = detailed.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) isComplete = false;
    // A network's name is the same in every language.
    return figure === undefined || name === 'network' ? (figure ?? '') : figureText(figure, lang);
  });
  return isComplete ? filled : plain;
}
