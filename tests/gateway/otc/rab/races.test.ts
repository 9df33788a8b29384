/** Many race at once on the RAB market: each lot is sold once, and everybody is told the end of their order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { IS_LONG } from '../../../support/seed';
import { TRADE_PASSWORD } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { openRabWorld, type RabWorld } from './world';

/** As many as there are connections, so that all of them race for the lot; in a long run many wait for a connection besides. */
const RACERS = IS_LONG ? 200 : 20;

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

describeOnDatabase('of many at once on the RAB market', (fixture) => {
  let world: RabWorld;
  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  it('one has the last lot, the others are told', async () => {
    const seller = await world.trader('0', '100');
    const lot = await world.sell(seller);
    const racers = await Promise.all(Array.from({ length: RACERS }, () => world.trader('1000', '0')));
    const input = world.placing({ mode: 'now', seen: { id: lot.id, version: lot.version } });
    const all = await outcomes(racers.map((who) => world.call(who, 'buyRab', input)));
    expect([count(all, 'completed'), count(all, 'lot-taken')]).toEqual([1, RACERS - 1]);
    expect(await world.funds(seller)).toBe('USDT 12.475/0 RAB 0/0');
  });

  it('cancelling or filling comes first, never both', async () => {
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
  });

  it('posting the rest or its time-out comes first: the deposit is lost or the trade is made', async () => {
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
  });

  it('each order is matched with the whole book, and both sides have the same fills', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => world.trader()));
    const all = await Promise.all(
      people.map(async (who, index) => {
        const own: string[] = [];
        for (let turn = 0; turn < 8; turn += 1) {
          const price = `0.12${4 + ((index + turn) % 3)}`;
          const input = world.placing({ price, quantity: String(20 + turn * 7 + index) });
          own.push(...(await outcomes([world.call(who, index % 2 === 0 ? 'buyRab' : 'sellRab', input)])));
        }
        return own;
      }),
    );
    expect(all.flat()).toContain('pending-match');
    expect(all.flat()).toContain('completed');
    // Orders were refused only where a better lot takes more than they had left.
    const ends = ['pending-match', 'completed', 'fill-too-small'].map((what) => count(all.flat(), what));
    expect(ends.reduce((sum, one) => sum + one, 0)).toBe(64);
  });
});
