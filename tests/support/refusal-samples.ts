/** Data of refusals made from the schemas that the contract declares for them, and the figures that a text shows. */
import fc from 'fast-check';
import {
  ERROR_DATA,
  GATEWAY_ERROR_NUMBERS,
  LOCAL_ERROR_CODES,
  type AnyErrorData,
  type ErrorCodeWithData,
  type ErrorCode,
  type GatewayErrorCode,
} from '../../contract/errors';

export const GATEWAY_CODES = Object.keys(GATEWAY_ERROR_NUMBERS) as GatewayErrorCode[];
export const ALL_CODES: readonly ErrorCode[] = [...GATEWAY_CODES, ...LOCAL_ERROR_CODES];

interface Schema {
  def: { type: string; shape?: Record<string, Schema>; innerType?: Schema; checks?: unknown[] };
}

const decimals = fc
  .tuple(fc.nat(999_999_999), fc.nat(99_999_999))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(8, '0')}`);

/** @throws when a schema is of a kind that this does not know: it is added here then */
function valueOf({ def }: Schema): fc.Arbitrary<unknown> {
  if (def.type === 'object') {
    return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, of]) => [name, valueOf(of)])));
  }
  if (def.type === 'optional' && def.innerType) return fc.option(valueOf(def.innerType), { nil: undefined });
  if (def.type === 'number') return fc.integer({ min: 1, max: 20 * 86_400_000 });
  // The only strings with a check are amounts.
  if (def.type === 'string') return def.checks?.length ? decimals : fc.constantFrom('BEP20', 'Kelp');
  if (def.type === 'unknown') return fc.constant({ id: 'x' });
  throw new Error(`no samples of ${def.type}`);
}

export function hasData(code: ErrorCode): code is ErrorCodeWithData {
  return code in ERROR_DATA;
}

/** Makes samples of the data of `code`; the same for the same seed. */
export function samplesOf(code: ErrorCodeWithData, count: number, seed: number): AnyErrorData[] {
  const schema = ERROR_DATA[code];
  const samples = fc.sample(valueOf(schema as unknown as Schema), { numRuns: count, seed });
  return samples.map((sample) => schema.parse(sample) as AnyErrorData);
}

/** These fields are for the program alone: a text does not show them. */
const UNTOLD = new Set(['serverTime', 'current', 'ticket', 'known', 'status']);
const MINUTE_MS = 60_000;
const UNITS_MS = [1_000, MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** Lists the ways to show each field of the data, as digits without separators. @param now UTC ms */
export function wantedFigures(data: AnyErrorData, now: number): [field: string, oneOf: string[]][] {
  return Object.entries(data)
    .filter(([name, value]) => !UNTOLD.has(name) && value !== undefined)
    .map(([name, value]) => {
      if (name === 'retryAfterMs') return [name, UNITS_MS.map((unit) => String(Math.ceil(Number(value) / unit)))];
      if (name === 'lockedUntil') return [name, [String(Math.ceil((Number(value) - now) / MINUTE_MS))]];
      return [name, [name === 'network' ? String(value) : plain(String(value)).replace('.', '')]];
    });
}

/** The numbers that a text shows, without their separators, and its words. */
export function shownFigures(text: string): Set<string> {
  const numbers = text.match(/\d(?:[.,\u00a0\u202f’']?\d)*/g) ?? [];
  return new Set([...numbers.map((number) => number.replace(/\D/g, '')), ...(text.match(/[A-Za-z]\w+/g) ?? [])]);
}

/** No text may hold these: a program says them when it has nothing to say. */
export const BROKEN = /NaN|undefined|null|Infinity|\[object|[{}]|Invalid Date/;
