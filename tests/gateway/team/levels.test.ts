/** Levels: computed once a day, kept with their figures, and a discount at the next order (docs/rules.md §7). */
import { beforeAll, expect, it } from 'vitest';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import type { CallContext } from '../../../gateway/domain/call-context';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { levelFor, levelsOf, nextLevel } from '../../../gateway/domain/team/levels';
import { INITIAL_SETTINGS } from '../../../gateway/domain/settings/settings';
import { computeDailyLevels } from '../../../gateway/jobs/levels';
import { foldTeam } from '../../../gateway/jobs/team';
import { DAY_MS, type Person } from '../world';
import { openRabWorld, type RabWorld } from '../otc/rab/world';
import { describeOnDatabase } from '../support/database';

const USDT = 1_000_000n;

it('takes the highest level of which both conditions hold, and tells how far the next one is', () => {
  const levels = levelsOf(INITIAL_SETTINGS);
  const at = (custody: bigint, smallZone: bigint) =>
    levelFor(levels, { custody: custody * USDT, smallZone: smallZone * USDT });
  expect([at(0n, 10n ** 9n), at(499n, 0n), at(500n, 0n), at(2000n, 4999n), at(2000n, 5000n)]).toEqual([0, 0, 1, 1, 2]);
  expect([at(10n ** 9n, 49_999n), at(100_000n, 999_999n), at(100_000n, 1_000_000n)]).toEqual([2, 4, 5]);
  const figures = { custody: 700n * USDT, smallZone: 6000n * USDT };
  expect(nextLevel(levels, 1, figures)).toEqual({
    level: 2,
    validCustody: { required: '2000.000000', reached: '700.000000', isMet: false, progress: '0.35' },
    smallZone: { required: '5000.000000', reached: '6000.000000', isMet: true, progress: '1' },
  });
  expect(nextLevel(levels, 5, figures)).toBeNull();
});

