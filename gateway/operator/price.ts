/** `price set`: the guide price that exchanges are quoted at and that RAB is valued at (rules.md §4). */
import * as z from 'zod/mini';
import { amountProblem, toAmount, toUnits } from '../../contract/money';
import { guidePrice, saveGuidePrice } from '../domain/exchange/repo';
import { saveSetting } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

export const priceSet = defineCommand('price set', z.strictObject({ rabUsdt: z.string() }), async (tx, input, now) => {
  const problem = amountProblem(input.rabUsdt, 'USDT');
  if (problem) {
    throw new OperatorError('input', `"${input.rabUsdt.slice(0, 40)}" is not a price in USDT (${problem})`);
  }
  const units = toUnits(input.rabUsdt, 'USDT');
  const price = toAmount(units, 'USDT');
  const before = await guidePrice(tx);
  await saveGuidePrice(tx, { price: units, source: 'operator', asOf: now });
  await saveSetting(tx, 'market.rabReference', { price, asOf: now }, now);
  const data = { pair: 'RAB/USDT', before: before && toAmount(before.price, 'USDT'), after: price };
  return {
    lines: [`RAB/USDT: ${data.before ?? '–'} → ${price}; quotes are given for the next 60 s`],
    data,
    subject: 'RAB/USDT',
    detail: data,
  };
});
