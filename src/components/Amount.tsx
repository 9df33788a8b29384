import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { AssetCode } from '../../contract/money';
import { amountName, amountParts, amountSign, HIDDEN, type Precision } from '../format/amount';
import { useLocale } from '../i18n/useLocale';
import { useBalancesHidden } from '../theme/eye';
import styles from './Amount.module.css';

export interface AmountProps {
  /** A decimal string as answers carry it. */
  value: string;
  asset: AssetCode;
  /** full where money is about to move or is recorded; overview in totals; compact in large statistics. */
  precision?: Precision;
  /** Shows the unit after a space. */
  unit?: boolean;
  /** hero: 40 px, stepping down to 34 and 28 when the text is too wide; one per screen. large: from 34, in sheets. */
  size?: 'inherit' | 'large' | 'hero';
  /** A movement: always signed, in the up or down colour; zero is grey without a sign. */
  change?: boolean;
  /** ▲ or ▼ before a movement. */
  arrow?: boolean;
  /** ≈ before it; the basis must be one tap away. */
  estimate?: boolean;
  /** Obeys the eye. False for prices, limits, fees and what a person has just typed. */
  hideable?: boolean;
  /** A tap shows the full value. Not inside links and buttons. */
  revealable?: boolean;
}

const DIRECTION = { '1': 'up', '-1': 'down', '0': 'flat' } as const;
const ARROW = { '1': '▲', '-1': '▼', '0': '' } as const;

/** Steps the font down until the text fits its parent, never shorter text. */
function useFit(ref: RefObject<HTMLElement | null>, size: AmountProps['size'], text: string): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const parent = element?.parentElement;
    if (size === 'inherit' || !element || !parent) return;
    const fit = () => {
      for (const step of size === 'hero' ? ['0', '1', '2'] : ['1', '2']) {
        element.dataset['fit'] = step;
        if (element.scrollWidth <= parent.clientWidth) return;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [ref, size, text]);
}

/** An amount: exact, grouped for the language, with smaller fraction digits, read out as `6310.52 USDT`. */
export function Amount(props: AmountProps) {
  const {
    value,
    asset,
    unit = false,
    size = 'inherit',
    change = false,
    arrow = false,
    estimate = false,
    hideable = true,
  } = props;
  const { t } = useLingui();
  const locale = useLocale();
  const hidden = useBalancesHidden() && hideable;
  const [revealed, setRevealed] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);
  const precision = revealed ? 'full' : (props.precision ?? 'overview');
  const revealable = (props.revealable ?? size === 'hero') && props.precision !== 'full' && !hidden;

  const direction = String(amountSign(value)) as keyof typeof DIRECTION;
  const parts = amountParts(value, { locale, precision, asset, signed: change });
  const visible: ReactNode = hidden ? (
    HIDDEN
  ) : (
    <>
      {estimate && '≈ '}
      {arrow && <span className={styles['arrow']}>{ARROW[direction]}</span>}
      {parts.sign}
      {parts.integer}
      {parts.fraction !== '' && <span className={change ? undefined : styles['fraction']}>{parts.fraction}</span>}
    </>
  );
  const name = hidden ? t`hidden` : `${change && direction === '1' ? '+' : ''}${amountName(value, asset)}`;
  useFit(ref, size, `${String(hidden)}${parts.integer}${parts.fraction}`);

  const look = [
    'rab-num',
    styles['amount'],
    size !== 'inherit' && styles['hero'],
    change && !hidden && styles[DIRECTION[direction]],
  ];
  const amount = (
    <span ref={ref} className={look.filter(Boolean).join(' ')}>
      <span aria-hidden="true">
        {visible}
        {unit && <span className={styles['unit']}> {asset}</span>}
      </span>
      <span className="rab-sr">{name}</span>
    </span>
  );
  if (!revealable) return amount;
  return (
    <button type="button" className={styles['reveal']} aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
      {amount}
    </button>
  );
}
