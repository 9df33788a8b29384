/**
 * Demo data for the embedded database: a funded yield pool and exchange, sample content, two traders who keep orders on the
 * RAB market, and one user with forty days of history and a team. The history is not written by hand: the real services and the real
 * jobs run under a clock that is set back.
 *
 * Every step commits together with its mark, and everything in between may be repeated: a seeding that was interrupted, in
 * whatever way, goes on at the next start where it was.
 */
import { toUnits } from '../../contract/money';
import { withTransaction, type Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { publish } from '../domain/content/publish';
import { createUser } from '../domain/identity/users/create-user';
import { ensureRootUser } from '../domain/identity/users/root-user';
import { hashPassword } from '../domain/identity/passwords/stored-passwords';
import { mainAccountId, setFirstTradePassword, userByLoginName } from '../domain/identity/users/user-repo';
import { payDueInterest } from '../jobs/custody';
import { computeDailyLevels } from '../jobs/levels';
import { snapshotEquity } from '../jobs/equity';
import { poolFree } from '../ledger/balances';
import type { PoolAccount } from '../ledger/chart';
import { isPosted, post, postAll, type Journal } from '../ledger/post';
import { demoCredits } from './demo-credit';
import { openDemoMachines, playDemoMining } from './machines';
import { createDemoTraders, keepDemoMarket } from './market';
import { keepDemoOffers, verifyDemoTraders } from './usdt-market';
import { reportDemoSlips } from './slips';
import { beginDemo, demoProgress, lockProgress, saveProgress, markHistoryTold } from './repo';
import { SAMPLES } from './sample-content';
import { play, STORY, type StoryOrders } from './story';
import { playTeam } from './team';

export const DEMO_EMAIL = 'demo@rab.example';
export const DEMO_PASSWORD = 'rab-demo-2026';
export const DEMO_TRADE_PASSWORD = '246810';

export interface DemoLogin {
  email: string;
  password: string;
  tradePassword: string;
}

const LOGIN: DemoLogin = { email: DEMO_EMAIL, password: DEMO_PASSWORD, tradePassword: DEMO_TRADE_PASSWORD };

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 40;
/** Enough for the demo user and for everybody who tries the demo. */
const YIELD_POOL_USDT = '20000';
const EXCHANGE_USDT = '50000';

function depsAt(deps: Deps, now: number): Deps {
  return { ...deps, clock: { now: () => now } };
}

/** Numbers of the steps, in their order; the story has one for each of its own. */
const STEP = { fund: 0, user: 1, story: 2, team: 2 + STORY.length };

/** Runs a step in one transaction with its mark, unless it has been done. */
async function step(
  deps: Deps,
  number: number,
  work: (tx: Tx, orders: StoryOrders) => Promise<StoryOrders | void>,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const { stepsDone, orders } = await lockProgress(tx);
    if (stepsDone > number) return;
    await saveProgress(tx, { stepsDone: number + 1, orders: (await work(tx, orders)) ?? orders });
  });
}

/** Operator capital that pays the demo; the memo says what it is. */
function capitalJournal(name: PoolAccount, usdt: string, now: number): Journal {
  const amount = toUnits(usdt, 'USDT');
  return {
    transferId: `demo:${name}`,
    kind: 'pool-fund',
    reference: name,
    memo: { label: 'demo data, no real money' },
    at: now,
    legs: [
      { account: { system: 'operator-capital', asset: 'USDT' }, amount: -amount },
      { account: { system: name, asset: 'USDT' }, amount, spread: true },
    ],
  };
}

/** The pool that custody orders reserve their interest from, and what the exchange pays with. */
async function fundPools(deps: Deps, now: number): Promise<void> {
  await step(deps, STEP.fund, async (tx) => {
    await postAll(tx, [
      capitalJournal('yield-pool', YIELD_POOL_USDT, now),
      capitalJournal('treasury', EXCHANGE_USDT, now),
    ]);
  });
}

/** Demo data from before there was an exchange has none to pay with: it gets that once, and never a second time. */
async function stockExchange(deps: Deps): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockProgress(tx);
    const journal = capitalJournal('treasury', EXCHANGE_USDT, deps.clock.now());
    if ((await poolFree(tx, 'treasury', 'USDT')) > 0n || (await isPosted(tx, journal.transferId))) return;
    await post(tx, journal);
  });
}

