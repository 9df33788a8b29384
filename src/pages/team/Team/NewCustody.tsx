import { Trans, useLingui } from '@lingui/react/macro';
import { TEAM_ASSET, teamDays } from '../../../../contract/calls/team';
import { toUnits } from '../../../format/units';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { DataTable } from '../../../components/DataTable';
import { TableSheet } from '../../../components/TableSheet';
import { amountSign, formatAmount } from '../../../format/amount';
import { formatDate, formatDay } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useBalancesHidden } from '../../../theme/eye';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import styles from './NewCustody.module.css';

type Days = Output<typeof teamDays>['days'];

/** New custody of the team by day, as bars and as a table (docs/rules.md §7). */
export function NewCustody() {
  const { t } = useLingui();
  const read = useCall(teamDays, {});
  const { data } = read;
  return (
    <Card
      title={<Trans>New custody of the last 7 days</Trans>}
      aside={
        data && (
          <span className={styles['total']}>
            <Amount value={data.total} asset={TEAM_ASSET} precision="compact" />
          </span>
        )
      }
    >
      <ReadStamp read={read} />
      <ReadArea read={read} hasData={data !== undefined} skeleton="card">
        {data &&
          (amountSign(data.total) === 0 ? (
            <p className={styles['none']}>
              <Trans>Nobody in your team has placed custody on these days.</Trans>
            </p>
          ) : (
            <>
              <Bars days={data.days} />
              <div className={styles['foot']}>
                <p className={styles['none']}>
                  <Trans>Running orders of members with valid custody, by the UTC day they were placed.</Trans>
                </p>
                <TableSheet title={t`New custody of the last 7 days`}>
                  <DayTable days={data.days} />
                </TableSheet>
              </div>
            </>
          ))}
      </ReadArea>
    </Card>
  );
}

/** Returns the heights of the bars in per cent of the highest one. */
function heightsOf(days: Days): number[] {
  const units = days.map(({ custody }) => toUnits(custody, TEAM_ASSET));
  const most = units.reduce((a, b) => (a > b ? a : b), 1n);
  return units.map((one) => Number((one * 1_000n) / most) / 10);
}

/** The sentence that stands for the bars: from, to, sum, highest. */
function useSentence(days: Days, heights: readonly number[]): string {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const date = (day: Days[number] | undefined) => formatDate(day?.day ?? 0, { locale, timeZone: 'UTC' });
  const highest = days[heights.indexOf(100)];
  const [start, end, most] = [date(days[0]), date(days.at(-1)), date(highest)];
  if (isHidden) return t`New custody of the team from ${start} to ${end}; balances are hidden`;
  const amount = formatAmount(highest?.custody ?? '0', { locale, asset: TEAM_ASSET, precision: 'full' });
  return t`New custody of the team from ${start} to ${end}, most of it on ${most} with ${amount} USDT`;
}

/** One bar for each day; today's stands out, and only it has its figure above. */
function Bars({ days }: { days: Days }) {
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const heights = heightsOf(days);
  const sentence = useSentence(days, heights);
  return (
    <div className={styles['bars']} role="img" aria-label={sentence}>
      {days.map(({ day, custody }, index) => (
        <div key={day} className={styles['day']} data-today={index === days.length - 1 || undefined} aria-hidden="true">
          <div className={styles['room']}>
            {index === days.length - 1 && (
              <span className={styles['figure']}>
                <Amount value={custody} asset={TEAM_ASSET} precision="compact" />
              </span>
            )}
            {!isHidden && <i style={{ height: `${heights[index]}%` }} />}
          </div>
          <span className={styles['name']}>{formatDay(day, { locale, timeZone: 'UTC' })}</span>
        </div>
      ))}
    </div>
  );
}

/** Newest first, as every other list. Days are the gateway's, which start at midnight UTC. */
function DayTable({ days }: { days: Days }) {
  const locale = useLocale();
  return (
    <DataTable
      columns={[
        { key: 'day', title: <Trans>Day (UTC)</Trans> },
        { key: 'custody', title: <Trans>New custody · USDT</Trans> },
      ]}
      rows={days.toReversed().map(({ day, custody }) => ({
        key: day,
        head: formatDate(day, { locale, timeZone: 'UTC' }),
        lines: [{ custody: <Amount value={custody} asset={TEAM_ASSET} precision="full" /> }],
      }))}
    />
  );
}
