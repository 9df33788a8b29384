/**
 * Tells all that placing or taking an offer would mean, before any promise (docs/rules.md §1 "tell the truth before the tap").
 */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { usdtQuote } from '../../../../contract/calls/otc-usdt';
import type { UserContext } from '../../call-context';
import { preparePlacing } from './place';
import { fiatText, priceText } from './rules';
import { prepareTaking, type OrderSums } from './take';
import { usdt } from './view';

/** Returns what the user gets when everything completes: USDT less fee for a buyer, fiat for a seller. */
function receivedFor({ side, quantity, fee, fiatAmount }: OrderSums): string {
  return side === 'buy' ? usdt(quantity - fee) : fiatText(fiatAmount);
}

/** @throws Refusal as placing and taking do */
export async function quoteOrder(
  context: UserContext,
  { side, order }: ParsedInputOf<typeof usdtQuote>,
): Promise<AnswerOf<typeof usdtQuote>> {
  const { db } = context.deps.db;
  const { sums, party } =
    order.kind === 'place'
      ? await preparePlacing(db, context, side, order)
      : await prepareTaking(db, context, side, order);
  return {
    side,
    price: priceText(sums.price),
    fiat: sums.fiat,
    quantity: usdt(sums.quantity),
    fiatAmount: fiatText(sums.fiatAmount),
    feeRate: sums.feeRate,
    fee: usdt(sums.fee),
    deducted: usdt(sums.deducted),
    received: receivedFor(sums),
    paymentMs: party.settings['otc.paymentMs'],
    available: usdt(party.available),
  };
}
