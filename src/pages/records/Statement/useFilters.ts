import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '../../../app/navigation';
import { useDebounced } from '../../../components/useDebounced';
import type { FilterProps } from '../filters';
import { filtersOf, type StatementFilters } from '../statement';

/** A pause in typing this long begins the search. */
const TYPING_PAUSE_MS = 250;

/** The filters live in the link, so they survive back and can be shared. */
export function useFilters(): StatementFilters {
  const account = useQuery('account');
  const asset = useQuery('asset');
  const kind = useQuery('kind');
  const from = useQuery('from');
  const to = useQuery('to');
  const text = useQuery('text');
  return useMemo(() => filtersOf({ account, asset, kind, from, to, text }), [account, asset, kind, from, to, text]);
}

/** Keeps the text of the search field, and makes it a filter when the person pauses. */
export function useSearchText({ filters, show }: FilterProps<StatementFilters>) {
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
      if (next !== filters.text) show({ ...filters, text: next });
    };
  });
  useEffect(() => link.current(settled), [settled]);
  return { text, setText };
}
