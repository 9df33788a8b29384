/** `otc halt|resume|orders`: staff's hand on the OTC markets (docs/rules.md §8). */
import * as z from 'zod/mini';
import { OTC_STATUSES } from '../../contract/calls/otc-market';
import type { Tx } from '../db/transaction';
import { announce } from '../domain/live/announce';
import { listOrders } from '../domain/otc/rab/queue-repo';
import { marketState, saveHalt } from '../domain/otc/rab/orders-repo';
import { viewOrder } from '../domain/otc/rab/view';
import { saveHalt as saveUsdtHalt } from '../domain/otc/usdt/offers-repo';
import { defineCommand, type Outcome } from './command';
import { userNamed } from './users';

/** Halts a market, or opens it. @returns the reason before */
type HaltSaver = (tx: Tx, reason: string | null, now: number) => Promise<string | null>;

const MARKETS: Readonly<Record<'rab' | 'usdt', HaltSaver>> = { rab: saveHalt, usdt: saveUsdtHalt };
const NAMES = Object.keys(MARKETS) as (keyof typeof MARKETS)[];
const market = z.enum(NAMES, { error: `must be one of ${NAMES.join(', ')}` });

async function setHalt(tx: Tx, name: keyof typeof MARKETS, reason: string | null, now: number): Promise<Outcome> {
  const before = await MARKETS[name](tx, reason, now);
  await announce(tx, [{ to: 'everybody', topics: [`market-${name}`] }], now);
  const detail = { market: name, before, after: reason };
  return {
    lines: [
      reason === null ? `The ${name} market is open.` : `The ${name} market is halted: ${reason}`,
      ...(before === null ? [] : [`Until now it was halted: ${before}`]),
    ],
    data: detail,
    subject: name,
    detail,
  };
}

export const otcHalt = defineCommand({
  name: 'otc halt',
  description: 'nothing is placed any more; cancelling works, and what is under way goes on',
  audited: 'halted a market',
  options: [
    { flags: '--market <market>', text: 'rab or usdt', required: true },
    { flags: '--reason <text>', text: 'why; users read it', required: true },
  ],
  role: 'finance',
  schema: z.strictObject({
    market,
    reason: z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(200)),
  }),
  run: (tx, input, now) => setHalt(tx, input.market, input.reason, now),
});

export const otcResume = defineCommand({
  name: 'otc resume',
  audited: 'opened a market again',
  options: [{ flags: '--market <market>', text: 'rab or usdt', required: true }],
  role: 'finance',
  // A market that has halted itself: somebody may have wanted that it is opened at a price of theirs.
  needsSecond: async (tx, input) => input.market === 'rab' && (await marketState(tx)).haltedBy === 'guide',
  schema: z.strictObject({ market }),
  run: (tx, input, now) => setHalt(tx, input.market, null, now),
});

const LISTED = ['open', ...OTC_STATUSES] as const;

export const otcOrders = defineCommand({
  name: 'otc orders',
  description: 'orders of the RAB market, the newest first',
  audited: 'listed orders',
  options: [
    { flags: '--user <user>', text: 'only of this one: id, e-mail, phone number or invitation code' },
    {
      flags: '--status <status>',
      text: 'open (not ended yet), pending-match, match-ended, cancelled, completed',
      default: 'open',
    },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    status: z.enum(LISTED, { error: `must be one of ${LISTED.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { user, status, limit }) => {
    const userId = user === undefined ? null : (await userNamed(tx, user)).id;
    const found = await listOrders(tx, { userId, status: status === 'open' ? null : status, limit });
    const data = found.map((order) => ({ ...viewOrder(order), userId: order.userId, accountId: order.accountId }));
    return {
      lines: data.map((one) =>
        [
          one.id,
          `user ${one.userId}`,
          one.side,
          one.status,
          `${one.filled} of ${one.quantity} RAB at ${one.price}`,
          `held ${one.held}`,
          new Date(one.createdAt).toISOString(),
        ].join('\t'),
      ),
      data,
      subject: userId,
      detail: { status, listed: data.length },
    };
  },
});
