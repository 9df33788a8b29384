/** The demo user's forty days, played again by the real services at the moments of the story. */
import { toUnits } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { placeOrder, redeemOrder } from '../domain/custody/orders';
import { findOrder, type Order } from '../domain/custody/repo';
import { versionOf } from '../domain/custody/rules';
import { INITIAL_SETTINGS } from '../domain/settings/settings';

export type StoryStep =
  | { day: number; place: { planId: string; amount: string }; as: string; addTo?: string }
  | { day: number; redeem: { order: string; amount: string } };

/** `day` counts from the start of the history, fractions are hours. */
export const STORY: readonly StoryStep[] = [
  { day: 0.2, place: { planId: 'd90', amount: '5000' }, as: 'long' },
  { day: 2.4, place: { planId: 'd7', amount: '1200' }, as: 'first' },
  { day: 5.3, place: { planId: 'd30', amount: '3000' }, as: 'month' },
  { day: 12.1, place: { planId: 'd180', amount: '2000' }, as: 'half-year' },
  { day: 20.5, redeem: { order: 'half-year', amount: '500' } },
  { day: 25.6, place: { planId: 'd30', amount: '800' }, as: 'tranche', addTo: 'long' },
  { day: 31.2, place: { planId: 'd7', amount: '400' }, as: 'changed-mind' },
  { day: 31.3, redeem: { order: 'changed-mind', amount: '400' } },
  { day: 38.4, place: { planId: 'd7', amount: '650' }, as: 'week' },
  { day: 39.9, place: { planId: 'd30', amount: '1000' }, as: 'fresh' },
];

/** Ids of the orders so far, by their names. */
export type StoryOrders = Readonly<Record<string, string>>;

/**
 * Places or redeems as the user would have, at `now`, under the figures that a new gateway has: what an operator set since
 * is no part of the story.
 * @returns the orders with the new one
 */
export async function play(
  tx: Tx,
  { accountId, step, now, orders }: { accountId: string; step: StoryStep; now: number; orders: StoryOrders },
): Promise<StoryOrders> {
  const seen = async (name: string): Promise<{ orderId: string; version: number }> => {
    const order: Order | null = await findOrder(tx, accountId, orders[name] ?? '0');
    if (!order) throw new Error(`the demo has no order ${name}`);
    return { orderId: order.id, version: versionOf(order, now) };
  };
  if ('redeem' in step) {
    const target = await seen(step.redeem.order);
    await redeemOrder(tx, { accountId, ...target, amount: toUnits(step.redeem.amount, 'USDT'), now });
    return orders;
  }
  const addTo = step.addTo === undefined ? undefined : await seen(step.addTo);
  const { planId, amount } = step.place;
  const request = { accountId, planId, amount: toUnits(amount, 'USDT'), now, settings: INITIAL_SETTINGS };
  const { order } = await placeOrder(tx, addTo ? { ...request, addTo } : request);
  return { ...orders, [step.as]: order.id };
}
