import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { incomeSeries, type IncomeType } from '../../../../contract/calls/income';
import type { AssetCode } from '../../../../contract/money';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { DataTable } from '../../../components/DataTable';
import { TableSheet } from '../../../components/TableSheet';
import { formatAmount } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useBalancesHidden } from '../../../theme/eye';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { ChipRadios } from '../FilterChips';
import { TYPE_NAMES } from './income';
import styles from './IncomeChart.module.css';
import { assetsOf, barsOf, PERIODS, type Bar, type Bars, type IncomeSeries, type Period } from './series';

/** Shows what came in by day and type, as bars and as a table. */
export function IncomeChart({ type }: { type: IncomeType | 'all' }) {
  const { t } = useLingui();
  const read = useCall(incomeSeries, {});
  return (
    <section className={styles['card']} aria-label={t`Income by day`}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          <Trans>Income by day</Trans>
        </h2>
        <ReadStamp read={read} />
      </div>
      <ReadArea read={read} hasData={read.data !== undefined} skeleton="card">
        {read.data && <Days series={read.data} type={type} />}
      </ReadArea>
    </section>
  );
}

function Days({ series, type }: { series: IncomeSeries; type: IncomeType | 'all' }) {
  const { t } = useLingui();
  const [period, setPeriod] = useState<Period>('30');
  const [wanted, setWanted] = useState<AssetCode>('USDT');
  const assets = assetsOf(series);
  const asset = assets.includes(wanted) ? wanted : (assets[0] ?? 'USDT');
  const all = barsOf(series, { period, asset, type });
  return (
    <>
      {all.highest === null ? (
        <p className={styles['none']}>
          <Trans>No income was credited for these days.</Trans>
        </p>
      ) : (
        <>
          <Drawing all={all} asset={asset} />
          <Legend all={all} asset={asset} />
        </>
      )}
      <div className={styles['foot']}>
        <div className={styles['choices']}>
          <ChipRadios<Period>
            label={t`Period`}
            value={period}
            onChange={setPeriod}
            options={PERIODS.map((value) => ({ value, label: <PeriodName period={value} /> }))}
          />
          {assets.length > 1 && (
            <ChipRadios<AssetCode>
              label={t`Asset`}
              value={asset}
              onChange={setWanted}
              options={assets.map((value) => ({ value, label: value }))}
            />
          )}
        </div>
        {all.highest !== null && (
          <TableSheet title={t`Income by day`}>
            <DayTable bars={all.bars} asset={asset} />
          </TableSheet>
        )}
      </div>
    </>
  );
}

function PeriodName({ period }: { period: Period }) {
  return period === '30' ? <Trans>30 days</Trans> : <Trans>90 days</Trans>;
}

/** The sentence that stands for the bars: from, to, sum, highest. */
function useBarsSentence({ bars, total, highest }: Bars, asset: AssetCode): string {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const day = (bar: Bar | null | undefined) => formatDate(bar?.day ?? 0, { locale, timeZone: 'UTC' });
  const text = (value: string) => formatAmount(value, { locale, asset, precision: 'full' });
  const [start, end, most] = [day(bars[0]), day(bars.at(-1)), day(highest)];
  if (isHidden) return t`Income from ${start} to ${end}; balances are hidden`;
  const [sum, amount] = [text(total), text(highest?.amount ?? '0')];
  return t`Income from ${start} to ${end}: ${sum} ${asset} in all, most of it on ${most} with ${amount}`;
}

/** Units of the drawing's width for a day, and for the bar in it. */
const DAY = 10;
const BAR = 7;
/** Half a per cent of the height, so that a small income is not lost. */
const LEAST = 5;

function Drawing({ all, asset }: { all: Bars; asset: AssetCode }) {
  const { bars } = all;
  const sentence = useBarsSentence(all, asset);
  return (
    <div className={styles['plot']} role="img" aria-label={sentence}>
      <svg
        className={styles['drawing']}
        viewBox={`0 0 ${bars.length * DAY} 1000`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ day, parts }, index) => {
          let top = 1000;
          return parts.map(({ type, height }) => {
            const drawn = Math.max(height, LEAST);
            top -= drawn;
            return (
              <rect
                key={`${day} ${type}`}
                className={styles[type]}
                x={index * DAY + (DAY - BAR) / 2}
                y={Math.max(top, 0)}
                width={BAR}
                height={drawn}
              />
            );
          });
        })}
      </svg>
      <Ends bars={bars} />
    </div>
  );
}

/** The first and the last day, below the bars. */
function Ends({ bars }: { bars: readonly Bar[] }) {
  const locale = useLocale();
  const ends = [bars[0], bars.at(-1)].flatMap((bar) => bar ?? []);
  return (
    <div className={styles['ends']} aria-hidden="true">
      {ends.map(({ day }) => (
        <span key={day} className="rab-num">
          {formatDate(day, { locale, timeZone: 'UTC' })}
        </span>
      ))}
    </div>
  );
}

/** The colours, and what each type has brought in the period. */
function Legend({ all, asset }: { all: Bars; asset: AssetCode }) {
  const { t } = useLingui();
  return (
    <ul className={styles['legend']}>
      {all.totals.map(({ type, amount }) => (
        <li key={type}>
          <i className={styles[type]} aria-hidden="true" />
          <span>{t(TYPE_NAMES[type])}</span>
          <Amount value={amount} asset={asset} precision="full" change unit />
        </li>
      ))}
    </ul>
  );
}

/** Newest first, as every other list; days without income are left out. */
function DayTable({ bars, asset }: { bars: readonly Bar[]; asset: AssetCode }) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <DataTable
      columns={[
        { key: 'day', title: <Trans>Day (UTC)</Trans> },
        { key: 'type', title: <Trans>Type</Trans>, isText: true },
        { key: 'amount', title: asset },
      ]}
      rows={bars
        .filter(({ parts }) => parts.length > 0)
        .toReversed()
        .map(({ day, parts }) => ({
          key: day,
          head: formatDate(day, { locale, timeZone: 'UTC' }),
          lines: parts.map(({ type, amount }) => ({
            type: t(TYPE_NAMES[type]),
            amount: <Amount value={amount} asset={asset} precision="full" />,
          })),
        }))}
    />
  );
}
