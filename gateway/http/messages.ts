/** What the gateway says in the nine languages. A missing text does not compile. */
import type { ErrorData, GatewayErrorCode } from '../../contract/errors';
import type { LangCode } from '../../contract/ids';
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

type Figure = 'triesLeft' | 'minutes' | 'seconds' | 'available' | 'limit';

function figuresOf(data: ErrorData, now: number): Record<Figure, string | undefined> {
  const { triesLeft, lockedUntil, retryAfterMs, available, limit } = data;
  return {
    triesLeft: triesLeft?.toString(),
    minutes: lockedUntil === undefined ? undefined : String(Math.max(1, Math.ceil((lockedUntil - now) / 60_000))),
    seconds: retryAfterMs === undefined ? undefined : String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
    available: available === undefined ? undefined : shortAmount(available),
    limit: limit === undefined ? undefined : shortAmount(limit),
  };
}

/** `100.000000` as `100`, `1.500000` as `1.5`. */
function shortAmount(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
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
    return figure ?? '';
  });
  return isComplete ? filled : plain;
}
