/**
 * Arithmetic of the RAB market (docs/rules.md §8), pure and exact: bigint counts of the smallest unit.
 *
 * A fill's USDT is one figure for both sides, rounded down. Fees round up once per order, not once per fill: what an order
 * has paid after any fill is ceil(rate × all its USDT so far), so that many small fills cost no more than one big one, and what
 * was held for the whole always suffices for its parts. The buyer's deposit is counted up in the same way.
 */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { ASSETS, mulDivDown, mulDivUp, RATE_SCALE } from '../../../../contract/money';

const RAB_UNIT = 10n ** BigInt(ASSETS.RAB.decimals);

/** USDT of `quantity` RAB at `price` (USDT's smallest units per RAB). */
export function usdtOf(quantity: bigint, price: bigint): bigint {
  return mulDivDown(quantity, price, RAB_UNIT);
}

/** A share of an amount, rounded up. @param rate scaled by RATE_SCALE */
export function shareUp(amount: bigint, rate: bigint): bigint {
  return mulDivUp(amount, rate, RATE_SCALE);
}

/** Returns what a share of `more` adds to the share that was `counted` on `before` so far. */
export function shareOfMore(before: bigint, counted: bigint, more: bigint, rate: bigint): bigint {
  return shareUp(before + more, rate) - counted;
}

export function otherSide(side: OtcSide): OtcSide {
  return side === 'buy' ? 'sell' : 'buy';
}

export interface BuyerTerms {
  price: bigint;
  /** Scaled by RATE_SCALE. */
  feeRate: bigint;
  depositRate: bigint;
}

/**
 * Returns the hold that a buyer's `quantity` needs to wait at its price: amount and fee, or the deposit of them.
 * @param before the amount of what the order has bought so far, and the fee on it
 */
export function buyerHold(
  { price, feeRate, depositRate }: BuyerTerms,
  quantity: bigint,
  before: { amount: bigint; fee: bigint } = { amount: 0n, fee: 0n },
): bigint {
  const amount = usdtOf(quantity, price);
  return shareUp(amount + shareOfMore(before.amount, before.fee, amount, feeRate), depositRate);
}

/** A missed deposit: half to the seller, an odd unit to the insurance fund. */
export function forfeitOf(deposit: bigint): { toSeller: bigint; toInsurance: bigint } {
  const toSeller = deposit / 2n;
  return { toSeller, toInsurance: deposit - toSeller };
}
