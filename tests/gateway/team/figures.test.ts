/** The team as its calls tell it: figures, members, live changes; and what finds and mends a figure that is wrong. */
import { beforeAll, expect, it } from 'vitest';
import type { CallContext } from '../../../gateway/domain/call-context';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { reconcileTeam } from '../../../gateway/domain/team/reconcile-repo';
import { maskName } from '../../../gateway/domain/team/names';
import { foldTeam } from '../../../gateway/jobs/team';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { IS_LONG } from '../../support/seed';
import { act } from '../support/operators';

/** How many change their custody at once. */
const MEMBERS = IS_LONG ? 50 : 15;

it('masks a name by its first and last character, whatever a character is made of', () => {
  const names = ['Lina', '沐阳', '李小明', 'A', '👨‍👩‍👧x🇩🇪', 'ก้อง'];
  expect(names.map(maskName)).toEqual(['L***a', '沐***', '李***明', 'A***', '👨‍👩‍👧***🇩🇪', 'ก้***ง']);
});

describeOnDatabase('the team', (fixture) => {
  let world: GatewayWorld;
  const figures = async (who: Person) => {
    await foldTeam(world.deps);
    return world.call(who, 'teamInfo', {});
  };
  const sql = (text: string, values: unknown[] = []) => fixture.owner(({ pool }) => pool.query(text, values));

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('100000');
  });

  it('counts members and valid custody of both generations, and the strongest line', async () => {
    const above = await world.person();
    const one = await world.person('10000', above);
    const two = await world.person('10000', above);
    const below = await world.person('10000', one);
    await world.place(one, '499.999999');
    await world.place(two, '600');
    await world.place(below, '1000');
    expect(await figures(above)).toEqual({
      team: { members: 3, validMembers: 2, custody: '1600.000000' },
      generation1: { members: 2, validMembers: 1, custody: '600.000000' },
      generation2: { members: 1, validMembers: 1, custody: '1000.000000' },
      largestLine: '1000.000000',
      smallZone: '600.000000',
      validFrom: '500',
    });
    expect(await figures(below)).toMatchObject({
      team: { members: 0 },
      largestLine: '0.000000',
      smallZone: '0.000000',
    });
    const { items } = await world.call(above, 'teamMembers', {});
    expect(items.map(({ id, generation, validCustody }) => [id, generation, validCustody])).toEqual([
      [below.userId, '2', '1000.000000'],
      [two.userId, '1', '600.000000'],
      [one.userId, '1', '0.000000'],
    ]);
  });

  it('counts what all accounts of a member hold together, and each figure of the moment', async () => {
    const above = await world.person();
    const member = await world.person('1000', above);
    const { id: toAccountId } = await world.call(member, 'createSubAccount', { name: 'Savings' });
    const transfer = { toAccountId, asset: 'USDT', amount: '400', tradePassword: TRADE_PASSWORD } as const;
    await world.call(member, 'transferToAccount', transfer);
    await world.place(member, '300');
    expect((await figures(above)).team.custody).toBe('0.000000');
    await world.place({ ...member, accountId: toAccountId }, '250');
    expect((await figures(above)).team.custody).toBe('550.000000');
    await world.set('custody.validFrom', '600');
    expect((await figures(above)).team).toEqual({ members: 1, validMembers: 0, custody: '0.000000' });
    expect(await world.findings()).toEqual([]);
    await world.set('custody.validFrom', '500');
    expect((await figures(above)).team).toEqual({ members: 1, validMembers: 1, custody: '550.000000' });
  });

  it('counts new custody on the day it was placed, as long as it runs in valid custody', async () => {
    // Midnight of a day that no other test has.
    world.time.now += 20 * DAY_MS - (world.time.now % DAY_MS);
    const today = world.time.now;
    const above = await world.person();
    const member = await world.person('10000', above);
    const below = await world.person('10000', member);
    const custodies = async (who: Person) => {
      await foldTeam(world.deps);
      const { days, total } = await world.call(who, 'teamDays', {});
      expect(days.map(({ day }) => day)).toEqual(
        [6, 5, 4, 3, 2, 1, 0].map((ago) => world.time.now - (world.time.now % DAY_MS) - ago * DAY_MS),
      );
      return [...days.map(({ custody }) => Number(custody)), Number(total)];
    };
    await world.place(member, '300');
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    world.time.now = today + DAY_MS - 1;
    const second = await world.place(member, '250');
    world.time.now += 1;
    await world.place(below, '1000');
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 550, 1000, 1550]);
    expect(await custodies(member)).toEqual([0, 0, 0, 0, 0, 0, 1000, 1000]);
    expect(await custodies(below)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const { order } = await world.call(below, 'createCustodyOrder', {
      planId: 'd30',
      amount: '200',
      addTo: { orderId: (await world.call(below, 'custodyOrders', {})).items[0]!.id, version: 1 },
      tradePassword: TRADE_PASSWORD,
    });
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 550, 1200, 1750]);
    // A part that is taken back no longer counts, nor does the rest of somebody who then has too little for valid custody.
    await world.redeem(below, order.id, '200');
    await world.redeem(member, second.id, '100');
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 0, 1000, 1000]);
    await world.place(member, '101');
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 450, 1101, 1551]);
    await world.set('custody.validFrom', '600');
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 0, 1000, 1000]);
    await world.set('custody.validFrom', '500');
    world.time.now += 5 * DAY_MS;
    expect(await custodies(above)).toEqual([450, 1101, 0, 0, 0, 0, 0, 1551]);
    expect(await world.findings()).toEqual([]);
    world.time.now += 5 * DAY_MS;
    expect(await custodies(above)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await world.findings()).toEqual([]);
    const { rows } = await sql('SELECT FROM team_days WHERE day <= $1', [
      new Date(today + DAY_MS).toISOString().slice(0, 10),
    ]);
    expect(rows).toEqual([]);
  });

  it('tells the inviter and whoever invited that one, once for each run, where a device may listen', async () => {
    const above = await world.person('0');
    const first = await world.person('0', above);
    const second = await world.person('0', first);
    const members = [await world.person('1000', second), await world.person('1000', second)];
    const listens = async ({ userId, accountId }: Person, agoMs: number) => {
      const context = {
        deps: world.deps,
        now: world.time.now - agoMs,
        lang: 'EN',
        address: '192.0.2.1',
        userAgent: 'test',
      } as CallContext;
      await fixture.tx((tx) => openSession(tx, context, { userId, accountId }));
    };
    for (const person of [above, first, second]) await listens(person, 0);
    await foldTeam(world.deps);
    const { rows: before } = await sql('SELECT coalesce(max(id), 0) AS id FROM live_events');
    for (const member of members) await world.place(member, '600');
    await foldTeam(world.deps);
    const { rows } = await sql(
      `SELECT user_id::text AS to FROM live_events WHERE id > $1 AND calls ? 'teamInfo' AND NOT calls ? 'custodyOrders' ORDER BY user_id`,
      [before[0]?.id],
    );
    expect(rows).toEqual([{ to: first.userId }, { to: second.userId }]);
    expect((await world.call(above, 'teamInfo', {})).team.custody).toBe('1200.000000');
    // Whom no session has been heard of for a day has no device that listens.
    const away = await world.person('0');
    await listens(away, DAY_MS + 1);
    await world.person('0', away);
    await foldTeam(world.deps);
    const { rows: told } = await sql('SELECT FROM live_events WHERE user_id = $1', [away.userId]);
    expect(told).toEqual([]);
  });

  it('loses no change of many members of one line at once, and counts each once however many gateways carry', async () => {
    const top = await world.person('0');
    let last = top;
    for (let depth = 0; depth < 4; depth += 1) last = await world.person('0', last);
    const line: Person[] = [];
    for (let member = 0; member < MEMBERS; member += 1) {
      const person: Person = await world.person('2000', member % 5 === 0 ? last : line.at(-1));
      line.push(person);
    }
    const carrying = Promise.all(Array.from({ length: 6 }, () => foldTeam(world.deps)));
    await Promise.all(line.map((person) => world.place(person, '500')));
    await carrying;
    await Promise.all(line.map((person) => world.place(person, '700')));
    await Promise.all([foldTeam(world.deps), foldTeam(world.deps)]);
    expect(await figures(top)).toMatchObject({
      team: { members: MEMBERS + 4, validMembers: MEMBERS, custody: `${MEMBERS * 1200}.000000` },
      largestLine: `${MEMBERS * 1200}.000000`,
      smallZone: '0.000000',
    });
    expect(await world.findings()).toEqual([]);
  });

  it('is found wrong by reconcile where it is, and right after a recomputation', async () => {
    const above = await world.person('0');
    const member = await world.person('2000', above);
    await world.place(member, '800');
    const right = await figures(above);
    const faults: [string, string][] = [
      ['UPDATE team_figures SET members = members + 1 WHERE user_id = $1', 'team-figures'],
      ['UPDATE team_figures SET custody = custody + 1 WHERE user_id = $1', 'team-custody'],
      ['UPDATE team_members SET depth = depth + 1 WHERE user_id = $1', 'team-places'],
      ['UPDATE team_days SET below = below + 1 WHERE user_id = $1', 'team-days'],
      ['UPDATE team_days SET own = own + 1 WHERE user_id = $1', 'team-days of the member'],
    ];
    const rightDays = await world.call(above, 'teamDays', {});
    expect(rightDays.total).toBe('800.000000');
    for (const [fault, subject] of faults) {
      const [check, ofWhom] = subject.split(' of the ');
      const who = ['team-figures', 'team-days'].includes(check!) && ofWhom === undefined ? above : member;
      await sql(fault, [who.userId]);
      expect(await fixture.tx(reconcileTeam), fault).toContainEqual(
        expect.objectContaining({ check, subject: `user ${who.userId}` }),
      );
      const reply = await act(world.deps, 'team recompute', {}, 'fin');
      expect(reply, fault).toMatchObject({ ok: true });
      expect(await fixture.tx(reconcileTeam), fault).toEqual([]);
      expect(await world.call(above, 'teamInfo', {}), fault).toEqual(right);
      expect(await world.call(above, 'teamDays', {}), fault).toEqual(rightDays);
    }
    expect(await act(world.deps, 'team recompute', {}, 'fin')).toMatchObject({ ok: true, data: { wrong: 0 } });
    await sql('UPDATE users SET level = 3 WHERE id = $1', [member.userId]);
    expect(await world.findings()).toMatchObject([{ check: 'team-levels', subject: `user ${member.userId}` }]);
    await sql('UPDATE users SET level = 0 WHERE id = $1', [member.userId]);
  });
});
