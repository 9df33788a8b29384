import { Trans } from '@lingui/react/macro';
import { QUOTE_FRESH_MS, SIMULATED, type ProductQuote } from '../../../contract/calls/quotes';
import { useNow } from '../../components/useCountdown';
import { formatAsOf } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';

/** How long ago a price was stated, by the gateway's clock. @param everyMs it is looked at anew */
export function usePriceAge(at: number, everyMs: number): { ageMs: number; isOld: boolean } {
  const ageMs = Math.max(0, useNow(everyMs) - at);
  return { ageMs, isOld: ageMs > QUOTE_FRESH_MS };
}

/** Who states the price. */
export function PriceSource({ source }: Pick<ProductQuote, 'source'>) {
  return source === SIMULATED ? <Trans>Simulated</Trans> : source;
}

/** How old the price is: seconds while it is fresh, then its time. */
export function PriceAge({ at, ageMs }: { at: number; ageMs: number }) {
  const locale = useLocale();
  if (ageMs > QUOTE_FRESH_MS) {
    const time = formatAsOf(at, at + ageMs, { locale });
    return <Trans>as of {time}</Trans>;
  }
  const seconds = Math.floor(ageMs / 1000);
  return <Trans>{seconds} s ago</Trans>;
}
