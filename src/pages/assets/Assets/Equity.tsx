import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { DataTable } from '../../../components/DataTable';
import { rangeOf } from '../../../components/day-curve';
import { DayCurve } from '../../../components/DayCurve';
import { Percent } from '../../../components/Percent';
import { TableSheet } from '../../../components/TableSheet';
import { amountSign, formatAmount } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useBalancesHidden } from '../../../theme/eye';
import {
  changeOver,
  PERIOD_DAYS,
  periodsOf,
  pointsOf,
  tellableFraction,
  valuesOf,
  type EquityPeriod,
  type EquityPoint,
} from '../equity';
import { TotalHero } from '../TotalHero';
import styles from './Equity.module.css';

function PeriodName({ period }: { period: EquityPeriod }) {
  if (period === 'all') return <Trans>All</Trans>;
  if (period === '1y') return <Trans>1 year</Trans>;
  return <Plural value={PERIOD_DAYS[period]} one="# day" other="# days" />;
}

/** The sentence that stands for the curve: from, to, low, high. */
function useCurveSentence(points: readonly EquityPoint[]): string {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const range = rangeOf(valuesOf(points));
  const first = points[0];
  const last = points.at(-1);
  if (!range || !first || !last) return '';
  const start = formatDate(first.day, { locale, timeZone: 'UTC' });
  const end = formatDate(last.day, { locale, timeZone: 'UTC' });
  if (isHidden) return t`Total value from ${start} to ${end}; balances are hidden`;
  const text = (value: string) => formatAmount(value, { locale, asset: 'USDT', precision: 'overview' });
  const [from, to, low, high] = [text(first.totalUsdt), text(last.totalUsdt), text(range.low), text(range.high)];
  return t`Total value from ${start} to ${end}: from ${from} to ${to} USDT, lowest ${low}, highest ${high}`;
}

export interface EquityProps {
  totalUsdt: string;
  equity: readonly EquityPoint[];
  /** Takes the place of the change while it is not up to date. */
  stamp: ReactNode;
}

/** The total, its change over the chosen period, and its curve from the points that exist. */
export function Equity({ totalUsdt, equity, stamp }: EquityProps) {
  const { t } = useLingui();
  const periods = periodsOf(equity);
  const [wanted, setWanted] = useState<EquityPeriod>('30d');
  const period = periods.includes(wanted) ? wanted : (periods.at(-1) ?? '7d');
  const points = pointsOf(equity, period);
  const change = changeOver(points);
  const fraction = change && tellableFraction(change);
  const sentence = useCurveSentence(points);
  return (
    <div>
      <TotalHero
        totalUsdt={totalUsdt}
        stamp={stamp}
        aside={
          change && (
            <div className={styles['change']}>
              <span className={styles['amount']}>
                <Amount value={change.amount} asset="USDT" change arrow />
              </span>
              <span className={styles['over']}>
                <PeriodName period={period} /> {fraction !== null && <Percent value={fraction} />}
              </span>
            </div>
          )
        }
      />
      {points.length < 2 ? (
        <p className={styles['none']}>
          <Trans>The curve of the total value starts here tomorrow, with its second day.</Trans>
        </p>
      ) : (
        <>
          <DayCurve points={valuesOf(points)} label={sentence} />
          <div className={styles['foot']}>
            <Periods periods={periods} value={period} onChange={setWanted} />
            <TableSheet title={t`Total value by day`}>
              <p className={styles['note']}>
                <Trans>Deposits, withdrawals, transfers and demo credit are no gain: the change leaves them out.</Trans>
              </p>
              <EquityTable points={points} />
            </TableSheet>
          </div>
        </>
      )}
    </div>
  );
}

interface PeriodsProps {
  periods: readonly EquityPeriod[];
  value: EquityPeriod;
  onChange: (period: EquityPeriod) => void;
}

function Periods({ periods, value, onChange }: PeriodsProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <div className={styles['periods']} role="radiogroup" aria-label={t`Period`}>
      {periods.map((period) => (
        <label key={period} className={styles['period']}>
          <input type="radio" name={name} checked={period === value} onChange={() => onChange(period)} />
          <PeriodName period={period} />
        </label>
      ))}
    </div>
  );
}

/** Newest first, as every other list. Days are the gateway's, which start at midnight UTC. */
function EquityTable({ points }: { points: readonly EquityPoint[] }) {
  const locale = useLocale();
  return (
    <DataTable
      columns={[
        { key: 'day', title: <Trans>Day (UTC)</Trans> },
        { key: 'flow', title: <Trans>In and out</Trans> },
        { key: 'total', title: <Trans>Total value · USDT</Trans> },
      ]}
      rows={points.toReversed().map(({ day, flowUsdt, totalUsdt }) => ({
        key: day,
        head: formatDate(day, { locale, timeZone: 'UTC' }),
        lines: [
          {
            flow: amountSign(flowUsdt) !== 0 && <Amount value={flowUsdt} asset="USDT" />,
            total: <Amount value={totalUsdt} asset="USDT" />,
          },
        ],
      }))}
    />
  );
}
