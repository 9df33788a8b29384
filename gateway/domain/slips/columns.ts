/** The columns of a file of delivery slips, each with the one way in which it is written. CSV and JSON have the same. */
import * as z from 'zod/mini';
import { MAX_PATH_POINTS, SLIP_ASSET, slipDirection } from '../../../contract/calls/slips';
import { lineOfText } from '../../../contract/ids';
import { decimalToUnits, MAX_INTEGER_DIGITS, toUnits } from '../../../contract/money';
import { isRecordId } from '../paging';

/** Prices, lots and spreads have at most this many fraction digits. */
export const FIGURE_DECIMALS = 8;

export interface PathPoint {
  /** UTC ms. */
  at: number;
  price: string;
}

/** A decimal without needless zeros: `1.0850` and `1.085` are one figure. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** An exact decimal. Exponents, signs, groups and spaces are refused: whoever means one of them has to write the figure out. */
function decimal({ decimals, isSigned = false, isPositive = false }: DecimalForm) {
  const form = new RegExp(
    `^${isSigned ? '-?' : ''}(0|[1-9][0-9]{0,${MAX_INTEGER_DIGITS - 1}})(\\.[0-9]{1,${decimals}})?$`,
  );
  const sentence = `must be a plain decimal${isPositive ? ' above zero' : ''} with at most ${decimals} digits after the point`;
  const isFine = (text: string) => form.test(text) && (!isPositive || /[1-9]/.test(text));
  return z.string().check(z.refine(isFine, sentence));
}

interface DecimalForm {
  decimals: number;
  isSigned?: boolean;
  isPositive?: boolean;
}

const figure = (form: Omit<DecimalForm, 'decimals'> & { decimals?: number }) =>
  z.pipe(decimal({ decimals: FIGURE_DECIMALS, ...form }), z.transform(trimmed));
const price = figure({ isPositive: true });
const usdt = (form: { isSigned?: boolean }) =>
  z.pipe(
    decimal({ decimals: 6, ...form }),
    z.transform((text: string) => toUnits(text, SLIP_ASSET)),
  );

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const MS_TIME = /^[1-9][0-9]{11,12}$/;

/** A moment as ISO 8601 with its zone, or as milliseconds since 1970; null for anything else. */
function momentOf(text: string): number | null {
  if (MS_TIME.test(text)) return Number(text);
  // A day that no month has is taken for one of the next month by some engines, so the date is compared.
  const ms = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  const isDay = new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) === text.slice(0, 10);
  return Number.isNaN(ms) || ms < 0 || !isDay ? null : ms;
}

const TIME_FORM = 'must be a time with its zone, as 2026-11-20T09:30:00Z, or milliseconds since 1970';
const time = z.pipe(
  z.string().check(z.refine((text) => momentOf(text) !== null, TIME_FORM)),
  z.transform((text: string) => momentOf(text) ?? 0),
);

const PRICE_FORM = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,8})?$/;

/** `time price; time price`; null for a text that is not so. */
function pathOf(text: string): PathPoint[] | null {
  const points: PathPoint[] = [];
  for (const part of text.split(';')) {
    const [moment = '', figureText = '', ...more] = part.trim().split(/ +/);
    const at = momentOf(moment);
    if (at === null || more.length > 0 || !PRICE_FORM.test(figureText) || !/[1-9]/.test(figureText)) return null;
    points.push({ at, price: trimmed(figureText) });
  }
  return points.length <= MAX_PATH_POINTS ? points : null;
}

const path = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => pathOf(text) !== null,
        `must be at most ${MAX_PATH_POINTS} times, each "time price", with ; between`,
      ),
    ),
  z.transform((text: string) => pathOf(text) ?? []),
);

const isLine = (text: string) => text.trim() === text && z.safeParse(lineOfText(40), text).success;
const product = z.string().check(z.refine(isLine, 'must be at most 40 visible characters in one line'));

export const SLIP_ROW = z.strictObject({
  trade_no: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/, 'must be 1 to 64 letters, digits and . _ / -')),
  user: z.string().check(z.minLength(1, 'is missing'), z.maxLength(254, 'is too long')),
  account: z.optional(z.string().check(z.refine(isRecordId, "must be a trading account's id"))),
  product: z.optional(product),
  direction: z.enum(slipDirection.options, 'must be long or short'),
  lots: figure({ isPositive: true }),
  leverage: figure({ isPositive: true, decimals: 2 }),
  margin: usdt({}),
  spread: figure({}),
  open_price: price,
  open_time: time,
  close_price: price,
  close_time: time,
  profit: usdt({ isSigned: true }),
  high: z.optional(price),
  low: z.optional(price),
  path: z.optional(path),
});

export type SlipRow = z.output<typeof SLIP_ROW>;
export type SlipColumn = keyof SlipRow;

export const SLIP_COLUMNS = Object.keys(SLIP_ROW.shape) as SlipColumn[];
export const OPTIONAL_COLUMNS: ReadonlySet<string> = new Set<SlipColumn>(['account', 'product', 'high', 'low', 'path']);

/** A finding about one column of a row. */
export interface ColumnFault {
  column: SlipColumn;
  reason: string;
}

const units = (text: string) => decimalToUnits(text, FIGURE_DECIMALS);

/** Judges the columns of a row against one another. @param now UTC ms */
export function contradictions(row: SlipRow, now: number): ColumnFault[] {
  const faults: ColumnFault[] = [];
  const fault = (column: SlipColumn, reason: string) => faults.push({ column, reason });
  const points = row.path ?? [];
  if (row.close_time < row.open_time) fault('close_time', 'is before open_time');
  if (row.close_time > now) fault('close_time', 'is in the future');
  const prices = [row.open_price, row.close_price, ...points.map(({ price: told }) => told)].map(units);
  if (row.high !== undefined && prices.some((one) => one > units(row.high!)))
    fault('high', 'is below another price of the row');
  if (row.low !== undefined && prices.some((one) => one < units(row.low!)))
    fault('low', 'is above another price of the row');
  const times = [row.open_time, ...points.map(({ at }) => at), row.close_time];
  if (points.length > 0 && times.some((at, index) => index > 0 && at < (times[index - 1] ?? 0)))
    fault('path', 'has a time out of order, or outside of open_time and close_time');
  return faults;
}