/** @returns the demo user and the main account */
async function createDemoUser(deps: Deps, now: number): Promise<{ userId: string; accountId: string }> {
  const { userId: inviterId } = await ensureRootUser(deps);
  const [loginPasswordHash, tradePasswordHash] = await Promise.all([
    hashPassword(deps, DEMO_PASSWORD),
    hashPassword(deps, DEMO_TRADE_PASSWORD),
  ]);
  await step(deps, STEP.user, async (tx) => {
    const created = await createUser(tx, deps, {
      nickname: 'Demo',
      loginName: DEMO_EMAIL,
      loginPasswordHash,
      inviterId,
      now,
    });
    if (!created) throw new Error('the address of the demo user belongs to somebody else');
    await setFirstTradePassword(tx, created.userId, tradePasswordHash);
    await postAll(tx, demoCredits(created.accountId, { usdt: '25000', rab: '12000' }, now));
  });
  const user = await userByLoginName(deps.db.db, DEMO_EMAIL);
  if (!user) throw new Error('the demo user is gone');
  return { userId: user.id, accountId: await mainAccountId(deps.db.db, user.id) };
}

/** The story, with the daily job running in between as it would have. */
async function playHistory(deps: Deps, accountId: string, start: number, end: number): Promise<void> {
  const scenes = STORY.map((one, index) => ({
    number: STEP.story + index,
    at: start + Math.round(one.day * DAY_MS),
    step: one,
  }));
  for (let day = 0; day <= HISTORY_DAYS; day += 1) {
    const from = start + day * DAY_MS;
    for (const { number, at, step: told } of scenes) {
      if (at < from || at >= from + DAY_MS || at >= end) continue;
      await payDueInterest(depsAt(deps, at));
      await step(deps, number, (tx, orders) => play(tx, { accountId, step: told, now: at, orders }));
    }
    await payDueInterest(depsAt(deps, Math.min(from + DAY_MS - 1, end)));
  }
  await snapshotEquity(depsAt(deps, end));
}

/** The demo user's team, with the interest of its days until now. */
async function makeTeam(deps: Deps, topId: string, now: number): Promise<void> {
  const loginPasswordHash = await hashPassword(deps, deps.ids.token());
  await step(deps, STEP.team, (tx) => playTeam(tx, deps, { topId, loginPasswordHash, now }));
  await payDueInterest(depsAt(deps, now));
}

async function publishSamples(deps: Deps, now: number): Promise<void> {
  for (const { ageMs, content } of SAMPLES) await publish(deps.db.db, content, now - ageMs);
}

/**
 * Writes the demo data, or what is missing of it after an interruption; needs the seeded configuration. From its beginning
 * on the database is marked as one with demo data, for ever. Nothing is ever added to a PostgreSQL database.
 * @returns how to log in as the demo user
 * @throws Error on PostgreSQL, unless the database came there with its demo data
 */
export async function seedDemo(deps: Deps): Promise<DemoLogin> {
  if (deps.db.kind !== 'embedded') {
    if (await demoProgress(deps.db.db)) return LOGIN;
    throw new Error('demo data exists on the embedded database only');
  }
  const { begunAt, completedAt } = await beginDemo(deps.db.db, deps.clock.now());
  if (completedAt === null) {
    const start = begunAt - HISTORY_DAYS * DAY_MS;
    await publishSamples(deps, begunAt);
    await fundPools(deps, start);
    const { userId, accountId } = await createDemoUser(deps, start);
    await playHistory(deps, accountId, start, begunAt);
    await makeTeam(deps, userId, begunAt);
    await playDemoMining(depsAt(deps, begunAt), accountId, begunAt);
    await saveProgress(deps.db.db, { completedAt: deps.clock.now() });
  }
  await stockExchange(deps);
  await openDemoMachines(deps);
  await reportDemoSlips(deps, DEMO_EMAIL, begunAt);
  await createDemoTraders(deps, begunAt);
  await keepDemoMarket({ ...deps, isDemo: true });
  await verifyDemoTraders(deps);
  await keepDemoOffers({ ...deps, isDemo: true });
  // Before anybody logs in: nobody is told of a level that the demo data begin with.
  if (completedAt === null) {
    await computeDailyLevels(deps);
    await markHistoryTold(deps.db.db, deps.clock.now());
  }
  return LOGIN;
}
