/** Custody days against an independent computation that walks every day and every row (docs/rules.md §7). */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { custodyDaysOf } from '../../../gateway/domain/dividend/period-repo';
import { DAY_MS, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';

const HOUR_MS = 3_600_000;
const VALID_FROM = toUnits('500', 'USDT');
const act = fc.record({
  after: fc.integer({ min: 1, max: 40 }),
  who: fc.integer({ min: 0, max: 2 }),
  place: fc.boolean(),
  amount: fc.integer({ min: 101, max: 900 }),
});

describeOnDatabase('custody days', (fixture) => {
  let world: GatewayWorld;
  let people: Person[];

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
    world.time.now = Date.UTC(2026, 10, 21);
    people = [await world.person('50000'), await world.person('50000'), await world.person('50000')];
  });

  interface Move {
    user: string;
    at: number;
    delta: bigint;
  }

  /** Each order's principal and the moments at which it changed, out of its rows. */
  async function moves(): Promise<Move[]> {
    const { rows } = await fixture.database.db.execute<Record<'user' | 'at' | 'ends' | 'kind' | 'delta', string>>(sql`
      SELECT t.user_id::text AS user, round(extract(epoch FROM c.created_at) * 1000)::text AS at, c.kind,
             round(extract(epoch FROM o.ends_at) * 1000)::text AS ends, (c.after - c.before)::text AS delta
        FROM custody_changes c JOIN custody_orders o ON o.id = c.order_id JOIN trading_accounts t ON t.id = c.account_id`);
    return rows
      .filter(({ kind }) => kind !== 'matured')
      .flatMap(({ user, at, ends, delta }) => [
        { user, at: Number(at), delta: BigInt(delta) },
        { user, at: Number(ends), delta: -BigInt(delta) },
      ]);
  }

  function daysOf(all: readonly Move[], user: string, from: number, to: number): bigint {
    const mine = all.filter((move) => move.user === user);
    const balanceAt = (at: number) => mine.filter((move) => move.at <= at).reduce((sum, { delta }) => sum + delta, 0n);
    let days = 0n;
    for (let day = from; day < to; day += DAY_MS) {
      const moments = [day, ...mine.map(({ at }) => at).filter((at) => at >= day && at < day + DAY_MS)];
      const lowest = moments.map(balanceAt).reduce((low, one) => (one < low ? one : low));
      if (lowest >= VALID_FROM) days += lowest;
    }
    return days;
  }

  it('are the least valid custody of each UTC day, whatever people did and when', async () => {
    const acts = fc.sample(act, { numRuns: 40, seed: 7 });
    const from = world.time.now;
    for (const { after, who, place, amount } of acts) {
      world.time.now += after * HOUR_MS;
      const person = people[who]!;
      if (place) await world.place(person, String(amount), amount % 2 === 0 ? 'd7' : 'd30');
      else {
        const { items } = await world.call(person, 'custodyOrders', { status: 'in-progress', limit: 100 });
        const open = items.find(({ endsAt }) => endsAt > world.time.now);
        if (open) await world.redeem(person, open.id, open.principal);
      }
    }
    const to = world.time.now - (world.time.now % DAY_MS);
    const all = await moves();
    for (const first of [from, from + 3 * DAY_MS, from + 9 * DAY_MS]) {
      const expected = people
        .map(({ userId, accountId }) => ({ userId, accountId, custodyDays: daysOf(all, userId, first, to) }))
        .filter(({ custodyDays }) => custodyDays > 0n);
      expect(await custodyDaysOf(fixture.database.db, { from: first, to }, VALID_FROM)).toEqual(expected);
    }
    expect((await custodyDaysOf(fixture.database.db, { from, to }, VALID_FROM)).length).toBeGreaterThan(0);
  });
});
