/** Splits the fees of people (docs/rules.md §7): whose inviter takes part in them, and what comes back to the payer. */
import { rateUnits, type AssetCode } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { ratesText, splitFee, type Fee, type FeeRates, type FeeSource } from '../../ledger/fees';
import type { Settings } from '../settings/figures';
import { loadSettings } from '../settings/settings';
import { tiesOf, type PayerTies } from './repo';

const REBATED: readonly FeeSource[] = ['otc-rab', 'otc-usdt'];

/** The rates of somebody with these ties. Without somebody to pay a share to, it stays revenue. */
export function ratesOf(
  { isPromoted, isManaged, rebateRate }: Omit<PayerTies, 'accountId'>,
  source: FeeSource,
  settings: Pick<Settings, 'fees.insuranceRate' | 'income.promotionRate' | 'income.managementRate'>,
): FeeRates {
  return {
    insurance: rateUnits(settings['fees.insuranceRate']),
    promotion: isPromoted ? rateUnits(settings['income.promotionRate']) : 0n,
    management: isManaged ? rateUnits(settings['income.managementRate']) : 0n,
    dynamic: REBATED.includes(source) ? rateUnits(rebateRate) : 0n,
  };
}

export interface TakenFee {
  payer: string;
  source: FeeSource;
  asset: AssetCode;
  base: bigint;
  amount: bigint;
}

/** A fee that nobody pays alone: nobody's inviter takes part in it, and nothing of it comes back. A fee of nothing is none. */
export function feeOfNobody(
  settings: Pick<Settings, 'fees.insuranceRate'>,
  { amount, ...fee }: Omit<TakenFee, 'payer'>,
): Fee[] {
  if (amount === 0n) return [];
  const rates = { insurance: rateUnits(settings['fees.insuranceRate']), promotion: 0n, management: 0n, dynamic: 0n };
  return [{ ...fee, payer: null, shares: splitFee(amount, rates), rates: ratesText(rates) }];
}

/** Makes a journal's `fees` of what each of its payers pays; a fee of nothing is none. */
export type FeeSplitter = (...taken: readonly TakenFee[]) => Fee[];

/** Reads what splitting the fees of these trading accounts at `now` takes. */
export async function feeSplitter(tx: Tx, accountIds: readonly string[], now: number): Promise<FeeSplitter> {
  const settings = await loadSettings(tx);
  const promotionMs = settings['income.promotionMs'];
  const ties = new Map((await tiesOf(tx, accountIds, { now, promotionMs })).map((one) => [one.accountId, one]));
  return (...taken) =>
    taken
      .filter(({ amount }) => amount > 0n)
      .map(({ payer, source, asset, base, amount }) => {
        const tied = ties.get(payer);
        if (!tied) throw new Error(`nobody read the ties of trading account ${payer}`);
        const rates = ratesOf(tied, source, settings);
        return { payer, source, asset, base, shares: splitFee(amount, rates), rates: ratesText(rates) };
      });
}
