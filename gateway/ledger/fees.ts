/**
 * Fees (docs/rules.md §7): every journal that takes one carries it as `fees`, and this file alone makes the legs of it. The database
 * compares both at the commit (migrations/0043_fees.sql).
 */
import { mulDivDown, RATE_DECIMALS, RATE_SCALE, unitsToDecimal, type AssetCode } from '../../contract/money';
import type { SystemAccount } from './chart';

export type FeeSource = 'withdrawal' | 'custody-redeem' | 'otc-rab' | 'otc-usdt' | 'machine-service';

/** The parts of a fee that are not revenue, in the order in which they are taken; each scaled by RATE_SCALE. */
export const SHARES = ['insurance', 'promotion', 'management', 'dynamic'] as const;
export type FeeRates = Readonly<Record<(typeof SHARES)[number], bigint>>;
export type FeeShares = Readonly<Record<'revenue' | (typeof SHARES)[number], bigint>>;

export interface Fee {
  /** The trading account that pays; null for the service fee of mining, which nobody pays alone. */
  payer: string | null;
  source: FeeSource;
  asset: AssetCode;
  /** The amount that the fee is charged on. */
  base: bigint;
  shares: FeeShares;
  /** The rates that the shares were computed by, decimal fractions. */
  rates?: Readonly<Record<(typeof SHARES)[number], string>>;
}

/** Rates as a fee keeps them. */
export function ratesText(rates: FeeRates): NonNullable<Fee['rates']> {
  const text = (rate: bigint) => unitsToDecimal(rate, RATE_DECIMALS);
  const { insurance, promotion, management, dynamic } = rates;
  return {
    insurance: text(insurance),
    promotion: text(promotion),
    management: text(management),
    dynamic: text(dynamic),
  };
}

/**
 * Splits a fee: each share rounded down and never more than the shares before it have left; what remains is revenue. So the parts
 * always sum to the fee, whatever the rates.
 */
export function splitFee(amount: bigint, rates: FeeRates): FeeShares {
  let left = amount;
  const take = (rate: bigint): bigint => {
    const wanted = mulDivDown(amount, rate, RATE_SCALE);
    const share = wanted < left ? wanted : left;
    left -= share;
    return share;
  };
  const [insurance, promotion, management, dynamic] = [
    take(rates.insurance),
    take(rates.promotion),
    take(rates.management),
    take(rates.dynamic),
  ];
  return { revenue: left, insurance, promotion, management, dynamic };
}

const ACCOUNT_OF: Record<keyof FeeShares, SystemAccount> = {
  revenue: 'fee-revenue',
  insurance: 'insurance',
  promotion: 'promotion-fees',
  management: 'promotion-fees',
  dynamic: 'dynamic-fees',
};
const PARTS = Object.keys(ACCOUNT_OF) as (keyof FeeShares)[];

export interface FeeLeg {
  account: { system: SystemAccount; asset: AssetCode };
  amount: bigint;
}

/** The credits of all fees of a journal, one leg per account and asset. */
export function feeLegs(fees: readonly Fee[]): FeeLeg[] {
  const sums = new Map<string, { system: SystemAccount; asset: AssetCode; amount: bigint }>();
  for (const { asset, shares } of fees) {
    for (const part of PARTS) {
      const system = ACCOUNT_OF[part];
      const key = `${system}/${asset}`;
      const sum = sums.get(key) ?? { system, asset, amount: 0n };
      sums.set(key, { ...sum, amount: sum.amount + shares[part] });
    }
  }
  return [...sums.values()]
    .filter(({ amount }) => amount > 0n)
    .map(({ system, asset, amount }) => ({ account: { system, asset }, amount }));
}
