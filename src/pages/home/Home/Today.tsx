import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { Percent } from '../../../components/Percent';
import { Sparkline } from '../../../components/Sparkline';
import { TotalHero } from '../../assets/TotalHero';
import { changeOver, changeOverLastDay, tellableFraction, type EquityPoint } from '../../assets/equity';
import styles from './Today.module.css';

export interface TodayProps {
  totalUsdt: string;
  equity: readonly EquityPoint[];
  stamp: ReactNode;
}

/** Total assets, the change since the previous day's point, and the line of the last 30 days. */
export function Today({ totalUsdt, equity, stamp }: TodayProps) {
  const { t } = useLingui();
  const day = changeOverLastDay(equity);
  const fraction = day && tellableFraction(day);
  const month = changeOver(equity);
  const line = month && (
    <Sparkline
      points={equity.map((point) => point.totalUsdt)}
      label={t`Total value over the last 30 days`}
      tone={month.direction < 0 ? 'down' : 'up'}
      width={104}
      height={50}
      filled
    />
  );
  return (
    <TotalHero totalUsdt={totalUsdt} aside={line} stamp={stamp}>
      {day && (
        <p className={styles['change']}>
          {fraction !== null && <Percent value={fraction} arrow chip />}
          <span className={styles['amount']}>
            <Amount value={day.amount} asset="USDT" change />
          </span>
          <span className={styles['when']}>
            <Trans>today</Trans>
          </span>
        </p>
      )}
    </TotalHero>
  );
}
