import { useLingui } from '@lingui/react/macro';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { accountStatement } from '../../../../contract/calls/profile';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { ListCallState } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import { useDebounced } from '../../../components/useDebounced';
import {
  filtersOf,
  isFiltered,
  KIND_NAMES,
  listQueryOf,
  queryOf,
  type StatementFilters,
  type StatementRow,
} from '../statement';

/** A pause in typing this long begins the search. */
const TYPING_PAUSE_MS = 250;

/** The filters live in the link, so they survive back and can be shared. */
function useFilters(): { filters: StatementFilters; setFilters: (next: StatementFilters) => void } {
  const { replace } = useNavigation();
  const account = useQuery('account');
  const asset = useQuery('asset');
  const kind = useQuery('kind');
  const from = useQuery('from');
  const to = useQuery('to');
  const text = useQuery('text');
  const filters = useMemo(
    () => filtersOf({ account, asset, kind, from, to, text }),
    [account, asset, kind, from, to, text],
  );
  const setFilters = useCallback((next: StatementFilters) => replace(paths.cashStatement, queryOf(next)), [replace]);
  return { filters, setFilters };
}

/** Keeps the typed text, and puts it into the link when the person pauses. */
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

/** A list or a search with the filters that it was made with. */
interface Shown {
  filters: StatementFilters;
  read: ListCallState<StatementRow>;
}

/**
 * Keeps the old rows until the next filters have their first rows: a skeleton for a few frames would only flicker, and
 * cost the frames that the rows need.
 */
function useHeld(next: Shown): Shown {
  const [held, setHeld] = useState(next);
  const isWaiting = next.read.items === undefined && next.read.error === null;
  const isHeld = isWaiting && held.read.items !== undefined && held.filters.account === next.filters.account;
  if (!isHeld && held !== next) setHeld(next);
  return isHeld ? held : next;
}

/** The postings that pass the filters: the whole list as it comes, or a search through the rows that the device keeps. */
export function useStatement() {
  const { t } = useLingui();
  const { filters, setFilters } = useFilters();
  const typed = useTyped(filters, setFilters);
  // A chip answers the finger at once, its list follows.
  const wanted = useDeferredValue(filters);
  const { account } = wanted;
  const isSearch = isFiltered(wanted);
  const list = useListCall(accountStatement, { account }, { enabled: !isSearch });
  const query = useMemo(() => listQueryOf(wanted, (kind) => t(KIND_NAMES[kind])), [wanted, t]);
  const found = useSearch(accountStatement, { account }, query, { enabled: isSearch });
  const search = isSearch ? found : null;
  const next = useMemo(() => ({ filters: wanted, read: search ?? list }), [wanted, search, list]);
  return { filters, setFilters, ...typed, search, shown: useHeld(next) };
}
