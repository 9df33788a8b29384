import { useLingui } from '@lingui/react/macro';
import { amountSign, formatPercent } from '../format/amount';
import { useLocale } from '../i18n/useLocale';
import styles from './Percent.module.css';

export interface PercentProps {
  /** A fraction of one as a decimal string: `"0.0182"` is +1.82%. */
  value: string;
  /** ▲ or ▼ before it: for prices. */
  arrow?: boolean;
  /** On its soft ground. */
  chip?: boolean;
}

/** A change in percent: signed, two decimals, in the up or down colour. Rates are plain text: `formatRate`. */
export function Percent({ value, arrow = false, chip = false }: PercentProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const shown = formatPercent(value, locale);
  // A value that rounds to zero has no direction: "▲ 0.00%" would contradict itself.
  const sign = /[1-9]/.test(formatPercent(value, 'en')) ? amountSign(value) : 0;
  const direction = sign === 0 ? 'flat' : sign > 0 ? 'up' : 'down';
  const word = { up: t`up`, down: t`down`, flat: '' }[direction];
  return (
    <span className={`rab-num ${styles[direction]} ${chip ? styles['chip'] : ''}`}>
      {arrow && sign !== 0 && (
        <>
          <span className={styles['arrow']} aria-hidden="true">
            {sign > 0 ? '▲' : '▼'}
          </span>
          <span className="rab-sr">{word} </span>
        </>
      )}
      {shown}
    </span>
  );
}
