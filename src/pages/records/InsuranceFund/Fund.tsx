import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { INSURANCE_ASSET, insuranceFund } from '../../../../contract/calls/insurance';
import type { OutputOf } from '../../../../contract/call';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { DataTable } from '../../../components/DataTable';
import { rangeOf, type DayValue } from '../../../components/day-curve';
import { DayCurve } from '../../../components/DayCurve';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { TableSheet } from '../../../components/TableSheet';
import { formatAmount, formatRate } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import styles from './InsuranceFund.module.css';

type FundFigures = OutputOf<typeof insuranceFund>;

/** The fund's balance and its curve, what ever came in and was paid, and the rules. The same for everybody: the eye hides none of it. */
export function Fund() {
  const { t } = useLingui();
  const read = useCall(insuranceFund, {});
  const { data } = read;
  const figure = (value: string) => (
    <Amount value={value} asset={INSURANCE_ASSET} precision="full" unit hideable={false} />
  );
  return (
    <>
      <ReadStamp read={read} />
      <ReadArea read={read} hasData={data !== undefined} skeleton="hero">
        {data && (
          <>
            <section className={styles['hero']} aria-label={t`Balance of the fund`}>
              <span className={styles['label']}>
                <Trans>Balance of the fund</Trans>
              </span>
              <Amount value={data.balance} asset={INSURANCE_ASSET} size="hero" unit hideable={false} />
            </section>
            <RiskLine tone="warning">
              <Trans>The fund is not a guarantee: nobody has a right to a payout, and it may not be enough.</Trans>
            </RiskLine>
            <Curve curve={data.curve} />
            <Card>
              <KeyValue
                rows={[
                  { label: t`Came in altogether`, value: figure(data.inflow) },
                  { label: t`Paid altogether`, value: figure(data.paid) },
                ]}
              />
            </Card>
            <Rules feeRate={data.feeRate} />
          </>
        )}
      </ReadArea>
    </>
  );
}

function Rules({ feeRate }: { feeRate: string }) {
  const { t } = useLingui();
  const rate = formatRate(feeRate, useLocale());
  return (
    <Card title={t`Rules`}>
      <ul className={styles['rules']}>
        <li>
          <Trans>{rate} of every fee goes to the fund at the moment the fee is taken.</Trans>
        </li>
        <li>
          <Trans>So does half of a deposit that the buyer of an OTC order loses.</Trans>
        </li>
        <li>
          <Trans>Only two operators together can pay from it, with a reason that everybody can read here.</Trans>
        </li>
        <li>
          <Trans>It never pays more than it holds, and none of it ever becomes somebody’s income.</Trans>
        </li>
      </ul>
    </Card>
  );
}

function Curve({ curve }: { curve: FundFigures['curve'] }) {
  const { t } = useLingui();
  const points = useMemo(() => curve.map(({ day, balance }): DayValue => ({ day, value: balance })), [curve]);
  const sentence = useSentence(points);
  if (points.length < 2) return null;
  return (
    <div>
      <DayCurve points={points} label={sentence} />
      <TableSheet title={t`Balance by day`}>
        <Days points={points} />
      </TableSheet>
    </div>
  );
}

/** The sentence that stands for the curve: from, to, low, high. */
function useSentence(points: readonly DayValue[]): string {
  const { t } = useLingui();
  const locale = useLocale();
  const [first, last, range] = [points[0], points.at(-1), rangeOf(points)];
  if (!first || !last || !range) return '';
  const day = (ms: number) => formatDate(ms, { locale, timeZone: 'UTC' });
  const text = (value: string) => formatAmount(value, { locale, asset: INSURANCE_ASSET, precision: 'overview' });
  const [start, end] = [day(first.day), day(last.day)];
  const [from, to, low, high] = [text(first.value), text(last.value), text(range.low), text(range.high)];
  return t`Balance of the fund from ${start} to ${end}: from ${from} to ${to} USDT, lowest ${low}, highest ${high}`;
}

/** Newest first, as every other list. Days are the gateway's, which start at midnight UTC. */
function Days({ points }: { points: readonly DayValue[] }) {
  const locale = useLocale();
  return (
    <DataTable
      columns={[
        { key: 'day', title: <Trans>Day (UTC)</Trans> },
        { key: 'balance', title: <Trans>Balance · USDT</Trans> },
      ]}
      rows={points.toReversed().map(({ day, value }) => ({
        key: day,
        head: formatDate(day, { locale, timeZone: 'UTC' }),
        lines: [{ balance: <Amount value={value} asset={INSURANCE_ASSET} precision="full" hideable={false} /> }],
      }))}
    />
  );
}
