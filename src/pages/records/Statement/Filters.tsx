import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, Search } from 'lucide-react';
import { memo, useState } from 'react';
import { Field } from '../../../components/Field';
import { Segmented } from '../../../components/Segmented';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ChipButton, ChipRadios, FilterRow } from '../FilterChips';
import { KIND_FILTERS, NO_FILTERS, startOf, type StatementAccount, type StatementFilters } from '../statement';
import { DatesSheet } from './DatesSheet';
import styles from './Statement.module.css';
import { useSteps } from './useSteps';

const STEPS_TO_SHEET = 3;

type AssetChoice = 'all' | 'USDT' | 'RAB';

export interface FiltersProps {
  filters: StatementFilters;
  onChange: (next: StatementFilters) => void;
  /** Text of the search field; it becomes a filter when the person pauses. */
  text: string;
  onType: (text: string) => void;
  /** The row of chips is there already. */
  hasChips: boolean;
}

/** Account, search, dates, asset and kind of the postings that are shown. */
export const Filters = memo(function Filters({ filters, onChange, text, onType, hasChips }: FiltersProps) {
  const { t } = useLingui();
  const { account } = filters;
  return (
    <>
      <Segmented<StatementAccount>
        label={t`Account`}
        value={account}
        // Another account has other kinds, so its filters start empty.
        onChange={(next) => onChange({ account: next, ...NO_FILTERS })}
        options={[
          { value: 'cash', label: t`Cash` },
          { value: 'custody', label: t`Custody` },
        ]}
      />
      <Field
        className={styles['search']}
        label={t`Search postings`}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        prefix={<Search className={styles['lens']} size={18} strokeWidth={1.75} aria-hidden="true" />}
        placeholder={t`Amount, kind, reference`}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      {hasChips && <Chips filters={filters} onChange={onChange} />}
    </>
  );
});

/** Memoised, so that typing in the search field above does not render the chips again. */
const Chips = memo(function Chips({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const { t } = useLingui();
  const { account, asset, kind } = filters;
  return (
    <FilterRow>
      <DatesChip filters={filters} onChange={onChange} />
      {account === 'cash' && (
        <ChipRadios<AssetChoice>
          label={t`Asset`}
          value={asset ?? 'all'}
          onChange={(next) => onChange({ ...filters, asset: next === 'all' ? null : next })}
          options={[
            { value: 'all', label: t`All assets` },
            { value: 'USDT', label: 'USDT' },
            { value: 'RAB', label: 'RAB' },
          ]}
        />
      )}
      <ChipRadios
        label={t`Kind`}
        value={kind ?? 'all'}
        onChange={(next) => onChange({ ...filters, kind: next === 'all' ? null : next })}
        options={[
          { value: 'all', label: t`All kinds` },
          ...KIND_FILTERS[account].map((filter) => ({ value: filter.kind, label: t(filter.label) })),
        ]}
      />
    </FilterRow>
  );
});

function DatesChip({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const { t } = useLingui();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  // The chips are on screen before their sheet is made.
  const isIdle = useSteps(STEPS_TO_SHEET) === STEPS_TO_SHEET;
  const { from, to } = filters;
  const show = (day: string | null) => (day === null ? '' : formatDate(startOf(day) ?? 0, { locale }));
  const range = `${show(from)} – ${show(to)}`.trim();
  const isActive = from !== null || to !== null;
  return (
    <>
      <ChipButton label={isActive ? t`Dates: ${range}` : t`Dates`} isActive={isActive} onClick={() => setOpen(true)}>
        <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" />
        {isActive ? range : <Trans>Dates</Trans>}
      </ChipButton>
      {(isIdle || isOpen) && (
        <DatesSheet
          open={isOpen}
          onClose={() => setOpen(false)}
          from={from}
          to={to}
          onChoose={(dates) => onChange({ ...filters, ...dates })}
        />
      )}
    </>
  );
}
