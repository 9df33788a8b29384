import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../../components/Card';
import { KeyValue } from '../../../components/KeyValue';
import { StatusTag } from '../../../components/StatusTag';
import { formatDate, formatDateTimeZoned, formatTimeZoned, formatWeekday } from '../../../format/date';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import type { WindowNow, WithdrawConfig } from './useWindow';
import styles from './Withdraw.module.css';

type Window = WithdrawConfig['window'];

const REASONS: Record<NonNullable<Window['closedReason']>, MessageDescriptor> = {
  hours: msg`Closed at this hour`,
  weekend: msg`Closed today`,
  holiday: msg`Closed for a holiday`,
  maintenance: msg`Closed for maintenance`,
};

/** Tells whether withdrawals are taken now, and when that changes, in the operator's zone (docs/rules.md §4). */
export function WindowCard({ window, now }: { window: Window; now: WindowNow }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone, from, until, closedReason, opensAt, closesAt, holidays } = window;
  const clock = formatCountdown(now.secondsLeft, locale);
  const hours = `${from}–${until}`;
  const days = holidays.map((day) => formatDate(Date.parse(`${day}T00:00Z`), { locale, timeZone: 'UTC' }));
  return (
    <Card>
      <div className={styles['window']}>
        {now.isOpen ? (
          <StatusTag kind="done">
            <Trans>Open now</Trans>
          </StatusTag>
        ) : (
          <StatusTag kind="review">{closedReason === null ? t`Closed` : t(REASONS[closedReason])}</StatusTag>
        )}
        <span className={styles['clock']}>
          {now.isTurning ? (
            <Trans>Asking the gateway</Trans>
          ) : now.isOpen ? (
            <Trans>closes in {clock}</Trans>
          ) : opensAt === null ? null : (
            <Trans>opens in {clock}</Trans>
          )}
        </span>
      </div>
      <KeyValue
        rows={[
          ...(now.isOpen && closesAt !== null
            ? [{ label: t`Open until`, value: <Digits>{formatTimeZoned(closesAt, { locale, timeZone })}</Digits> }]
            : []),
          ...(!now.isOpen && opensAt !== null
            ? [{ label: t`Opens`, value: <Digits>{formatDateTimeZoned(opensAt, { locale, timeZone })}</Digits> }]
            : []),
          {
            label: t`Hours`,
            value: (
              <Digits>
                <Weekdays weekdays={window.weekdays} /> <span className={styles['hours']}>{hours}</span> · {timeZone}
              </Digits>
            ),
          },
          ...(days.length === 0 ? [] : [{ label: t`Holidays`, value: <Digits>{days.join(' · ')}</Digits> }]),
        ]}
      />
    </Card>
  );
}

/** "Monday to Friday" for days in a row, else each of them. */
function Weekdays({ weekdays }: { weekdays: readonly number[] }) {
  const locale = useLocale();
  const names = weekdays.map((weekday) => formatWeekday(weekday, locale));
  const [first, last] = [names[0], names.at(-1)];
  const isRow = weekdays.every((weekday, index) => weekday === (weekdays[0] ?? 0) + index);
  if (!isRow || names.length < 3) return names.join(' · ');
  return (
    <Trans>
      {first} to {last}
    </Trans>
  );
}

/** Figures in a sentence: it wraps, unlike an amount. */
function Digits({ children }: { children: ReactNode }) {
  return <span className={styles['digits']}>{children}</span>;
}
