import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { ProductQuote } from '../../../contract/calls/quotes';
import { hrefTo, paths } from '../../app/paths';
import { Percent } from '../../components/Percent';
import { Sparkline } from '../../components/Sparkline';
import { amountSign } from '../../format/amount';
import { useLocale } from '../../i18n/useLocale';
import { PriceAge, PriceSource, usePriceAge } from './PriceAge';
import { formatPrice, pairOf } from './quote';
import styles from './QuoteRow.module.css';

/** A row looks at its age this often: prices come about as often. */
const AGE_EVERY_MS = 5_000;

export interface QuoteRowProps {
  quote: ProductQuote;
}

/** A product with the line of its last 24 hours; a tap leads to its chart. A price older than a minute is grey. */
export function QuoteRow({ quote }: QuoteRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, base, price, change, decimals, points, at, source } = quote;
  const { ageMs, isOld } = usePriceAge(at, AGE_EVERY_MS);
  const line = useMemo(() => [...points, price], [points, price]);
  const pair = pairOf(quote);
  return (
    <a className={styles['row']} href={hrefTo(paths.markets, { id })} data-old={isOld || undefined}>
      <span className={styles['mark']} aria-hidden="true">
        {base.slice(0, 3)}
      </span>
      <span className={styles['name']}>
        <span className={styles['pair']}>{pair}</span>
        <span className={styles['meta']}>
          <PriceSource source={source} /> · <PriceAge at={at} ageMs={ageMs} />
        </span>
      </span>
      <span className={styles['line']}>
        <Sparkline points={line} label={t`${pair} over 24 hours`} tone={amountSign(change) < 0 ? 'down' : 'up'} />
      </span>
      <span className={styles['figures']}>
        <span key={price} className={`rab-num ${styles['price']}`}>
          {formatPrice(price, decimals, locale)}
        </span>
        <Percent value={change} arrow />
      </span>
    </a>
  );
}
