import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowUpDown } from 'lucide-react';
import { useId } from 'react';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from './MarketBar.module.css';

export const MARKET_SORTS = ['price', 'quantity', 'newest'] as const;
export type MarketSort = (typeof MARKET_SORTS)[number];

interface MarketBarProps {
  /** The person's side, buying or selling; the offers shown are of the other side. */
  side: OtcSide;
  onSide: (side: OtcSide) => void;
  /** The user's own; undefined until it is known. */
  feeRate: string | undefined;
  sort: MarketSort;
  onSort: (sort: MarketSort) => void;
}

/** Buy or sell, the fee, and the order of the list. */
export function MarketBar({ side, onSide, feeRate, sort, onSort }: MarketBarProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const name = useId();
  const sorts: Record<MarketSort, string> = {
    price: side === 'buy' ? t`Lowest price` : t`Highest price`,
    quantity: t`Largest amount`,
    newest: t`Newest`,
  };
  const rate = feeRate === undefined ? null : formatRate(feeRate, locale);
  return (
    <div className={styles['bar']}>
      <fieldset className={styles['tabs']}>
        <legend className="rab-sr">{t`Side`}</legend>
        {(['buy', 'sell'] as const).map((option) => (
          <label key={option} className={styles['tab']}>
            <input type="radio" name={name} value={option} checked={option === side} onChange={() => onSide(option)} />
            {option === 'buy' ? t`Buy` : t`Sell`}
          </label>
        ))}
      </fieldset>
      <div className={styles['aside']}>
        {rate !== null && (
          <span className={styles['fee']}>
            <Trans>Fee {rate}</Trans>
          </span>
        )}
        <label className={styles['sort']}>
          <ArrowUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden="true">{sorts[sort]}</span>
          <select
            aria-label={t`Sort`}
            value={sort}
            onChange={(event) => onSort(MARKET_SORTS.find((one) => one === event.target.value) ?? 'price')}
          >
            {MARKET_SORTS.map((one) => (
              <option key={one} value={one}>
                {sorts[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
