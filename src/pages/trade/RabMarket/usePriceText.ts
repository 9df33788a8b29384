import { useLingui } from '@lingui/react/macro';
import { toAmount } from '../../../../contract/money';
import { formatAmount, plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { priceRange, type Candle } from './candles';

/** Digits of a price that always stand there; USDT has six. */
const PRICE_DECIMALS = 4;

/** Prices of RAB in USDT as they are shown: four decimals, more only where they say something. */
export function usePriceText(): (price: string) => string {
  const locale = useLocale();
  return (price) =>
    formatAmount(plainAmount(price), { asset: 'USDT', locale, precision: 'full', decimals: PRICE_DECIMALS });
}

/** Describes a drawing of these trades in a sentence: from, to, low, high. */
export function useSpanSentence(candles: readonly Candle[]): string {
  const { t } = useLingui();
  const price = usePriceText();
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return t`No trades`;
  const [from, to] = [price(first.open), price(last.close)];
  const range = priceRange(candles);
  const [low, high] = [price(toAmount(range.low, 'USDT')), price(toAmount(range.high, 'USDT'))];
  return t`Price of RAB from ${from} to ${to}, low ${low}, high ${high} USDT`;
}
