/** One operator rules up to the limit in 24 hours: for one user, and in all, however it is cut up (docs/rules.md §8, §12). */
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { openUsdtWorld, type TraderPerson, type UsdtWorld } from './world';

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;

describeOnDatabase('rulings by sums', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });

  /** A dispute about 600 USDT. @returns its id */
  async function disputed(buyer?: TraderPerson): Promise<string> {
    const [seller, taker] = [await world.trader('2000'), buyer ?? (await world.trader('0'))];
    const offer = await world.sellOffer(seller, { quantity: '600', minFiat: '0.01', maxFiat: '10800' });
    const { id } = await world.take(taker, offer.id, '600');
    await world.pay(taker, id);
    world.pass(HALF_HOUR_MS);
    await world.dispute(seller, id);
    return id;
  }

  it("an operator's sum counts over users for 24 hours; what two ruled is nobody's alone", async () => {
    expect(await world.ruled(await disputed(), 'buyer', 'ann')).toContain('by 1 of 1');
    const id = await disputed();
    expect(await world.ruled(id, 'buyer', 'ann')).toContain('by 1 of 2; another operator');
    expect(await world.ruled(id, 'buyer', 'bob')).toContain('by 2 of 2');
    expect(await world.ruled(await disputed(), 'buyer', 'bob')).toContain('by 1 of 1');
    world.pass(DAY_MS);
    expect(await world.ruled(await disputed(), 'buyer', 'ann')).toContain('by 1 of 1');
  });

  it("a user's sum counts over operators for 24 hours, whichever side they were on", async () => {
    const buyer = await world.trader('0');
    expect(await world.ruled(await disputed(buyer), 'buyer', 'cleo')).toContain('by 1 of 1');
    const id = await disputed(buyer);
    expect(await world.ruled(id, 'buyer', 'dora')).toContain('by 1 of 2');
    // For the other side it is that user's first.
    expect(await world.ruled(id, 'seller', 'emil')).toContain('by 1 of 1');
    world.pass(DAY_MS);
    expect(await world.ruled(await disputed(buyer), 'buyer', 'dora')).toContain('by 1 of 1');
    expect(await world.findings()).toEqual([]);
  });
});
