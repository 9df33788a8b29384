/** Tells until when a person does not want to be disturbed (docs/rules.md §13). Pure. */
import { addDays, firstMomentOf, localDateAt } from '../time/zoned-time';

export interface QuietHours {
  /** `HH:mm`; `until` is on the next day where it is not after `from`. */
  from: string;
  until: string;
  /** IANA name. */
  timeZone: string;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns when the quiet that runs at `now` ends, UTC ms; null where none does. */
export function quietUntil({ from, until, timeZone }: QuietHours, now: number): number | null {
  const today = localDateAt(now, timeZone);
  for (const date of [addDays(today, -1), today]) {
    const begins = firstMomentOf(date, from, timeZone);
    const ends = firstMomentOf(until > from ? date : addDays(date, 1), until, timeZone);
    if (begins <= now && now < ends) return ends;
  }
  return null;
}
