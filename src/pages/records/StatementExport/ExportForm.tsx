import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useConnection } from '../../../bridge/session';
import type { StatementFormat, StatementOrder } from '../../../bridge/types';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { Segmented } from '../../../components/Segmented';
import { ChipRadios } from '../FilterChips';
import { dayOf, momentsOf, periodRange, PERIODS, type DayRange, type Period } from '../periods';
import type { StatementAccount, StatementFilters } from '../statement';
import styles from './StatementExport.module.css';
import { useStatementTexts } from './useStatementTexts';

const PERIOD_NAMES: Record<Period, MessageDescriptor> = {
  'this-month': msg`This month`,
  'last-month': msg`Last month`,
  '90-days': msg`90 days`,
  'this-year': msg`This year`,
};

type AssetChoice = 'all' | 'USDT' | 'RAB';

export interface ExportFormProps {
  filters: StatementFilters;
  onMake: (order: StatementOrder, name: string) => void;
}

/** Which account, asset and days, and as what. */
export function ExportForm({ filters, onMake }: ExportFormProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const hasDates = filters.from !== null || filters.to !== null;
  const [account, setAccount] = useState<StatementAccount>(filters.account);
  const [asset, setAsset] = useState<AssetChoice>(filters.asset ?? 'all');
  const [period, setPeriod] = useState<Period | 'dates'>(hasDates ? 'dates' : 'this-month');
  const [dates, setDates] = useState<DayRange>({ from: filters.from ?? '', to: filters.to ?? dayOf(new Date()) });
  const [format, setFormat] = useState<StatementFormat>('csv');
  const texts = useStatementTexts(account);
  const make = () => {
    const range = period === 'dates' ? dates : periodRange(period, new Date());
    const moments = momentsOf(range);
    if (!moments) return;
    // Custody is in one asset only (rules.md §5).
    const only = account === 'custody' || asset === 'all' ? null : asset;
    const name = ['rab', account, ...(only ? [only.toLowerCase()] : []), range.from, range.to].join('-');
    onMake({ account, asset: only, ...moments, format, texts }, `${name}.${format}`);
  };
  return (
    <div className={styles['body']}>
      <Segmented<StatementAccount>
        label={t`Account`}
        value={account}
        onChange={setAccount}
        options={[
          { value: 'cash', label: t`Cash` },
          { value: 'custody', label: t`Custody` },
        ]}
      />
      {account === 'cash' && (
        <div className={styles['chips']}>
          <ChipRadios<AssetChoice>
            label={t`Asset`}
            value={asset}
            onChange={setAsset}
            options={[
              { value: 'all', label: t`All assets` },
              { value: 'USDT', label: 'USDT' },
              { value: 'RAB', label: 'RAB' },
            ]}
          />
        </div>
      )}
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
