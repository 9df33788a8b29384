/** Periods of the device's calendar that records are narrowed to. */
import { startOf, type Day } from './statement';

/** The first and the last day, both included. */
export interface DayRange {
  from: Day;
  to: Day;
}

export const PERIODS = ['this-month', 'last-month', '90-days', 'this-year'] as const;
export type Period = (typeof PERIODS)[number];

export function dayOf(date: Date): Day {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The whole month that lies `back` months before the current one. */
export function monthBack(back: number, now: Date): DayRange {
  const first = new Date(now.getFullYear(), now.getMonth() - back, 1);
  return { from: dayOf(first), to: dayOf(new Date(first.getFullYear(), first.getMonth() + 1, 0)) };
}

/** A named period; those that still go on end today. */
export function periodRange(period: Period, now: Date): DayRange {
  const today = dayOf(now);
  switch (period) {
    case 'this-month':
      return { from: monthBack(0, now).from, to: today };
    case 'last-month':
      return monthBack(1, now);
    case '90-days':
      return { from: dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 89)), to: today };
    case 'this-year':
      return { from: dayOf(new Date(now.getFullYear(), 0, 1)), to: today };
  }
}

/** From the first moment of the first day up to, not including, the first one after the last; null for no range. */
export function momentsOf({ from, to }: DayRange): { from: number; until: number } | null {
  const start = startOf(from);
  const end = startOf(to) === null ? null : startOf(to, 1);
  return start === null || end === null || start >= end ? null : { from: start, until: end };
}
