/** Works out what placing an offer would mean, and places it (docs/rules.md §8). */
import type { ParsedInputOf } from '../../../../contract/call';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { buyUsdt } from '../../../../contract/calls/otc-usdt';
import { toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { Tx } from '../../../db/transaction';
import { Refusal } from '../../call-context';
import { feeOf } from '../fees';
import { holdForOffer } from './escrow';
import { countOpenOffers, insertOffer, lockTrader, type OfferRow } from './offers-repo';
import { assertCovers, namedCards, partyFor, type Actor, type Party } from './party';
import { fiatFor, fiatText, fiatUnits, MAX_PRICE, priceText, priceUnits, USDT } from './rules';
import type { OrderSums } from './take';
import { usdt } from './view';

export type PlaceInput = Extract<ParsedInputOf<typeof buyUsdt>['order'], { kind: 'place' }>;

interface PreparedOffer {
  party: Party;
  sums: OrderSums;
  minFiat: bigint;
  maxFiat: bigint;
}

/** The quantity, if an offer may be of it. @throws Refusal amount-too-small, amount-too-large */
function quantityOf(text: string, { settings }: Party): bigint {
  const quantity = toUnits(text, USDT);
  const [minimum, maximum] = [toUnits(settings['otc.usdtMinimum'], USDT), toUnits(settings['otc.usdtMaximum'], USDT)];
  if (quantity < minimum) throw new Refusal('amount-too-small', { data: { limit: usdt(minimum) } });
  if (quantity > maximum) throw new Refusal('amount-too-large', { data: { limit: usdt(maximum) } });
  return quantity;
}

/**
 * Works out what placing would mean now.
 * @throws Refusal market-halted, needs-identity, payee-missing, not-found, amount-too-small, amount-too-large (limits of USDT for
 * the quantity, of fiat for the price and the limits of a trade), limit-reached, insufficient-funds
 */
export async function preparePlacing(
  queries: Queries,
  context: Actor,
  side: OtcSide,
  { price: priceInput, quantity: quantityInput, minFiat: minInput, maxFiat: maxInput, methodIds }: PlaceInput,
): Promise<PreparedOffer> {
  const party = await partyFor(queries, context);
  const { user, settings, feeRate, available } = party;
  const price = priceUnits(priceInput);
  if (price > MAX_PRICE) throw new Refusal('amount-too-large', { data: { limit: priceText(MAX_PRICE) } });
  const quantity = quantityOf(quantityInput, party);
  const fiatAmount = fiatFor(quantity, price);
  const [minFiat, asked] = [fiatUnits(minInput), fiatUnits(maxInput)];
  const maxFiat = asked < fiatAmount ? asked : fiatAmount;
  if (minFiat > maxFiat) throw new Refusal('amount-too-large', { data: { limit: fiatText(maxFiat) } });
  await namedCards(queries, { userId: user.id, side, methodIds });
  const limit = settings['otc.usdtOffers'];
  if ((await countOpenOffers(queries, user.id)) >= limit) {
    throw new Refusal('limit-reached', { data: { limit: String(limit) } });
  }
  const fee = feeOf(quantity, feeRate);
  const deducted = side === 'sell' ? quantity + fee : 0n;
  assertCovers(available, deducted);
  const fiat = settings['otc.fiat'];
  return { party, minFiat, maxFiat, sums: { side, price, fiat, quantity, fiatAmount, feeRate, fee, deducted } };
}

/** @param assertFee refuses when the fee is more than the user was told */
export async function placeOffer(
  tx: Tx,
  context: Actor,
  side: OtcSide,
  input: PlaceInput,
  assertFee: (fee: bigint) => void,
): Promise<OfferRow> {
  const { session, now } = context;
  await lockTrader(tx, session.userId);
  const { sums, minFiat, maxFiat } = await preparePlacing(tx, context, side, input);
  const { price, fiat, quantity, feeRate, fee } = sums;
  assertFee(fee);
  const offer = await insertOffer(tx, {
    userId: session.userId,
    accountId: session.accountId,
    side,
    price,
    fiat,
    quantity,
    minFiat,
    maxFiat,
    methodIds: [...new Set(input.methodIds)],
    note: input.note ?? null,
    feeRate,
    createdAt: now,
  });
  return side === 'sell' ? holdForOffer(tx, offer, fee, now) : offer;
}
