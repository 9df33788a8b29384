/** The gateway's own texts in the nine languages. A missing text does not compile. */
import type { AnyErrorData, ErrorDataOf, GatewayErrorCode } from '../../../contract/errors';
import { LANGUAGE_TAGS, type LangCode } from '../../../contract/ids';
import { CN } from './cn';
import { DE } from './de';
import { EN } from './en';
import { FR } from './fr';
import { JP } from './jp';
import { KO } from './ko';
import { TH } from './th';
import { TW } from './tw';
import type { Messages } from './texts';
import { VI } from './vi';

export const MESSAGES: Record<LangCode, Messages> = { CN, TW, EN, DE, FR, KO, JP, TH, VI };

/** A number as the language writes it, exact and without needless zeros: `100.500000` is `100,5` in German. */
export function figureText(number: string | number | bigint, lang: LangCode): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[lang], { maximumFractionDigits: 20, numberingSystem: 'latn' });
  // A decimal string is formatted exactly, never by way of a binary float.
  return format.format(number as Intl.StringNumericLiteral | number | bigint);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A duration in the largest unit that it has two of, rounded up: `3 hours`, `3 Stunden`. */
function waitText(durationMs: number, lang: LangCode): string {
  const [unit, unitMs] = UNITS.find(([, ms]) => durationMs >= 2 * ms) ?? UNITS[3];
  const count = Math.max(1, Math.ceil(durationMs / unitMs));
  return new Intl.NumberFormat(LANGUAGE_TAGS[lang], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem: 'latn',
  }).format(count);
}

/** The figures of texts.ts for the data that a refusal brings, as the language writes them. */
function figuresOf(data: AnyErrorData, lang: LangCode, now: number): Partial<Record<string, string>> {
  const { triesLeft, lockedUntil, retryAfterMs, network, asset } = data;
  const numbers = {
    triesLeft,
    minutes: lockedUntil === undefined ? undefined : Math.max(1, Math.ceil((lockedUntil - now) / 60_000)),
    seconds: retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000)),
    available: data.available,
    limit: data.limit,
    lowest: data.lowest,
    highest: data.highest,
    price: data.price,
  };
  const figures: Partial<Record<string, string>> = {};
  for (const [name, number] of Object.entries(numbers)) {
    if (number !== undefined) figures[name] = figureText(number, lang);
  }
  // The name of a network or an asset is the same in every language.
  if (network !== undefined) figures['network'] = network;
  if (asset !== undefined) figures['asset'] = asset;
  if (retryAfterMs !== undefined) figures['wait'] = waitText(retryAfterMs, lang);
  return figures;
}

/** The text of a refusal, with the figures of its data where it brings them. @param now UTC ms, for what is counted from now */
export function errorMessage<C extends GatewayErrorCode>(
  lang: LangCode,
  code: C,
  data: ErrorDataOf<C> | undefined,
  now: number,
): string {
  const text = MESSAGES[lang].errors[code];
  if (typeof text === 'string') return text;
  const figures = figuresOf(data ?? {}, lang, now);
  const [plain, detailed] = text;
  let isComplete = true;
  const filled = detailed.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) isComplete = false;
    return figure ?? '';
  });
  return isComplete ? filled : plain;
}
