import { useState } from 'react';
import { MonthSums, type SummedRow } from './month-sums';

/** Sums of the months of a list, which go on from page to page. */
export function useMonthSums(items: readonly SummedRow[]): MonthSums {
  const [made, setMade] = useState(() => new MonthSums(items));
  if (made.rows === items) return made;
  const next = new MonthSums(items, made);
  setMade(next);
  return next;
}
