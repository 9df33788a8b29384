/** The USDT market's arithmetic and who may do what in which state (docs/rules.md §8). Pure. */
import { FIAT_DECIMALS, FIAT_PRICE_DECIMALS } from '../../../../contract/calls/otc-usdt-records';
import { ASSETS, decimalToUnits, toUnits, unitsToDecimal } from '../../../../contract/money';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Settings } from '../../settings/figures';
import type { OfferRow } from './offers-repo';
import type { TradeRow } from './trades-repo';

export const USDT = 'USDT';
export const OTHER_PARTY = { buyer: 'seller', seller: 'buyer' } as const satisfies Record<TradeParty, TradeParty>;

/** A price above this is a slip of the finger, and would not fit a cursor: units of 10^-4 fiat per USDT. */
export const MAX_PRICE = 10n ** 12n;

const PER_FIAT_UNIT = 10n ** BigInt(ASSETS[USDT].decimals + FIAT_PRICE_DECIMALS - FIAT_DECIMALS);

export const fiatUnits = (text: string) => decimalToUnits(text, FIAT_DECIMALS);
export const fiatText = (units: bigint) => unitsToDecimal(units, FIAT_DECIMALS);
export const priceUnits = (text: string) => decimalToUnits(text, FIAT_PRICE_DECIMALS);
export const priceText = (units: bigint) => unitsToDecimal(units, FIAT_PRICE_DECIMALS);

/**
 * Returns what a buyer pays for `quantity`, rounded up to the cent: what an amount of fiat buys, rounded down to the smallest
 * unit of USDT, costs that amount again.
 */
export function fiatFor(quantity: bigint, price: bigint): bigint {
  return (quantity * price + PER_FIAT_UNIT - 1n) / PER_FIAT_UNIT;
}

/** Returns the limits of one trade of the offer now, in fiat: a last rest below the minimum is taken whole. */
export function limitsOf({ remaining, price, minFiat, maxFiat }: OfferRow): { minimum: bigint; maximum: bigint } {
  const all = fiatFor(remaining, price);
  return { minimum: all < minFiat ? all : minFiat, maximum: all < maxFiat ? all : maxFiat };
}

/** Returns the sum that one operator may rule alone, in 24 hours and for one user, smallest units. */
export function aloneLimit(settings: Settings): bigint {
  return toUnits(settings['otc.secondOperatorAbove'], USDT);
}

/** Returns how many different operators have to rule about a trade at least. */
export function rulingsNeeded(quantity: bigint, settings: Settings): 1 | 2 {
  return quantity > aloneLimit(settings) ? 2 : 1;
}

export type PartyIds = Pick<TradeRow, 'buyerUserId' | 'sellerUserId'>;

/** Returns the side that a user is on; null for a stranger. */
export function partyOf({ buyerUserId, sellerUserId }: PartyIds, userId: string): TradeParty | null {
  if (userId === buyerUserId) return 'buyer';
  return userId === sellerUserId ? 'seller' : null;
}

export function userOf({ buyerUserId, sellerUserId }: PartyIds, party: TradeParty): string {
  return party === 'buyer' ? buyerUserId : sellerUserId;
}

export function hasEnded({ state }: Pick<TradeRow, 'state'>): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** Returns from when on a paid trade can be disputed, UTC ms; null in every other state. */
export function disputableAt({ state, paidAt, disputeAfterMs }: TradeRow): number | null {
  return state === 'paid' && paidAt !== null ? paidAt + disputeAfterMs : null;
}

/** A closed trade still takes messages for this long, ms. */
export const CHAT_AFTER_MS = 7 * 86_400_000;
