/** Tells all that an order would mean now, before anything is promised (docs/rules.md §1 "tell the truth before the tap"). */
import type { RabQuote } from '../../../../contract/calls/otc-rab';
import { rateUnits, toAmount } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import { cashOf } from '../../../ledger/balances';
import { Refusal } from '../../call-context';
import { tooLittle } from '../../too-little';
import { marketState } from './orders-repo';
import { planOrder, worstCase, type OrderRequest, type OrderTerms, type Plan } from './plan';
import { paysInFull } from './position';
import { shareOfMore, shareUp, usdtOf } from './rules';
import { rab, rateText, usdt, viewGuide } from './view';

/** Returns the asset that this side pays with: a seller's RAB, a buyer's USDT. */
export function paidIn(side: OrderRequest['side']): 'RAB' | 'USDT' {
  return side === 'sell' ? 'RAB' : 'USDT';
}

function filledNow({ fills }: Plan, side: OrderRequest['side']) {
  const sum = (of: (fill: Plan['fills'][number]) => bigint) => fills.reduce((total, fill) => total + of(fill), 0n);
  const [quantity, amount, fee] = [sum((one) => one.quantity), sum((one) => one.amount), sum((one) => one.taker.fee)];
  return {
    figures: { amount, fee },
    view: {
      quantity: rab(quantity),
      amount: usdt(amount),
      fee: usdt(fee),
      received: side === 'buy' ? rab(quantity) : usdt(amount - fee),
    },
  };
}

/** @throws Refusal as placing does */
export async function quoteOrder(queries: Queries, request: OrderRequest, terms: OrderTerms): Promise<RabQuote> {
  const { side, price, quantity, mode } = request;
  if ((await marketState(queries)).haltReason !== null) throw new Refusal('market-halted');
  const plan = await planOrder(queries, request, terms);
  const asset = paidIn(side);
  const available = await cashOf(queries, request.accountId, asset);
  if (plan.needs > available) throw tooLittle(available, asset);
  const { order, holds } = plan;
  const now = filledNow(plan, side);
  const restAmount = usdtOf(order.remaining, price);
  const restFee = shareOfMore(now.figures.amount, now.figures.fee, restAmount, rateUnits(order.feeRate));
  const worst = worstCase(request, terms.feeRate);
  const isAtRisk = side === 'buy' && !paysInFull(order);
  return {
    side,
    price: usdt(price),
    quantity: rab(quantity),
    mode,
    feeRate: rateText(order.feeRate),
    depositRate: rateText(order.depositRate),
    guidePrice: viewGuide(terms.guide),
    now: now.view,
    rest: {
      quantity: rab(order.remaining),
      amount: usdt(restAmount),
      fee: usdt(restFee),
      held: toAmount(holds, asset),
    },
    worst: {
      amount: usdt(worst.amount),
      fee: usdt(worst.fee),
      deducted: side === 'buy' ? usdt(worst.amount + worst.fee) : rab(quantity),
      received: side === 'buy' ? rab(quantity) : usdt(worst.amount - worst.fee),
    },
    depositAtRisk: usdt(isAtRisk ? shareUp(worst.amount + worst.fee, rateUnits(order.depositRate)) : 0n),
    expiresAt: order.expiresAt,
    available: toAmount(available, asset),
  };
}
