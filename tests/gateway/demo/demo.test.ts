import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import * as schema from '../../../gateway/db/schema/index';
import { withTransaction } from '../../../gateway/db/transaction';
import { creditNewDemoUser } from '../../../gateway/demo/demo-credit';
import { demoProgress } from '../../../gateway/demo/repo';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_TRADE_PASSWORD, seedDemo } from '../../../gateway/demo/seed-demo';
import { verifyPassword } from '../../../gateway/domain/identity/passwords/stored-passwords';
import { mainAccountId, userByLoginName } from '../../../gateway/domain/identity/users/user-repo';
import { asOwner, createMigrated } from '../support/database';
import { openGatewayWorld, START, type GatewayWorld, type Person } from '../world';

/** Collects everything that the demo user sees, without ids: tries that were rolled back use ids up. */
async function seenBy(world: GatewayWorld, demo: Person) {
  const assets = await world.call(demo, 'assets', {});
  const { items: orders } = await world.call(demo, 'custodyOrders', { limit: 100 });
  const { items: changes } = await world.call(demo, 'custodyChanges', { limit: 100 });
  const { items: rows } = await world.call(demo, 'accountStatement', { account: 'cash', limit: 100 });
  const { notices } = await world.call(demo, 'marquee', {});
  return {
    assets: { ...assets, accountId: null },
    orders: orders.map((order) => ({ ...order, id: null, addedToId: order.addedToId !== null })),
    changes: changes.map(({ kind, before, after, fee, createdAt }) => [kind, before, after, fee, createdAt]),
    rows: rows.map(({ kind, asset, amount, balanceAfter, createdAt }) => [
      kind,
      asset,
      amount,
      balanceAfter,
      createdAt,
    ]),
    notices: notices.map(({ text }) => text),
    poolFree: await world.poolFree(),
  };
}

async function demoUser(database: Database): Promise<Person> {
  const user = await userByLoginName(database.db, DEMO_EMAIL);
  if (!user) throw new Error('no demo user');
  return { userId: user.id, accountId: await mainAccountId(database.db, user.id) };
}

/** A database that is gone after so many statements of any kind: nothing of what follows happens. */
function dyingAfter(database: Database, statements: number): Database {
  let left = statements;
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name === 'query' || name === 'connect') {
        if (left <= 0) return () => Promise.reject(new Error('the process was killed'));
        left -= 1;
      }
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...database, pool, db: drizzle(pool, { schema }) };
}

async function opened(): Promise<{ database: Database; world: GatewayWorld }> {
  const { config } = await createMigrated('embedded');
  const database = await openDatabase(config);
  return { database, world: await openGatewayWorld(database, START) };
}

