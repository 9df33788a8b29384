import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { accountStatement } from '../../../../contract/calls/profile';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import { useDebounced } from '../../read/useDebounced';
import { filtersOf, isFiltered, KIND_NAMES, listQueryOf, queryOf, type StatementFilters } from '../statement';

/** A pause in typing this long begins the search. */
const TYPING_PAUSE_MS = 250;

/** The filters live in the link, so they survive back and can be shared. */
function useFilters(): { filters: StatementFilters; setFilters: (next: StatementFilters) => void } {
  const { replace } = useNavigation();
  const query = {
    account: useQuery('account'),
    asset: useQuery('asset'),
    kind: useQuery('kind'),
    from: useQuery('from'),
    to: useQuery('to'),
    text: useQuery('text'),
  };
  return { filters: filtersOf(query), setFilters: (next) => replace(paths.cashStatement, queryOf(next)) };
}

/** What is typed, and its way into the link when the person pauses. */
function useTyped(filters: StatementFilters, setFilters: (next: StatementFilters) => void) {
  const [text, setText] = useState(filters.text);
  const [linked, setLinked] = useState(filters.text);
  const [sent, setSent] = useState(filters.text);
  // Back, or "clear filters", changed the link under the field.
  if (filters.text !== linked) {
    setLinked(filters.text);
    if (filters.text !== sent) setText(filters.text);
  }
  const settled = useDebounced(text, TYPING_PAUSE_MS);
  const link = useRef((_text: string) => {});
  useEffect(() => {
    link.current = (next) => {
      setSent(next);
      if (next !== filters.text) setFilters({ ...filters, text: next });
    };
  });
  useEffect(() => link.current(settled), [settled]);
  return { text, setText };
}

/** The postings that the filters leave over: the whole list as it comes, or a search through what the device keeps. */
export function useStatement() {
  const { t } = useLingui();
  const { filters, setFilters } = useFilters();
  const typed = useTyped(filters, setFilters);
  const { account } = filters;
  const isSearch = isFiltered(filters);
  const list = useListCall(accountStatement, { account }, { enabled: !isSearch });
  const query = useMemo(() => listQueryOf(filters, (kind) => t(KIND_NAMES[kind])), [filters, t]);
  const search = useSearch(accountStatement, { account }, query, { enabled: isSearch });
  return { filters, setFilters, ...typed, read: isSearch ? search : list, search: isSearch ? search : null };
}
