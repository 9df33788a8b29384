import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, Search } from 'lucide-react';
import { memo, useState } from 'react';
import { Field } from '../../../components/Field';
import { Segmented } from '../../../components/Segmented';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ChipButton, ChipRadios, FilterRow } from '../FilterChips';
import type { FilterProps } from '../filters';
import { KIND_FILTERS, NO_FILTERS, startOf, type StatementAccount, type StatementFilters } from '../statement';
import { useSearchText } from '../useSearchText';
import { DatesSheet } from './DatesSheet';
import styles from './Statement.module.css';
import { STEP, useSteps } from './useSteps';

type AssetChoice = 'all' | 'USDT' | 'RAB';

/** Account, search, dates, asset and kind of the postings that are shown; they come into being after the list. */
export const Filters = memo(function Filters(props: FilterProps<StatementFilters>) {
  const step = useSteps(STEP.chips);
  return (
    <div className={styles['filters']}>
      {step >= STEP.filters && <Fields {...props} hasChips={step >= STEP.chips} />}
    </div>
  );
});

/** @param hasChips the row of chips is there already */
function Fields({ filters, show, hasChips }: FilterProps<StatementFilters> & { hasChips: boolean }) {
  const { t } = useLingui();
  const { text, setText } = useSearchText({ filters, show });
  const { account } = filters;
  return (
    <>
      <Segmented<StatementAccount>
        label={t`Account`}
        value={account}
        // Another account has other kinds, so its filters start empty.
        onChange={(next) => show({ account: next, ...NO_FILTERS })}
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
        onChange={(event) => setText(event.target.value)}
      />
      {hasChips && <Chips filters={filters} show={show} />}
    </>
  );
}

/** Memoised, so that typing in the search field above does not render the chips again. */
const Chips = memo(function Chips({ filters, show }: FilterProps<StatementFilters>) {
  const { t } = useLingui();
  const { account, asset, kind } = filters;
  return (
    <FilterRow>
      <DatesChip filters={filters} show={show} />
      {account === 'cash' && (
        <ChipRadios<AssetChoice>
          label={t`Asset`}
          value={asset ?? 'all'}
          onChange={(next) => show({ ...filters, asset: next === 'all' ? null : next })}
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
        onChange={(next) => show({ ...filters, kind: next === 'all' ? null : next })}
        options={[
          { value: 'all', label: t`All kinds` },
          ...KIND_FILTERS[account].map((filter) => ({ value: filter.kind, label: t(filter.label) })),
        ]}
      />
    </FilterRow>
  );
});

function DatesChip({ filters, show }: FilterProps<StatementFilters>) {
  const { t } = useLingui();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  // The chips are on screen before their sheet is made.
  const isIdle = useSteps(STEP.sheets) === STEP.sheets;
  const { from, to } = filters;
  const dayName = (day: string | null) => (day === null ? '' : formatDate(startOf(day) ?? 0, { locale }));
  const range = `${dayName(from)} – ${dayName(to)}`.trim();
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
          onChoose={(dates) => show({ ...filters, ...dates })}
        />
      )}
    </>
  );
}
