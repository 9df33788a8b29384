import { useLingui } from '@lingui/react/macro';
import { FileDown } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { accountStatement } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import { readListAhead } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { IconButton } from '../../../components/IconButton';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { VirtualList } from '../../../components/VirtualList';
import type { ListCallState } from '../../../bridge/types';
import { formatMonth, monthKey } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { useMonthSums } from '../useMonthSums';
import { NO_FILTERS, type StatementFilters, type StatementRow } from '../statement';
import { StatementDetails } from '../StatementDetails';
import { StatementExport } from '../StatementExport';
import { StatementRowView } from '../StatementRowView';
import { Filters } from './Filters';
import { SearchEndNote, SearchProgress } from '../SearchProgress';
import styles from './Statement.module.css';
import { useStatement } from './useStatement';
import { useSteps } from './useSteps';

const NOTHING: readonly StatementRow[] = [];

/** The page renders its parts after the list in these steps: the filters, their choices, and the sheets. */
const STEP = { filters: 1, chips: 2, sheets: 3 } as const;

/** The list as it opens, without filters. */
export function ahead(): Promise<void> {
  return readListAhead(accountStatement, { account: 'cash' });
}

/** Every posting on the cash account, or on the custody account (docs/screens.md). */
export default function Statement() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { filters, setFilters, text, setText, search, shown } = useStatement();
  const [open, setOpen] = useState<StatementRow | null>(null);
  const [isExporting, setExporting] = useState(false);
  const step = useSteps(STEP.sheets);
  const { account } = filters;
  const { read } = shown;
  const isEmpty = read.items?.length === 0;
  const isFinal = search === null || (search.end === 'complete' && !search.isSearching);
  const clear = () => setFilters({ account, ...NO_FILTERS });
  return (
    <>
      <NavBar
        title={account === 'cash' ? t`Cash statement` : t`Custody statement`}
        onBack={back}
        actions={
          <IconButton
            label={t`Export statement`}
            icon={<FileDown size={22} strokeWidth={1.75} />}
            onClick={() => setExporting(true)}
          />
        }
      />
      <div className={styles['page']}>
        <div className={styles['filters']}>
          {step >= STEP.filters && (
            <Filters
              filters={filters}
              onChange={setFilters}
              text={text}
              onType={setText}
              hasChips={step >= STEP.chips}
            />
          )}
        </div>
        <ReadStamp read={read} />
        {search && <SearchProgress search={search} />}
        <ReadArea
          read={read}
          hasData={read.items !== undefined}
          skeleton="rows"
          count={8}
          empty={isEmpty && isFinal ? <Empty isSearch={search !== null} onClear={clear} /> : undefined}
        >
          {!isEmpty && <Postings key={shown.filters.account} {...shown} onOpen={setOpen} />}
        </ReadArea>
        {search && <SearchEndNote search={search} />}
      </div>
      {step >= STEP.sheets && <StatementDetails row={open} onClose={() => setOpen(null)} />}
      {step >= STEP.sheets && (
        <StatementExport open={isExporting} onClose={() => setExporting(false)} filters={filters} />
      )}
    </>
  );
}

interface PostingsProps {
  filters: StatementFilters;
  read: ListCallState<StatementRow>;
  onOpen: (row: StatementRow) => void;
}

const keyOf = (row: StatementRow) => row.id;
const monthOf = (row: StatementRow) => monthKey(row.createdAt);

const Postings = memo(function Postings({ filters, read, onOpen }: PostingsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const items = read.items ?? NOTHING;
  const end = useLoadMore(read);
  const sums = useMonthSums(items);
  // A month that the dates or the search text cut has no sum of its own.
  const hasSums = filters.from === null && filters.to === null && filters.text === '';
  const renderRow = useCallback((row: StatementRow) => <StatementRowView row={row} onOpen={onOpen} />, [onOpen]);
  const renderGroup = (first: StatementRow) => {
    const label = formatMonth(first.createdAt, { locale });
    const total = hasSums ? sums.of(monthOf(first), read.hasMore) : null;
    if (!total) return { label };
    return { label, total: <Amount value={total.amount} asset={total.asset} change unit /> };
  };
  return (
    <VirtualList
      label={filters.account === 'cash' ? t`Cash statement` : t`Custody statement`}
      items={items}
      keyOf={keyOf}
      rowHeight={60}
      renderRow={renderRow}
      groupOf={monthOf}
      renderGroup={renderGroup}
      {...end}
      onRefresh={read.refresh}
    />
  );
});

function Empty({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  const { t } = useLingui();
  if (!isSearch) return <EmptyState hint={t`Every posting on this account will appear here.`} />;
  return (
    <EmptyState
      hint={t`No posting fits these filters.`}
      filtered
      action={{ label: t`Clear filters`, onClick: onClear }}
    />
  );
}
