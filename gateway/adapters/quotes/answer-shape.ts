/**
 * Finds prices and their times in a source's answer, as the operator says it by JSON pointers (RFC 6901; docs/operating.md,
 * "Market quotes"): either in the entries of a list, or at a place of its own for each symbol.
 */
import * as z from 'zod/mini';
import { QuoteSourceError, type MarketProduct, type StatedPrice } from './source';

const SYMBOL = '{symbol}';
const MAX_PRICES = 500;
const MAX_TIME = 8_640_000_000_000_000;
/** A JSON number with more digits has gone through rounding. */
const MAX_DIGITS = 15;

const pointer = z
  .string('must be a JSON pointer')
  .check(
    z.maxLength(200, 'a pointer has at most 200 characters'),
    z.regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON pointer: empty, or parts that begin with /'),
  );
const timeUnit = z._default(z.enum(['ms', 's', 'iso'], 'timeUnit is ms, s or iso'), 'ms');

/** Names the part that there is none of; everything else is told by the part itself. */
const unknownPart = (issue: { code: string; keys?: readonly string[] }) =>
  issue.code === 'unrecognized_keys' ? `there is no part ${issue.keys?.join(', ')}` : undefined;

const listShape = z.strictObject(
  { list: pointer, symbol: pointer, price: pointer, time: pointer, timeUnit },
  { error: (issue) => unknownPart(issue as never) },
);
const placeShape = z.strictObject(
  {
    price: pointer.check(z.refine((text) => text.includes(SYMBOL), `must hold ${SYMBOL}`)),
    time: pointer,
    timeUnit,
  },
  { error: (issue) => unknownPart(issue as never) },
);
export type AnswerShape = z.output<typeof listShape> | z.output<typeof placeShape>;

/** @throws RangeError in a few words that say what is wrong with which part */
export function parseShape(text: string): AnswerShape {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new RangeError('is no JSON');
  }
  const isList = typeof given === 'object' && given !== null && 'list' in given;
  const parsed = (isList ? listShape : placeShape).safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RangeError([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** Returns the value that the pointer leads to, undefined where it leads nowhere. */
function at(document: unknown, path: string): unknown {
  let value = document;
  for (const part of path.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

const escaped = (symbol: string) => symbol.replaceAll('~', '~0').replaceAll('/', '~1');

function malformed(): never {
  throw new QuoteSourceError('malformed');
}

/** A text stays as it is, for the domain to judge; a number is taken as it was written. */
function priceOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= 40) return value;
  if (typeof value !== 'number') return malformed();
  const text = String(value);
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= MAX_DIGITS ? text : malformed();
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a time as UTC ms, by its unit; NaN where it is none. */
const TIME_READERS: Readonly<Record<AnswerShape['timeUnit'], (value: unknown) => number>> = {
  ms: (value) => (typeof value === 'number' ? Math.round(value) : Number.NaN),
  s: (value) => (typeof value === 'number' ? Math.round(value * 1_000) : Number.NaN),
  iso: (value) => (typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN),
};

function timeOf(value: unknown, unit: AnswerShape['timeUnit']): number {
  const time = TIME_READERS[unit](value);
  return time >= 0 && time <= MAX_TIME ? time : malformed();
}

/** @throws QuoteSourceError malformed */
export function pricesIn(
  document: unknown,
  shape: AnswerShape,
  products: readonly Pick<MarketProduct, 'symbol'>[],
): readonly StatedPrice[] {
  if ('list' in shape) {
    const list = at(document, shape.list);
    if (!Array.isArray(list) || list.length > MAX_PRICES) return malformed();
    return list.map((entry: unknown) => {
      const symbol = at(entry, shape.symbol);
      if (typeof symbol !== 'string') return malformed();
      return { symbol, price: priceOf(at(entry, shape.price)), at: timeOf(at(entry, shape.time), shape.timeUnit) };
    });
  }
  const placeOf = (path: string, symbol: string) => at(document, path.replaceAll(SYMBOL, escaped(symbol)));
  const stated = products.flatMap(({ symbol }) => {
    const price = placeOf(shape.price, symbol);
    if (price === undefined) return [];
    return { symbol, price: priceOf(price), at: timeOf(placeOf(shape.time, symbol), shape.timeUnit) };
  });
  // A source that has none of the products is set up wrongly, or has changed.
  return stated.length === 0 && products.length > 0 ? malformed() : stated;
}
