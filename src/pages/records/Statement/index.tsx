import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo, useState } from 'react';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { Segmented } from '../../../components/Segmented';
import { VirtualList } from '../../../components/VirtualList';
import { accountStatement } from '../../../../contract/calls/profile';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useListCall } from '../../../bridge/useListCall';
import { formatMonth, monthKey } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { ChipRadios, FilterRow } from '../FilterChips';
import { StatementDetails } from '../StatementDetails';
import { StatementRowView } from '../StatementRowView';
import {
  filtersOf,
  KIND_FILTERS,
  monthTotals,
  queryOf,
  type StatementAccount,
  type StatementFilters,
  type StatementRow,
} from '../statement';
import styles from './Statement.module.css';

type AssetChoice = 'all' | 'USDT' | 'RAB';

/** The filters live in the link, so they survive back and can be shared. */
function useFilters(): { filters: StatementFilters; setFilters: (next: StatementFilters) => void } {
  const { replace } = useNavigation();
  const filters = filtersOf({ account: useQuery('account'), asset: useQuery('asset'), kind: useQuery('kind') });
  return { filters, setFilters: (next) => replace(paths.cashStatement, queryOf(next)) };
}

/** Every posting on the cash account, or on the custody account (screens.md). */
export default function Statement() {
  const { t } = useLingui();
  const locale = useLocale();
  const { back } = useNavigation();
  const { filters, setFilters } = useFilters();
  const { account, asset, kind } = filters;
  const list = useListCall(accountStatement, { account, ...(asset ? { asset } : {}), ...(kind ? { kind } : {}) });
  const end = useLoadMore(list);
  const [open, setOpen] = useState<StatementRow | null>(null);
  const items = list.items ?? [];
  const totals = useMemo(() => monthTotals(list.items ?? [], list.hasMore), [list.items, list.hasMore]);
  const monthOf = useCallback(
    (row: StatementRow) => {
      const key = monthKey(row.createdAt);
      const total = totals.get(key);
      const label = formatMonth(row.createdAt, { locale });
      if (!total) return { key, label };
      return { key, label, total: <Amount value={total.amount} asset={total.asset} change unit /> };
    },
    [totals, locale],
  );
  const isFiltered = asset !== null || kind !== null;
  const empty = (
    <EmptyState
      hint={isFiltered ? t`No posting fits these filters.` : t`Every posting on this account will appear here.`}
      filtered={isFiltered}
      action={
        isFiltered
          ? { label: t`Clear filters`, onClick: () => setFilters({ account, asset: null, kind: null }) }
          : undefined
      }
    />
  );
  return (
    <>
      <NavBar title={account === 'cash' ? t`Cash statement` : t`Custody statement`} onBack={back} />
      <div className={styles['page']}>
        <Filters filters={filters} onChange={setFilters} />
        <ReadStamp read={list} />
        <ReadArea
          read={list}
          hasData={list.items !== undefined}
          skeleton="rows"
          count={8}
          empty={items.length === 0 ? empty : undefined}
        >
          <VirtualList
            label={account === 'cash' ? t`Cash statement` : t`Custody statement`}
            items={items}
            keyOf={(row) => row.id}
            rowHeight={60}
            renderRow={(row) => <StatementRowView row={row} onOpen={setOpen} />}
            groupOf={monthOf}
            {...end}
            onRefresh={list.refresh}
          />
        </ReadArea>
      </div>
      <StatementDetails row={open} onClose={() => setOpen(null)} />
    </>
  );
}

function Filters({ filters, onChange }: { filters: StatementFilters; onChange: (next: StatementFilters) => void }) {
  const { t } = useLingui();
  const { account, asset, kind } = filters;
  return (
    <>
      <Segmented<StatementAccount>
        label={t`Account`}
        value={account}
        // Another account has other kinds, so its filters start empty.
        onChange={(next) => onChange({ account: next, asset: null, kind: null })}
        options={[
          { value: 'cash', label: t`Cash` },
          { value: 'custody', label: t`Custody` },
        ]}
      />
      <FilterRow>
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
    </>
  );
}
