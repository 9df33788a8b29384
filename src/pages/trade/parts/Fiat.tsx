import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fiatText } from '../fiat';
import styles from './Fiat.module.css';

interface FiatProps {
  /** A decimal string. */
  value: string;
  /** ISO 4217. */
  fiat: string;
  isLarge?: boolean;
}

/** An amount of fiat with its unit, read out without grouping as every amount is. */
export function Fiat({ value, fiat, isLarge = false }: FiatProps) {
  const locale = useLocale();
  return (
    <span className={`rab-num ${isLarge ? styles['large'] : ''}`}>
      <span aria-hidden="true">
        {fiatText(value, locale)} <span className={styles['unit']}>{fiat}</span>
      </span>
      <span className="rab-sr">
        {plainAmount(value)} {fiat}
      </span>
    </span>
  );
}
