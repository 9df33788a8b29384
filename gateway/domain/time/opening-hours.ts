/**
 * Tells when something is open: on working days from `from` up to but not including `until`, as the clocks of the operator's
 * zone show it (withdrawals: docs/rules.md §4, customer service: §9). Pure: the zone of this machine does not matter.
 */
import { addDays, firstMomentOf, localDateAt, weekdayOf, type LocalDate } from './zoned-time';

export interface WindowRules {
  /** IANA name. */
  timeZone: string;
  /** `HH:mm`, `from` before `until`. */
  from: string;
  until: string;
  /** Working days: 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  holidays: readonly LocalDate[];
}

export interface Opening {
  opensAt: number;
  closesAt: number;
}

export interface WindowState {
  closedReason: 'hours' | 'weekend' | 'holiday' | null;
  /** The opening that runs, else the next one; null when there is none within a year. */
  opening: Opening | null;
}

const SEARCHED_DAYS = 366;

function dayOff(date: LocalDate, { weekdays, holidays }: WindowRules): 'weekend' | 'holiday' | null {
  if (!weekdays.includes(weekdayOf(date))) return 'weekend';
  return holidays.includes(date) ? 'holiday' : null;
}

/** The day's opening; null on a day off, and where the clocks jump over all of it. */
function openingOn(date: LocalDate, rules: WindowRules): Opening | null {
  if (dayOff(date, rules) !== null) return null;
  const opensAt = firstMomentOf(date, rules.from, rules.timeZone);
  const closesAt = firstMomentOf(date, rules.until, rules.timeZone);
  return opensAt < closesAt ? { opensAt, closesAt } : null;
}

/** @param now UTC ms, by the gateway's clock */
export function windowAt(now: number, rules: WindowRules): WindowState {
  const today = localDateAt(now, rules.timeZone);
  for (let days = 0; days <= SEARCHED_DAYS; days += 1) {
    const opening = openingOn(addDays(today, days), rules);
    if (!opening || now >= opening.closesAt) continue;
    return { closedReason: now >= opening.opensAt ? null : (dayOff(today, rules) ?? 'hours'), opening };
  }
  return { closedReason: dayOff(today, rules) ?? 'hours', opening: null };
}

/** The opening after one that ends at `closesAt`; null when there is none within a year. */
export function openingAfter(closesAt: number, rules: WindowRules): Opening | null {
  return windowAt(closesAt, rules).opening;
}
