import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { migrate } from '../../../gateway/db/migrate';
import { withTransaction } from '../../../gateway/db/transaction';
import { creditNewDemoUser } from '../../../gateway/demo/demo-credit';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_TRADE_PASSWORD, seedDemo } from '../../../gateway/demo/seed-demo';
import { mainAccountId, userByLoginName } from '../../../gateway/domain/identity/user-repo';
import { createDatabase } from '../support/database';
import { openCustodyWorld, START, type CustodyWorld, type Person } from '../custody/world';

describe('demo data', () => {
  let database: Database;
  let world: CustodyWorld;
  let demo: Person;
  beforeAll(async () => {
    const { config } = await createDatabase('embedded');
    database = await openDatabase(config);
    await migrate(database);
    world = await openCustodyWorld(database, START);
    world.deps.isDemo = true;
    await seedDemo(world.deps);
    const user = await userByLoginName(database.db, DEMO_EMAIL);
    if (!user) throw new Error('no demo user');
    expect(await world.deps.passwords.verify(user.loginPasswordHash ?? '', DEMO_PASSWORD)).toBe(true);
    demo = { userId: user.id, accountId: await mainAccountId(database.db, user.id) };
  }, 60_000);
  afterAll(() => database.close());

  it('fills every screen of the demo user with what the real services made', async () => {
    const assets = await world.call(demo, 'assets', {});
    expect(assets.equity.length).toBeGreaterThanOrEqual(30);
    expect(assets.custodySummary).toMatchObject({ runningOrders: 5, isValid: true });
    expect(Number(assets.custodySummary.interestYesterday)).toBeGreaterThan(0);
    expect(assets.cash.find(({ asset }) => asset === 'RAB')?.total).toBe('12000.00000000');
    const { items: orders } = await world.call(demo, 'hostingOrder', { limit: 100 });
    expect(new Set(orders.map(({ endedBy }) => endedBy))).toEqual(new Set([null, 'maturity', 'redemption']));
    expect(orders.some(({ addedToId }) => addedToId !== null)).toBe(true);
    const { items: changes } = await world.call(demo, 'hostingOperatorLog', { limit: 100 });
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(
      new Set(['placed', 'added', 'redeemed', 'undone', 'matured']),
    );
    const { items: rows } = await world.call(demo, 'accountStatement', { account: 'cash', limit: 100 });
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const { plans } = await world.call(demo, 'hostingConfig', {});
    for (const plan of plans) expect(Number(plan.freeCapacity)).toBeGreaterThan(10_000);
    expect((await world.call(demo, 'marquee', {})).notices.length).toBeGreaterThan(0);
    expect((await world.call(demo, 'newsList', {})).items.length).toBeGreaterThan(0);
    const { isDemo, banners } = await world.call(demo, 'config', {});
    expect([isDemo, banners.length > 0]).toEqual([true, true]);
  });

  it('lets the demo user place an order with the trade password that is printed', async () => {
    const input = { planId: 'd7', amount: '150', tradePassword: DEMO_TRADE_PASSWORD };
    expect((await world.call(demo, 'hostingCreate', input)).order.status).toBe('in-progress');
  });

  it('is written once, and leaves the books sound', async () => {
    const before = await world.call(demo, 'assets', {});
    await seedDemo(world.deps);
    expect(await world.call(demo, 'assets', {})).toEqual(before);
    expect(await world.findings()).toEqual([]);
  });

  it('credits a new user, labelled, and nobody on a gateway without demo data', async () => {
    const [on, off] = [await world.person('0'), await world.person('0')];
    const { now } = world.time;
    await withTransaction(database, (tx) => creditNewDemoUser(tx, world.deps, { ...on, now }));
    await withTransaction(database, (tx) => creditNewDemoUser(tx, { ...world.deps, isDemo: false }, { ...off, now }));
    const { cash } = await world.call(on, 'assets', {});
    expect(cash.map(({ total }) => total)).toEqual(['10000.000000', '1000.00000000']);
    const { items } = await world.call(on, 'accountStatement', { account: 'cash' });
    expect(items.map(({ kind }) => kind)).toEqual(['demo-credit', 'demo-credit']);
    expect((await world.call(off, 'assets', {})).totalUsdt).toBe('0.000000');
  });

  it('is refused on PostgreSQL', async () => {
    const postgres = { ...world.deps, db: { ...database, kind: 'postgres' as const } };
    await expect(seedDemo(postgres)).rejects.toThrow(/embedded/);
  });
});
