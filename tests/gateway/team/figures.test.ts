import { expect, it } from 'vitest';
import { foldTeam } from '../../../gateway/jobs/team';
import { openCustodyWorld } from '../custody/world';
import { describeOnEachDatabase } from '../support/database';

describeOnEachDatabase('figures of the team', (fixture) => {
  it('counts members and valid custody of both generations, and the strongest line', async () => {
    const world = await openCustodyWorld(fixture.database);
    await world.fundPool('10000');
    const above = await world.person();
    const one = await world.person('10000', above);
    const two = await world.person('10000', above);
    const below = await world.person('10000', one);
    await world.place(one, '499.999999');
    await world.place(two, '600');
    await world.place(below, '1000');
    await foldTeam(world.deps);
    expect(await world.call(above, 'teamInfo', {})).toEqual({
      team: { members: 3, validMembers: 2, custody: '1600.000000' },
      generation1: { members: 2, validMembers: 1, custody: '600.000000' },
      generation2: { members: 1, validMembers: 1, custody: '1000.000000' },
      largestLine: '1000.000000',
      smallZone: '600.000000',
      validFrom: '500',
    });
    const { items } = await world.call(above, 'teamMembers', {});
    expect(items.map(({ id, generation, validCustody }) => [id, generation, validCustody])).toEqual([
      [below.userId, '2', '1000.000000'],
      [two.userId, '1', '600.000000'],
      [one.userId, '1', '0.000000'],
    ]);
    expect(await world.findings()).toEqual([]);
  });
});
