/**
 * The RAB market of a demo gateway: two labelled traders who traded with each other over the last month, so that there is a chart,
 * and who keep a handful of orders waiting around the guide price. The orders are placed by the real service; what is taken or
 * has expired is placed anew while the traders can pay.
 */
import type { OtcSide } from '../../contract/calls/otc-market';
import { toUnits } from '../../contract/money';
import type { Queries } from '../db/client';
import { withTransaction, type Tx } from '../db/transaction';
import { Refusal, type Deps } from '../domain/call-context';
import { createUser } from '../domain/identity/users/create-user';
import { ensureRootUser } from '../domain/identity/users/root-user';
import { hashPassword } from '../domain/identity/passwords/stored-passwords';
import { mainAccountId, userByLoginName } from '../domain/identity/users/user-repo';
import { announceCall } from '../domain/live/announce';
import { ordersNamed } from '../domain/otc/rab/orders-repo';
import { placeOrder, type PlaceRequest } from '../domain/otc/rab/place';
import type { OrderTerms } from '../domain/otc/rab/plan';
import { termsNow } from '../domain/otc/rab/terms';
import { exclusively, type JobDeps } from '../jobs/run';
import { jobState, saveJobState } from '../jobs/repo';
import { LedgerError } from '../ledger/errors';
import { postAll } from '../ledger/post';
import { demoCredits } from './demo-credit';

export const DEMO_MARKET_JOB = 'demo-market';
const TRADERS = [
  { nickname: 'Demo Trader Kelp', loginName: 'kelp@rab.example' },
  { nickname: 'Demo Trader Reef', loginName: 'reef@rab.example' },
] as const;
/** Prices in 0.00001 USDT. */
const TICK = 10n;
const FUNDS = { usdt: '20000', rab: '200000' };

const DAY_MS = 86_400_000;
/** No trade of the demo is within a day of its beginning: the guide price is the operator's until people trade. */
const TRADES = [0.97, 0.985, 0.978, 1.004, 1.012, 0.996, 1.008, 1.021, 1.015, 0.999, 1.006, 1.002].map((of, index) => ({
  daysAgo: 29 - index * 2.45,
  price: of,
  quantity: 400 + 170 * (index % 5),
}));

interface Slot {
  side: OtcSide;
  trader: 0 | 1;
  /** Against the guide price, parts in ten thousand. */
  offset: bigint;
  quantity: string;
  canSplit: boolean;
}

const SLOTS: readonly Slot[] = (
  [
    [40n, '800'],
    [80n, '2500'],
    [120n, '1200'],
    [180n, '4000'],
    [250n, '300'],
    [400n, '6000'],
  ] as const
).flatMap(([offset, quantity], index) =>
  (['sell', 'buy'] as const).map((side) => ({
    side,
    trader: index % 2 === 0 ? 0 : 1,
    offset: side === 'sell' ? offset : -offset,
    quantity,
    canSplit: index !== 4,
  })),
);

interface DemoTrader {
  userId: string;
  accountId: string;
}

function requestOf(
  trader: DemoTrader,
  order: Omit<PlaceRequest, 'userId' | 'accountId' | 'mode' | 'fee'>,
): PlaceRequest {
  // More than any fee: nobody is asked here.
  return { ...trader, ...order, mode: 'rest', fee: 10n ** 18n };
}

const scaled = (price: bigint, factor: number) => (price * BigInt(Math.round(factor * 1_000))) / 1_000n;

/** A month of trades between the two, each whole. */
async function tradeWithEachOther(tx: Tx, [seller, buyer]: readonly DemoTrader[], terms: OrderTerms, now: number) {
  if (!seller || !buyer) throw new Error('the demo traders are missing');
  for (const { daysAgo, price, quantity } of TRADES) {
    const at = now - Math.round(daysAgo * DAY_MS);
    const order = {
      price: scaled(terms.guide.price, price),
      quantity: toUnits(String(quantity), 'RAB'),
      canSplit: true,
      now: at,
    };
    await placeOrder(tx, requestOf(seller, { ...order, side: 'sell' }), terms);
    await placeOrder(tx, requestOf(buyer, { ...order, side: 'buy' }), terms);
  }
}

