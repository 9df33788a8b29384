/** `price set`, `price demo`, `price show`: the guide price that exchanges are quoted at and that RAB is valued at (docs/rules.md §4). */
import * as z from 'zod/mini';
import { amountProblem, RATE_SCALE, rateUnits, toAmount, toUnits } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { demoProgress } from '../demo/repo';
import { guidePrice, keepStatedPrice, pricesSince, saveGuidePrice, type GuidePrice } from '../domain/exchange/repo';
import { isFresh, PRICE_MAX_AGE_MS } from '../domain/exchange/rules';
import { INITIAL_SETTINGS, loadSettings, saveSetting } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

const PAIR = 'RAB/USDT';
const MAX_AGE_S = PRICE_MAX_AGE_MS / 1000;

/** A new price is compared with all prices of this long before it. */
const COMPARED_MS = 86_400_000;

interface PriceStatement {
  units: bigint;
  source: GuidePrice['source'];
  /** True when two operators stated it. */
  isConfirmed: boolean;
}

/** States the price, and values RAB at it. @returns what it was and is, in USDT */
async function statePrice(tx: Tx, { units, source, isConfirmed }: PriceStatement, now: number) {
  const price = toAmount(units, 'USDT');
  const before = await guidePrice(tx);
  await saveGuidePrice(tx, { price: units, source, asOf: now });
  // A feed that repeats a price states no other price.
  if (isConfirmed || before?.price !== units) {
    await keepStatedPrice(tx, { price: units, isConfirmed, at: now }, now - COMPARED_MS);
  }
  await saveSetting(tx, 'market.rabReference', { price, asOf: now }, now);
  return { pair: PAIR, before: before && toAmount(before.price, 'USDT'), after: price };
}

/**
 * True when the new price is further from any price of the last 24 h than one operator may move it (docs/rules.md §4): many small
 * steps are as much as one large one. Counting begins anew at a price that two operators stated.
 */
async function isJump(tx: Tx, rabUsdt: string, now: number): Promise<boolean> {
  if (amountProblem(rabUsdt, 'USDT')) return false;
  const { 'exchange.priceJump': limit, 'market.rabReference': reference } = await loadSettings(tx);
  const current = (await guidePrice(tx))?.price ?? toUnits(reference.price, 'USDT');
  const stated = (await pricesSince(tx, now - COMPARED_MS)).map(({ price }) => price);
  const after = toUnits(rabUsdt, 'USDT');
  return [current, ...stated].some((before) => {
    const moved = after > before ? after - before : before - after;
    return moved * RATE_SCALE > before * rateUnits(limit);
  });
}

export const priceSet = defineCommand({
  name: 'price set',
  description: 'holds for quotes for 60 s; set it again before that',
  audited: 'stated the price of RAB',
  options: [{ flags: '--rab-usdt <price>', text: 'USDT per RAB, e.g. 0.1234', required: true }],
  needsClock: true,
  role: 'finance',
  needsSecond: (tx, { rabUsdt }, now) => isJump(tx, rabUsdt, now),
  schema: z.strictObject({ rabUsdt: z.string() }),
  run: async (tx, input, now, { proposedBy }) => {
    const problem = amountProblem(input.rabUsdt, 'USDT');
    if (problem) {
      throw new OperatorError('input', `"${input.rabUsdt.slice(0, 40)}" is not a price in USDT (${problem})`);
    }
    const units = toUnits(input.rabUsdt, 'USDT');
    const data = await statePrice(tx, { units, source: 'operator', isConfirmed: proposedBy !== null }, now);
    return {
      lines: [`${PAIR}: ${data.before ?? '–'} → ${data.after}; quotes are given for the next ${MAX_AGE_S} s`],
      data,
      subject: PAIR,
      detail: data,
    };
  },
});

/** Gives the price back to the demo, which keeps it up by itself (jobs/demo-price.ts). */
export const priceDemo = defineCommand({
  name: 'price demo',
  description: 'back to the labelled demo price, on a gateway with demo data',
  audited: 'went back to the demo price',
  options: [],
  role: 'finance',
  schema: z.strictObject({}),
  run: async (tx, _input, now) => {
    if (!(await demoProgress(tx))) {
      throw new OperatorError('state', 'this database has no demo data: its price is the operator’s alone');
    }
    const units = toUnits(INITIAL_SETTINGS['market.rabReference'].price, 'USDT');
    const data = await statePrice(tx, { units, source: 'demo', isConfirmed: false }, now);
    return {
      lines: [`${PAIR}: ${data.before ?? '–'} → ${data.after}, labelled as a demo price and kept up from now on`],
      data,
      subject: PAIR,
      detail: data,
    };
  },
});

export const priceShow = defineCommand({
  name: 'price show',
  description: 'the price, whose it is and how old',
  audited: 'looked at the price',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  run: async (tx, _input, now) => {
    const stated = await guidePrice(tx);
    if (!stated)
      return { lines: ['no price was ever stated'], data: { pair: PAIR, price: null }, subject: PAIR, detail: {} };
    const { source, asOf } = stated;
    const price = toAmount(stated.price, 'USDT');
    const isUsable = isFresh(asOf, now);
    const age = `${Math.max(0, Math.floor((now - asOf) / 1000))} s old`;
    return {
      lines: [
        `${PAIR}\t${price}`,
        `source\t${source}`,
        `as of\t${new Date(asOf).toISOString()} (${age}${isUsable ? '' : ', TOO OLD: nothing is quoted'})`,
      ],
      data: { pair: PAIR, price, source, asOf, ageMs: now - asOf, isUsable },
      subject: PAIR,
      detail: {},
    };
  },
});
