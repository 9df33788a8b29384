import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useConnection } from '../../../bridge/session';
import type { StatementFormat } from '../../../bridge/types';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { Segmented } from '../../../components/Segmented';
import { ChipRadios } from '../FilterChips';
import { dayOf, momentsOf, periodRange, PERIODS, type DayRange, type Period } from '../periods';
import styles from './StatementExport.module.css';

const PERIOD_NAMES: Record<Period, MessageDescriptor> = {
  'this-month': msg`This month`,
  'last-month': msg`Last month`,
  '90-days': msg`90 days`,
  'this-year': msg`This year`,
};

export interface FileChoice extends DayRange {
  moments: { from: number; until: number };
  format: StatementFormat;
}

export interface ExportFormProps {
  /** The days that the screen is narrowed to already. */
  dates?: { from: string | null; to: string | null };
  /** Choices of this kind of file, above those of every kind. */
  above?: ReactNode;
  onMake: (choice: FileChoice) => void;
}

/** Asks for the days and the file's format. */
export function ExportForm({ dates: shown, above, onMake }: ExportFormProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const hasDates = Boolean(shown?.from ?? shown?.to);
  const [period, setPeriod] = useState<Period | 'dates'>(hasDates ? 'dates' : 'this-month');
  const [dates, setDates] = useState<DayRange>({ from: shown?.from ?? '', to: shown?.to ?? dayOf(new Date()) });
  const [format, setFormat] = useState<StatementFormat>('csv');
  const make = () => {
    const range = period === 'dates' ? dates : periodRange(period, new Date());
    const moments = momentsOf(range);
    if (moments) onMake({ ...range, moments, format });
  };
  return (
    <div className={styles['body']}>
      {above}
      <div className={styles['chips']}>
        <ChipRadios<Period | 'dates'>
          label={t`Period`}
          value={period}
          onChange={setPeriod}
          options={[
            ...PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) })),
            { value: 'dates', label: t`Dates` },
          ]}
        />
      </div>
      {period === 'dates' && <DatesFields dates={dates} onChange={setDates} />}
      <Segmented<StatementFormat>
        label={t`File format`}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'csv', label: t`CSV (spreadsheet)` },
          { value: 'pdf', label: t`PDF (print)` },
        ]}
      />
      <p className={styles['note']}>
        {isOnline ? (
          <Trans>The file is made on this device.</Trans>
        ) : (
          <Trans>Offline: the file holds what is saved on this device, and says from when on.</Trans>
        )}
      </p>
      <Button block disabled={period === 'dates' && momentsOf(dates) === null} onClick={make}>
        <Trans>Make the file</Trans>
      </Button>
    </div>
  );
}

function DatesFields({ dates, onChange }: { dates: DayRange; onChange: (dates: DayRange) => void }) {
  const { t } = useLingui();
  const today = dayOf(new Date());
  const isTurned = dates.from !== '' && dates.to !== '' && dates.from > dates.to;
  return (
    <>
      <Field
        label={t`First day`}
        type="date"
        value={dates.from}
        max={today}
        clearable={false}
        onChange={(event) => onChange({ ...dates, from: event.target.value })}
      />
      <Field
        label={t`Last day`}
        type="date"
        value={dates.to}
        max={today}
        clearable={false}
        error={isTurned ? t`The last day lies before the first` : undefined}
        onChange={(event) => onChange({ ...dates, to: event.target.value })}
      />
    </>
  );
}
