/**
 * Exact money. Amounts cross every boundary as plain ASCII decimal strings and are computed as bigint counts of an
 * asset's smallest unit (docs/rules.md §2). No float is ever involved.
 */
import * as z from 'zod/mini';

/** Every asset the platform knows: decimals is the number of fraction digits of its smallest unit. */
export const ASSETS = {
  USDT: { decimals: 6 },
  RAB: { decimals: 8 },
} as const;

export type AssetCode = keyof typeof ASSETS;

export const assetCode = z.enum(Object.keys(ASSETS) as [AssetCode, ...AssetCode[]]);

/** At most this many digits before the point (docs/rules.md §2). */
export const MAX_INTEGER_DIGITS = 12;

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
const SIGNED_DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

export type AmountProblem = 'not-decimal' | 'too-many-decimals' | 'too-large' | 'not-positive';

/**
 * Returns why `text` is no acceptable amount of `asset` for a person to enter; null when it is acceptable.
 * Accepted: plain ASCII decimal, greater than zero, at most the asset's decimals, at most 12 integer digits.
 */
export function amountProblem(text: string, asset: AssetCode): AmountProblem | null {
  if (!PLAIN_DECIMAL.test(text)) return 'not-decimal';
  const [integer = '', fraction = ''] = text.split('.');
  if (fraction.length > ASSETS[asset].decimals) return 'too-many-decimals';
  if (integer.length > MAX_INTEGER_DIGITS) return 'too-large';
  if (/^0*$/.test(integer + fraction)) return 'not-positive';
  return null;
}

/**
 * An amount string as the smallest units of `asset`. Accepts a leading minus sign and zero, as answers carry them.
 * @throws RangeError when the text is not a plain decimal with at most the asset's decimals.
 */
export function toUnits(text: string, asset: AssetCode): bigint {
  return decimalToUnits(text, ASSETS[asset].decimals);
}

/** The full-precision decimal string of `units` smallest units: `toAmount(1500000n, 'USDT') === '1.500000'`. */
export function toAmount(units: bigint, asset: AssetCode): string {
  return unitsToDecimal(units, ASSETS[asset].decimals);
}

/** A plain decimal as an integer scaled by 10^decimals. @throws RangeError when it does not fit exactly. */
export function decimalToUnits(text: string, decimals: number): bigint {
  if (!SIGNED_DECIMAL.test(text)) throw new RangeError('not a plain decimal');
  const negative = text.startsWith('-');
  const [integer = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  if (fraction.length > decimals) throw new RangeError('too many decimals');
  const units = BigInt(integer + fraction.padEnd(decimals, '0'));
  return negative ? -units : units;
}

/** The inverse of `decimalToUnits`, always with all `decimals` fraction digits. */
export function unitsToDecimal(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const integer = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${negative ? '-' : ''}${integer}${fraction}`;
}

/** Quotient rounded towards zero for non-negative operands: what a user is credited. */
export function mulDivDown(a: bigint, b: bigint, divisor: bigint): bigint {
  return (a * b) / divisor;
}

/** Quotient rounded up for non-negative operands: what a user is charged as a fee. */
export function mulDivUp(a: bigint, b: bigint, divisor: bigint): bigint {
  return (a * b + divisor - 1n) / divisor;
}

/** Rates are decimal strings with at most this many fraction digits, e.g. `"0.00011"` = 0.011 %. */
export const RATE_DECIMALS = 10;
export const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);

/** A rate string as an integer scaled by `RATE_SCALE`. @throws RangeError when it is malformed. */
export function rateUnits(rate: string): bigint {
  return decimalToUnits(rate, RATE_DECIMALS);
}

/** An amount as answers carry it: plain decimal, may be zero or negative, digits not bound to one asset. */
export const amount = z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/));

/** A rate as a fraction of one, e.g. `"0.00011"` for 0.011 %. */
export const rate = z.string().check(z.regex(/^(0|[1-9][0-9]{0,3})(\.[0-9]{1,10})?$/));

/** An amount that a person enters for `asset`; the issue's message is the `AmountProblem`. */
export function amountInput(asset: AssetCode) {
  return z.string().check((ctx) => {
    const problem = amountProblem(ctx.value, asset);
    if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
  });
}
