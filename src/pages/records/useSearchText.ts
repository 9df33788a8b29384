import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../components/useDebounced';
import type { FilterProps } from './filters';

/** A pause in typing this long begins the search. */
const TYPING_PAUSE_MS = 250;

/** Keeps the text of the search field, and makes it a filter when the person pauses. */
export function useSearchText<F extends { text: string }>({ filters, show }: FilterProps<F>) {
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