describeOnDatabase('levels', (fixture) => {
  let world: RabWorld;
  const nextDay = () => {
    world.time.now += DAY_MS;
  };
  const progress = (who: Person) => world.call(who, 'levelProgress', {});
  const changes = async (who: Person) =>
    (await world.call(who, 'levelChanges', {})).items.map(({ before, after }) => `V${before} V${after}`);

  /** A device of theirs hears what is told. */
  const opened = (who: Person) => {
    const { deps, time } = world;
    const context = { deps, now: time.now, lang: 'EN', address: '192.0.2.1', userAgent: 'test' } as CallContext;
    return fixture.tx((tx) => openSession(tx, context, who));
  };

  beforeAll(async () => {
    await fixture.tx((tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 10n ** 17n, at: 0 }));
    world = await openRabWorld(fixture.database);
    await world.fundPool('100000');
  });

  it('rise and fall by the day, with a history of what they were computed from', async () => {
    const who = await world.person('10000');
    const order = await world.place(who, '2000');
    for (const amount of ['9000', '5000']) await world.place(await world.person('10000', who), amount);
    expect(await progress(who)).toMatchObject({ level: 0, expectedLevel: 1, computedOn: null, smallZone: '0.000000' });
    await computeDailyLevels(world.deps);
    const today = world.time.now - (world.time.now % DAY_MS);
    expect(await progress(who)).toMatchObject({
      level: 2,
      expectedLevel: 2,
      computedOn: today,
      nextAt: today + DAY_MS,
      validCustody: '2000.000000',
      smallZone: '5000.000000',
      next: { level: 3, validCustody: { progress: '0.2' }, smallZone: { progress: '0.1' } },
    });
    expect((await progress(who)).levels[2]).toEqual({
      level: 2,
      validCustody: '2000.000000',
      smallZone: '5000.000000',
      otcDiscount: '0.1',
    });
    await world.redeem(who, order.id, '1000');
    // The day's level stays; what the figures would give is told.
    await computeDailyLevels(world.deps);
    expect(await progress(who)).toMatchObject({ level: 2, expectedLevel: 1 });
    nextDay();
    await computeDailyLevels(world.deps);
    expect((await world.call(who, 'levelChanges', {})).items).toMatchObject([
      { day: today + DAY_MS, before: 2, after: 1, validCustody: '1000.000000', smallZone: '5000.000000' },
      { day: today, before: 0, after: 2, validCustody: '2000.000000', smallZone: '5000.000000' },
    ]);
    expect(await world.findings()).toEqual([]);
  });

  it('are computed once a day however many gateways run, and where one died in between', async () => {
    nextDay();
    const people: Person[] = [];
    for (let count = 0; count < 5; count += 1) people.push(await world.person('1000'));
    for (const person of people) await world.place(person, '500');
    let batches = 0;
    const diesAfter = (limit: number) => () => {
      batches += 1;
      return batches > limit;
    };
    // The first question comes before anything is done, two more between the changes that are carried upwards.
    expect(await computeDailyLevels(world.deps, diesAfter(4), 2)).toBeLessThan(5);
    expect((await progress(people[0]!)).computedOn).toBeLessThan(world.time.now - (world.time.now % DAY_MS));
    await Promise.all([1, 2, 3].map(() => computeDailyLevels(world.deps, undefined, 3)));
    await computeDailyLevels(world.deps);
    for (const person of people) expect(await changes(person)).toEqual(['V0 V1']);
    // A change on the day counts on the next one.
    const late = await world.person('1000');
    await world.place(late, '500');
    expect(await computeDailyLevels(world.deps)).toBe(0);
    nextDay();
    expect(await computeDailyLevels(world.deps)).toBe(1);
    // A clock that was set back computes no day again.
    world.time.now -= 2 * DAY_MS;
    expect(await computeDailyLevels(world.deps)).toBe(0);
    world.time.now += 2 * DAY_MS;
    expect(await world.findings()).toEqual([]);
  });

  it('lower the fee of the next order, and of none before; the person is told', async () => {
    nextDay();
    await world.set('market.rabReference', { price: '0.125', asOf: world.time.now });
    const who = await world.trader('1000', '1000');
    await world.place(who, '500');
    const before = await world.sell(who);
    await opened(who);
    await computeDailyLevels(world.deps);
    const after = await world.sell(who);
    expect([before.feeRate, after.feeRate]).toEqual(['0.002', '0.0019']);
    expect((await world.detail(who, before.id)).order.feeRate).toBe('0.002');
    const { rows } = await fixture.database.pool.query<{ calls: string[]; notice: unknown }>(
      'SELECT calls, notice FROM live_events WHERE user_id = $1 AND notice IS NOT NULL',
      [who.userId],
    );
    expect(rows).toMatchObject([{ notice: { kind: 'level-changed', subjectId: '1' } }]);
    const shown = ['levelProgress', 'levelChanges', 'userInfo', 'otcFigures'];
    expect(rows[0]?.calls).toEqual(expect.arrayContaining(shown));
  });

  it('of a member are told to the inviter and to whoever invited that one, whose lists show them', async () => {
    nextDay();
    const second = await world.person('0');
    const first = await world.person('0', second);
    const further = await world.person('1000', await world.person('0', first));
    const member = await world.person('1000', first);
    for (const who of [further, member]) await world.place(who, '500');
    for (const who of [first, second, member]) await opened(who);
    await foldTeam(world.deps);
    const { rows: before } = await fixture.database.pool.query<{ id: string }>(
      'SELECT coalesce(max(id), 0)::text AS id FROM live_events',
    );
    await computeDailyLevels(world.deps);
    const { rows } = await fixture.database.pool.query<{ to: string }>(
      `SELECT user_id::text AS to FROM live_events WHERE id > $1 AND calls ? 'teamMembers' ORDER BY user_id`,
      [before[0]?.id],
    );
    expect(rows.map(({ to }) => to)).toEqual([second.userId, first.userId]);
  });
});
