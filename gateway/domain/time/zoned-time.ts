/**
 * Computes what a zone's clocks show at a moment, and when they show something first. Pure, from the platform's own zone data.
 */

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`. */
export type LocalDate = string;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** Returns what the zone's clocks show at `at`, written as if it were UTC, ms. */
function clockAt(at: number, timeZone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at - Math.floor(at / 1000) * 1000);
}

export function localDateAt(at: number, timeZone: string): LocalDate {
  return new Date(clockAt(at, timeZone)).toISOString().slice(0, 10);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * The first moment at which the zone's clocks show this time of this day or a later one: of a time that there is twice the
 * first one, of one that is skipped the moment of the jump.
 * @param time `HH:mm`
 */
export function firstMomentOf(date: LocalDate, time: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // Whatever the change is, the offsets well before and after it are the two that matter.
  const offsets = [-1.5, 1.5].map((days) => {
    const near = wanted + days * DAY_MS;
    return clockAt(near, timeZone) - near;
  });
  const shown = offsets.map((offset) => wanted - offset).filter((at) => clockAt(at, timeZone) === wanted);
  if (shown.length > 0) return Math.min(...shown);
  // The clocks jump over it: `low` is before the jump, `high` at or after it.
  let low = wanted - Math.max(...offsets) - 1;
  let high = wanted - Math.min(...offsets);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clockAt(middle, timeZone) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