describe('demo data', () => {
  let asSeeded: Awaited<ReturnType<typeof seenBy>>;
  let database: Database;
  let world: GatewayWorld;
  let demo: Person;
  beforeAll(async () => {
    ({ database, world } = await opened());
    await seedDemo(world.deps);
    Object.assign(world.deps, { isDemo: true, givesDemoCredit: true });
    const user = await userByLoginName(database.db, DEMO_EMAIL);
    if (!user) throw new Error('no demo user');
    const own = { userId: user.id, column: 'loginPasswordHash', stored: user.loginPasswordHash ?? '' } as const;
    expect(await verifyPassword(world.deps, own, DEMO_PASSWORD)).not.toBeNull();
    demo = await demoUser(database);
    asSeeded = await seenBy(world, demo);
  });
  afterAll(() => database.close());

  it('fills every screen of the demo user with what the real services made', async () => {
    const assets = await world.call(demo, 'assets', {});
    expect(assets.equity.length).toBeGreaterThanOrEqual(30);
    expect(assets.custodySummary).toMatchObject({ runningOrders: 5, isValid: true });
    expect(Number(assets.custodySummary.interestYesterday)).toBeGreaterThan(0);
    expect(assets.cash.find(({ asset }) => asset === 'RAB')?.total).toBe('12000.00000000');
    const { items: orders } = await world.call(demo, 'custodyOrders', { limit: 100 });
    expect(new Set(orders.map(({ endedBy }) => endedBy))).toEqual(new Set([null, 'maturity', 'redemption']));
    expect(orders.some(({ addedToId }) => addedToId !== null)).toBe(true);
    const { items: changes } = await world.call(demo, 'custodyChanges', { limit: 100 });
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(
      new Set(['placed', 'added', 'redeemed', 'undone', 'matured']),
    );
    const { items: rows } = await world.call(demo, 'accountStatement', { account: 'cash', limit: 100 });
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const { plans } = await world.call(demo, 'custodyConfig', {});
    for (const plan of plans) expect(Number(plan.freeCapacity)).toBeGreaterThan(10_000);
    expect((await world.call(demo, 'marquee', {})).notices.length).toBeGreaterThan(0);
    expect((await world.call(demo, 'newsItems', {})).items.length).toBeGreaterThan(0);
    const { isDemo, banners } = await world.call(demo, 'config', {});
    expect([isDemo, banners.length > 0]).toEqual([true, true]);
  });

  it('lets the demo user place an order with the trade password that is printed', async () => {
    const input = { planId: 'd7', amount: '150', tradePassword: DEMO_TRADE_PASSWORD };
    expect((await world.call(demo, 'createCustodyOrder', input)).order.status).toBe('in-progress');
  });

  it('is written once, and leaves the books sound', async () => {
    const before = await world.call(demo, 'assets', {});
    await seedDemo(world.deps);
    expect(await world.call(demo, 'assets', {})).toEqual(before);
    expect(await world.findings()).toEqual([]);
  });

  it('credits a new user, labelled, and nobody while demo data is off, label or not', async () => {
    const [on, off] = [await world.person('0'), await world.person('0')];
    const { now } = world.time;
    await withTransaction(database, (tx) => creditNewDemoUser(tx, world.deps, { ...on, now }));
    await withTransaction(database, (tx) =>
      creditNewDemoUser(tx, { ...world.deps, givesDemoCredit: false }, { ...off, now }),
    );
    const { cash } = await world.call(on, 'assets', {});
    expect(cash.map(({ total }) => total)).toEqual(['10000.000000', '1000.00000000']);
    const { items } = await world.call(on, 'accountStatement', { account: 'cash' });
    expect(items.map(({ kind }) => kind)).toEqual(['demo-credit', 'demo-credit']);
    expect((await world.call(off, 'assets', {})).totalUsdt).toBe('0.000000');
  });

  it('is refused on PostgreSQL', async () => {
    await asOwner(database, ({ pool }) =>
      pool.query('BEGIN; ALTER TABLE demo_data DISABLE TRIGGER kept; DELETE FROM demo_data; COMMIT'),
    );
    const postgres = { ...world.deps, db: { ...database, kind: 'postgres' as const } };
    await expect(seedDemo(postgres)).rejects.toThrow(/embedded/);
    expect(await demoProgress(database.db)).toBeNull();
  });

  it('is completed by later starts when it was killed, however often, and nothing is granted twice', async () => {
    const later = await opened();
    let starts = 0;
    for (let isDone = false; !isDone && starts < 40; starts += 1) {
      // Each start lives longer than the one before, so that they die in ever other places.
      const db = dyingAfter(later.database, Math.ceil(1.5 ** starts));
      try {
        await seedDemo({ ...later.world.deps, db });
        isDone = true;
      } catch (error) {
        expect(String((error as Error).cause ?? error)).toMatch(/killed/);
      }
      expect(await demoProgress(later.database.db)).toMatchObject({ begunAt: START });
      later.world.time.now += 3_600_000;
    }
    expect(starts).toBeGreaterThan(8);
    later.world.time.now = START;
    expect(await seenBy(later.world, await demoUser(later.database))).toEqual(asSeeded);
    expect(await later.world.findings()).toEqual([]);
    await later.database.close();
  });
});