/** The two traders with their money and their past, once. */
export async function createDemoTraders(deps: Deps, begunAt: number): Promise<void> {
  const { db } = deps.db;
  if (await userByLoginName(db, TRADERS[0].loginName)) return;
  const { userId: inviterId } = await ensureRootUser(deps);
  // Nobody knows it: these two cannot be logged in as.
  const loginPasswordHash = await hashPassword(deps, deps.ids.token());
  const terms = await termsNow(deps, inviterId, begunAt);
  const joinedAt = begunAt - 40 * DAY_MS;
  await withTransaction(deps.db, async (tx) => {
    const traders: DemoTrader[] = [];
    for (const trader of TRADERS) {
      const created = await createUser(tx, deps, { ...trader, loginPasswordHash, inviterId, now: joinedAt });
      if (!created) throw new Error(`the address ${trader.loginName} belongs to somebody else`);
      const { userId, accountId } = created;
      await postAll(tx, demoCredits(accountId, FUNDS, joinedAt));
      traders.push({ userId, accountId });
    }
    await tradeWithEachOther(tx, traders, terms, begunAt);
  });
}

/** @returns the id of the order that was placed */
async function fillSlot(
  tx: Tx,
  { offset, quantity, ...slot }: Slot,
  trader: DemoTrader,
  terms: OrderTerms,
  now: number,
) {
  const price = ((terms.guide.price * (10_000n + offset)) / 10_000n / TICK) * TICK;
  const { side, canSplit } = slot;
  const order = await placeOrder(
    tx,
    requestOf(trader, { side, canSplit, price, quantity: toUnits(quantity, 'RAB'), now }),
    terms,
  );
  await announceCall(tx, side === 'buy' ? 'buyRab' : 'sellRab', trader.userId, now);
  return order.id;
}

/** The slots whose order no longer waits. */
async function emptySlots(queries: Queries, state: Record<string, unknown>): Promise<number[]> {
  const ids = SLOTS.map((_, index) => state[index]);
  const orders = await ordersNamed(
    queries,
    ids.filter((id) => typeof id === 'string'),
  );
  return [...SLOTS.keys()].filter((index) => orders.get(String(ids[index]))?.status !== 'pending-match');
}

/** The two, in their order. */
export async function demoTraders(queries: Queries): Promise<DemoTrader[]> {
  const traders: DemoTrader[] = [];
  for (const { loginName } of TRADERS) {
    const user = await userByLoginName(queries, loginName);
    if (user) traders.push({ userId: user.id, accountId: await mainAccountId(queries, user.id) });
  }
  return traders;
}

/** Keeps the demo traders' orders on the market; each is a transaction of its own. @returns how many were placed */
export async function keepDemoMarket(deps: JobDeps & Pick<Deps, 'isDemo'>): Promise<number> {
  const { db } = deps.db;
  if (!deps.isDemo || deps.db.kind !== 'embedded') return 0;
  const empty = await emptySlots(db, await jobState(db, DEMO_MARKET_JOB));
  if (empty.length === 0) return 0;
  const traders = await demoTraders(db);
  const now = deps.clock.now();
  let placed = 0;
  for (const index of empty) {
    const slot = SLOTS[index];
    const trader = slot && traders[slot.trader];
    if (!trader) return placed;
    const terms = await termsNow(deps, trader.userId, now);
    try {
      await exclusively(deps, DEMO_MARKET_JOB, async (tx) => {
        const state = await jobState(tx, DEMO_MARKET_JOB);
        const id = await fillSlot(tx, slot, trader, terms, now);
        await saveJobState(tx, DEMO_MARKET_JOB, { ...state, [index]: id });
      });
      placed += 1;
    } catch (error) {
      // Halted, or out of money: the market is as it is.
      if (!(error instanceof Refusal || error instanceof LedgerError)) throw error;
    }
  }
  return placed;
}
