/** Schemas of figures about days and hours. */
import * as z from 'zod/mini';

const localTime = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time such as 09:00'));
/** The hours of a working day: `until` itself is outside. */
export const openingTimes = z
  .strictObject({ from: localTime, until: localTime })
  .check(z.refine(({ from, until }) => from < until, 'from must be before until'));
export const weekdays = z.array(z.int().check(z.gte(1), z.lte(7))).check(
  z.minLength(1),
  z.refine((days) => new Set(days).size === days.length, 'must name each day once'),
);

const isDate = (text: string) =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
export const holidays = z
  .array(z.string().check(z.refine(isDate, 'must be a date such as 2027-01-01')))
  .check(z.maxLength(1_000));

export const timeZone = z.string().check(
  z.refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  }, 'must be an IANA time zone'),
);
