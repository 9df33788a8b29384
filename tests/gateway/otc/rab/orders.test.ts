/** The RAB market's state machine (rules.md §8): every arrow and every refusal. */
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../support/database';
import { openRabWorld } from './world';

describeOnEachDatabase('a RAB order', (fixture) => {
  it('waits with what it needs held', async () => {
    const world = await openRabWorld(fixture.database);
    const [ann, bob] = [await world.trader(), await world.trader()];
    expect(await world.sell(ann, { price: '0.126' })).toMatchObject({
      status: 'pending-match',
      held: '100.00000000',
      version: 1,
    });
    expect(await world.buy(bob, { price: '0.124' })).toMatchObject({ status: 'pending-match', held: '12.424800' });
    expect(await world.funds(ann)).toBe('USDT 1000/0 RAB 9900/100');
    expect(await world.funds(bob)).toBe('USDT 987.5752/12.4248 RAB 10000/0');
    expect(await world.findings()).toEqual([]);
  });
});
