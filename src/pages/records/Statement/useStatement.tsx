import { useLingui } from '@lingui/react/macro';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { accountStatement } from '../../../../contract/calls/profile';
import type { ListCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import { Amount } from '../../../components/Amount';
import { monthKey } from '../../../format/date';
import type { RecordList } from '../define-records';
import { isFiltered, KIND_NAMES, listQueryOf, type StatementFilters, type StatementRow } from '../statement';
import { useMonthSums } from '../useMonthSums';

const NO_ROWS: readonly StatementRow[] = [];

/** A list or a search with the filters that it was made with. */
interface FilteredRows {
  filters: StatementFilters;
  list: ListCallState<StatementRow>;
}

/**
 * Keeps the old rows until the next filters have their first rows: a skeleton for a few frames would only flicker, and
 * cost the frames that the rows need.
 */
function useHeld(next: FilteredRows): FilteredRows {
  const [held, setHeld] = useState(next);
  const isWaiting = next.list.items === undefined && next.list.error === null;
  const isHeld = isWaiting && held.list.items !== undefined && held.filters.account === next.filters.account;
  if (!isHeld && held !== next) setHeld(next);
  return isHeld ? held : next;
}

/** Sums up months; one that the dates or the search text cut has no sum of its own. */
function useTotals({ filters, list }: FilteredRows): (first: StatementRow) => ReactNode {
  const sums = useMonthSums(list.items ?? NO_ROWS);
  const hasSums = filters.from === null && filters.to === null && filters.text === '';
  return useCallback(
    (first) => {
      const total = hasSums ? sums.of(monthKey(first.createdAt), list.hasMore) : null;
      return total && <Amount value={total.amount} asset={total.asset} change unit />;
    },
    [sums, hasSums, list.hasMore],
  );
}

/** The postings that pass the filters: the whole list as it comes, or a search through the rows that the device keeps. */
export function useStatement(filters: StatementFilters): RecordList<StatementRow> {
  const { t } = useLingui();
  // A chip answers the finger at once, its list follows.
  const wanted = useDeferredValue(filters);
  const { account } = wanted;
  const isSearch = isFiltered(wanted);
  const list = useListCall(accountStatement, { account }, { enabled: !isSearch });
  const query = useMemo(() => listQueryOf(wanted, (kind) => t(KIND_NAMES[kind])), [wanted, t]);
  const search = useSearch(accountStatement, { account }, query, { enabled: isSearch });
  const rows = isSearch ? search : list;
  const held = useHeld(useMemo(() => ({ filters: wanted, list: rows }), [wanted, rows]));
  const of = { call: accountStatement, filters: { account: held.filters.account } };
  return { list: held.list, of, totalOf: useTotals(held), ...(isSearch && { search }) };
}
