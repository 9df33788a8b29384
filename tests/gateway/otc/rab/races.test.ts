/** Many race at once on a real PostgreSQL: each lot is sold once, and everybody is told the end of their order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../../gateway/db/client';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../../custody/world';
import { createMigrated } from '../../support/database';
import { openRabWorld, type RabWorld } from './world';

let database: Database;
let drop: () => Promise<void>;
let world: RabWorld;

beforeAll(async () => {
  const created = await createMigrated('postgres');
  drop = created.drop;
  database = await openDatabase(created.config);
  world = await openRabWorld(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** Waits for all and tells each end: the status of its order, or the code that it was refused with. */
async function outcomes(runs: readonly Promise<{ order: { status: string } }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(runs);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return one.value.order.status;
    const { code } = one.reason as { code?: string };
    if (code === undefined) throw one.reason;
    return code;
  });
}

const count = (all: readonly string[], what: string) => all.filter((one) => one === what).length;

it('200 racers on the last lot, as many at once as there are connections: one has it, the others are told', async () => {
  const seller = await world.trader('0', '100');
  const lot = await world.sell(seller);
  const racers: Person[] = [];
  for (let racer = 0; racer < 20; racer += 1) racers.push(await world.trader('1000', '0'));
  const input = world.placing({ mode: 'now', seen: { id: lot.id, version: lot.version } });
  const all = await Promise.all(
    racers.map(async (who) => {
      const own: string[] = [];
      for (let turn = 0; turn < 10; turn += 1) own.push(...(await outcomes([world.call(who, 'buyRab', input)])));
      return own;
    }),
  );
  expect([count(all.flat(), 'completed'), count(all.flat(), 'lot-taken')]).toEqual([1, 199]);
  expect(await world.funds(seller)).toBe('USDT 12.475/0 RAB 0/0');
  expect(await world.findings()).toEqual([]);
});

it('cancelling against filling: one of them, never both', async () => {
  const [seller, buyer] = [await world.trader(), await world.trader()];
  for (let round = 0; round < 10; round += 1) {
    const lot = await world.sell(seller);
    const seen = { id: lot.id, version: lot.version };
    const [cancelled, bought] = await outcomes([
      world.call(seller, 'cancelRabOrder', seen),
      world.call(buyer, 'buyRab', world.placing({ mode: 'now', seen })),
    ]);
    expect([
      ['cancelled', 'lot-taken'],
      ['stale-version', 'completed'],
    ]).toContainEqual([cancelled, bought]);
  }
  expect(await world.findings()).toEqual([]);
});

it('posting the rest against its time-out: the deposit is lost or the trade is made', async () => {
  await world.set('otc.depositRate', '0.3');
  const [seller, buyer] = [await world.trader(), await world.trader()];
  const bought: { id: string; version: number }[] = [];
  for (let round = 0; round < 6; round += 1) {
    await world.sell(seller);
    bought.push(await world.buy(buyer, { mode: 'now' }));
  }
  world.time.now += 1_799_999;
  const posting = bought.map(({ id, version }) =>
    world.call(buyer, 'postTheRest', { id, version, tradePassword: TRADE_PASSWORD }),
  );
  world.time.now += 1;
  const [all, ...lapsed] = await Promise.all([
    outcomes(posting),
    lapseRabOrders(world.deps),
    lapseRabOrders({ ...world.deps }),
  ]);
  const missed = lapsed.reduce((sum, one) => sum + one, 0) + (await lapseRabOrders(world.deps));
  expect(count(all, 'completed') + missed).toBe(bought.length);
  expect(count(all, 'completed') + count(all, 'stale-version')).toBe(bought.length);
  await world.set('otc.depositRate', '1');
  expect(await world.findings()).toEqual([]);
});

it('orders from everywhere at once: each is matched, and both sides have the same fills', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => world.trader()));
  const all = await Promise.all(
    people.map(async (who, index) => {
      const own: string[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const price = `0.12${4 + ((index + turn) % 3)}`;
        const input = { price, quantity: String(20 + turn * 7 + index) };
        own.push(...(await outcomes([world.call(who, index % 2 === 0 ? 'buyRab' : 'sellRab', world.placing(input))])));
      }
      return own;
    }),
  );
  expect(all.flat()).toContain('pending-match');
  expect(all.flat()).toContain('completed');
  // Orders were refused only where a better lot takes more than they had left.
  expect(
    count(all.flat(), 'pending-match') + count(all.flat(), 'completed') + count(all.flat(), 'fill-too-small'),
  ).toBe(64);
  // Placing from several connections gave each order the whole book: what was filled, both sides agree on.
  expect(await world.findings()).toEqual([]);
});

it('takes more small lots than are asked for at once, up to as many as one placing fills', async () => {
  // The orders of earlier tests lapse first.
  world.time.now += 2 * DAY_MS;
  await lapseRabOrders(world.deps);
  const [small, big, buyer] = [await world.trader(), await world.trader(), await world.trader()];
  await world.set('otc.openOrders', 200);
  for (let lot = 0; lot < 40; lot += 1) await world.sell(small, { price: '0.113', quantity: '9' });
  await world.sell(big, { price: '0.1135', quantity: '450', canSplit: false });
  const least = { code: 'fill-too-small', data: { limit: '810.00000000' } };
  expect(await world.refusedTo(buyer, 'buy', { price: '0.114', quantity: '500' })).toMatchObject(least);
  const bought = await world.buy(buyer, { price: '0.114', quantity: '810', mode: 'now', canSplit: false });
  expect(bought).toMatchObject({ status: 'completed', averagePrice: '0.113277' });
  expect((await world.detail(buyer, bought.id)).fills).toHaveLength(41);
  for (let lot = 0; lot < 101; lot += 1) await world.sell(small, { price: '0.113', quantity: '9' });
  const most = { code: 'lot-taken', data: { available: '900.00000000' } };
  expect(await world.refusedTo(buyer, 'buy', { price: '0.114', quantity: '905' })).toMatchObject(most);
  expect(await world.buy(buyer, { price: '0.114', quantity: '900' })).toMatchObject({ status: 'completed' });
  expect(await world.findings()).toEqual([]);
});
