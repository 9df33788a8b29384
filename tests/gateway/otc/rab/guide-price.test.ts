/** The guide price on the real engine (docs/rules.md §8): whose trades make it, how far it goes, and the market that halts itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepGuide } from '../../../../gateway/jobs/otc-guide';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { DAY_MS, type Person } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { act, actAsTwo } from '../../support/operators';
import { openRabWorld, type RabWorld } from './world';

const MINUTE_MS = 60_000;

describeOnDatabase('the guide price', (fixture) => {
  let world: RabWorld;
  let people: Person[];

  const market = async () => (await world.call(people[0]!, 'otcFigures', {})).rab;
  /** The one sells to the other, all of it at that price. */
  async function trade(seller: Person, buyer: Person, price: string, quantity = '100'): Promise<void> {
    const { id, version } = await world.sell(seller, { price, quantity });
    await world.buy(buyer, { price, quantity, mode: 'now', seen: { id, version } });
  }
  /** Ten people, two and two. */
  async function tradeInPairs(price: string, pairs = 5): Promise<void> {
    for (let pair = 0; pair < pairs; pair += 1) await trade(people[2 * pair]!, people[2 * pair + 1]!, price);
  }
  const later = (ms: number) => {
    world.time.now += ms;
  };
  async function seenAt({ userId, accountId }: Person, address: string): Promise<void> {
    const now = new Date(world.time.now);
    await fixture.database.pool.query(
      `INSERT INTO sessions (user_id, account_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, $3, 'test', $4, $5, $5, $5::timestamptz + interval '1 day')`,
      [userId, accountId, randomUUID(), address, now],
    );
  }

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
    people = await Promise.all(Array.from({ length: 10 }, () => world.trader()));
  });
  /** Two days on, nothing of the test before counts any more. */
  beforeEach(async () => {
    later(2 * DAY_MS);
    await lapseRabOrders(world.deps);
    await keepGuide(world.deps);
  });
  afterEach(async () => {
    if ((await market()).haltedBy !== null) await actAsTwo(world.deps, 'otc resume', { market: 'rab' });
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  it('is the operator’s until five pairs trade, and again when that is a day ago; it says whose it is', async () => {
    const reference = { price: '0.125000', source: 'reference' };
    await tradeInPairs('0.126', 4);
    later(10_000);
    expect(await market()).toMatchObject({ guidePrice: reference, high: '0.126000', volume: '400.00000000' });
    await trade(people[8]!, people[9]!, '0.126');
    const tradedAt = world.time.now;
    later(10_000);
    expect((await market()).guidePrice).toEqual({ price: '0.126000', source: 'trades', asOf: tradedAt });
    expect((await world.call(people[0]!, 'assets', {})).guidePrice).toMatchObject({ source: 'trades' });
    later(DAY_MS);
    expect(await market()).toMatchObject({ guidePrice: reference, high: null, volume: '0.00000000' });
  });

  it('does not count trades with who invited one, nor between two of one network', async () => {
    await tradeInPairs('0.126', 4);
    const invited = await world.trader('1000', '10000', people[8]);
    await trade(people[8]!, invited, '0.126');
    later(10_000);
    expect((await market()).guidePrice.source).toBe('reference');
    for (const who of [people[8]!, people[9]!]) await seenAt(who, '203.0.113.*');
    await trade(people[8]!, people[9]!, '0.126');
    later(10_000);
    expect((await market()).guidePrice.source).toBe('reference');
    await trade(invited, people[9]!, '0.126');
    later(10_000);
    expect((await market()).guidePrice.source).toBe('trades');
  });

  it('moves two in a hundred within an hour; beyond, the market halts itself, tells staff, and two of them open it', async () => {
    await tradeInPairs('0.127');
    later(10_000);
    expect(await market()).toMatchObject({ isOpen: true, guidePrice: { price: '0.127000' } });
    // An hour on it may go on from there: to 0.12954.
    later(70 * MINUTE_MS);
    await tradeInPairs('0.1296');
    later(5 * MINUTE_MS);
    await tradeInPairs('0.1296');
    later(10_000);
    world.logs.length = 0;
    await keepGuide(world.deps);
    expect(world.logs).toMatchObject([{ level: 'error', event: 'otc-rab-halted', code: 'hour' }]);
    await keepGuide(world.deps);
    expect(world.logs).toHaveLength(1);
    const halted = await market();
    expect(halted).toMatchObject({
      isOpen: false,
      haltedBy: 'guide',
      haltReason: null,
      guidePrice: { price: '0.129540' },
    });
    expect(await world.refusedTo(people[0]!, 'buy', {})).toMatchObject({ code: 'market-halted' });
    // It waits with its price, and staff's own halt does not make it one that a single operator ends.
    later(3 * 60 * MINUTE_MS);
    expect((await market()).guidePrice.price).toBe('0.129540');
    await act(world.deps, 'otc halt', { market: 'rab', reason: 'looking' });
    expect(await act(world.deps, 'otc resume', { market: 'rab' })).toMatchObject({
      data: { proposal: expect.anything() },
    });
    expect((await market()).isOpen).toBe(false);
    expect(await actAsTwo(world.deps, 'otc resume', { market: 'rab' })).toMatchObject({ ok: true });
    // The guide price begins anew: what halted the market does not do so again.
    later(10_000);
    expect(await market()).toMatchObject({
      isOpen: true,
      haltedBy: null,
      guidePrice: { price: '0.125000', source: 'reference' },
    });
    // Trades in the same five minutes are left out as well.
    later(5 * MINUTE_MS);
    await tradeInPairs('0.126');
    later(10_000);
    expect(await market()).toMatchObject({ isOpen: true, guidePrice: { price: '0.126000', source: 'trades' } });
  });
});
