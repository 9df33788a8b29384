/**
 * Demo data for the embedded database: a funded yield pool, sample content, and one user with forty days of history. The
 * history is not written by hand: the real services and the real jobs run under a clock that is set back.
 */
import { toUnits } from '../../contract/money';
import { withTransaction } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { publish } from '../domain/content/publish';
import { placeOrder, redeemOrder } from '../domain/custody/orders';
import { findOrder, type Order } from '../domain/custody/repo';
import { versionOf } from '../domain/custody/rules';
import { createUser } from '../domain/identity/create-user';
import { ensureRootUser } from '../domain/identity/root-user';
import { setFirstTradePassword, userByLoginName } from '../domain/identity/user-repo';
import { loadSettings } from '../domain/settings/settings';
import { payDueInterest } from '../jobs/custody';
import { snapshotEquity } from '../jobs/equity';
import { post, postAll } from '../ledger/post';
import { demoCredits } from './demo-credit';
import { SAMPLES } from './sample-content';

export const DEMO_EMAIL = 'demo@rab.example';
export const DEMO_PASSWORD = 'rab-demo-2026';
export const DEMO_TRADE_PASSWORD = '246810';

export interface DemoLogin {
  email: string;
  password: string;
  tradePassword: string;
}

const LOGIN: DemoLogin = { email: DEMO_EMAIL, password: DEMO_PASSWORD, tradePassword: DEMO_TRADE_PASSWORD };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_DAYS = 40;
/** Enough for the demo user and for everybody who tries the demo. */
const YIELD_POOL_USDT = '20000';

type Step =
  | { day: number; place: { planId: string; amount: string }; as: string; addTo?: string }
  | { day: number; redeem: { order: string; amount: string } };

/** What the demo user did; `day` counts from the start of the history, fractions are hours. */
const STORY: readonly Step[] = [
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

function depsAt(deps: Deps, now: number): Deps {
  return { ...deps, clock: { now: () => now } };
}

/** Operator capital into the yield pool; the memo says what it is. */
async function fundYieldPool(deps: Deps, now: number): Promise<void> {
  const amount = toUnits(YIELD_POOL_USDT, 'USDT');
  await withTransaction(deps.db, (tx) =>
    post(tx, {
      transferId: 'demo:yield-pool',
      kind: 'pool-fund',
      reference: 'yield-pool',
      memo: { label: 'demo data, no real money' },
      at: now,
      legs: [
        { account: { system: 'operator-capital', asset: 'USDT' }, amount: -amount },
        { account: { system: 'yield-pool', asset: 'USDT' }, amount, spread: true },
      ],
    }),
  );
}

async function createDemoUser(deps: Deps, now: number): Promise<string> {
  const { userId: inviterId } = await ensureRootUser(deps);
  const [loginPasswordHash, tradePasswordHash] = await Promise.all([
    deps.passwords.hash(DEMO_PASSWORD),
    deps.passwords.hash(DEMO_TRADE_PASSWORD),
  ]);
  return withTransaction(deps.db, async (tx) => {
    const created = await createUser(tx, deps, {
      nickname: 'Demo',
      loginName: DEMO_EMAIL,
      loginPasswordHash,
      inviterId,
      now,
    });
    if (!created) throw new Error('the demo user appeared meanwhile');
    await setFirstTradePassword(tx, created.userId, tradePasswordHash);
    await postAll(tx, demoCredits(created.accountId, { usdt: '25000', rab: '12000' }, now));
    return created.accountId;
  });
}

/** Places or redeems as the user would have, at the step's own moment. */
async function play(
  deps: Deps,
  accountId: string,
  step: Step,
  now: number,
  orders: Map<string, string>,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const seen = async (name: string): Promise<{ order: Order; seen: { orderId: string; version: number } }> => {
      const order = await findOrder(tx, accountId, orders.get(name) ?? '');
      if (!order) throw new Error(`the demo has no order ${name}`);
      return { order, seen: { orderId: order.id, version: versionOf(order, now) } };
    };
    if ('redeem' in step) {
      const target = await seen(step.redeem.order);
      await redeemOrder(tx, { accountId, ...target.seen, amount: toUnits(step.redeem.amount, 'USDT'), now });
      return;
    }
    const addTo = step.addTo === undefined ? undefined : (await seen(step.addTo)).seen;
    const settings = await loadSettings(tx);
    const request = { accountId, planId: step.place.planId, amount: toUnits(step.place.amount, 'USDT'), now, settings };
    const { order } = await placeOrder(tx, addTo ? { ...request, addTo } : request);
    orders.set(step.as, order.id);
  });
}

/** The story, with the daily job running in between as it would have. */
async function playHistory(deps: Deps, accountId: string, start: number, end: number): Promise<void> {
  const orders = new Map<string, string>();
  const steps = STORY.map((step) => ({ at: start + Math.round(step.day * DAY_MS), step }));
  for (let day = 0; day <= HISTORY_DAYS; day += 1) {
    const from = start + day * DAY_MS;
    for (const { at, step } of steps) {
      if (at < from || at >= from + DAY_MS || at >= end) continue;
      await payDueInterest(depsAt(deps, at));
      await play(deps, accountId, step, at, orders);
    }
    await payDueInterest(depsAt(deps, Math.min(from + DAY_MS - 1, end)));
  }
  await snapshotEquity(depsAt(deps, end));
}

async function publishSamples(deps: Deps, now: number): Promise<void> {
  for (const { ageMs, content } of SAMPLES) await publish(deps.db.db, content, now - ageMs);
}

/**
 * Writes the demo data unless it is there; needs the seeded configuration. On PostgreSQL it does nothing but throw: demo
 * data belongs on the embedded database only.
 * @returns how to log in as the demo user
 */
export async function seedDemo(deps: Deps): Promise<DemoLogin> {
  if (deps.db.kind !== 'embedded') throw new Error('demo data exists on the embedded database only');
  if (await userByLoginName(deps.db.db, DEMO_EMAIL)) return LOGIN;
  const now = deps.clock.now();
  const start = now - HISTORY_DAYS * DAY_MS;
  await publishSamples(deps, now);
  await fundYieldPool(deps, start);
  const accountId = await createDemoUser(deps, start);
  await playHistory(deps, accountId, start, now);
  return LOGIN;
}
