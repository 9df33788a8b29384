/** Orders that are settled in batches end as those that are settled one by one, to the row. */
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { placeOrder } from '../../../gateway/domain/custody/orders';
import { loadSettings } from '../../../gateway/domain/settings/settings';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { neverStopping } from '../../../gateway/jobs/run';
import { poolFree } from '../../../gateway/ledger/balances';
import { post } from '../../../gateway/ledger/post';
import { ModelRun } from '../../support/model-run';
import { createMigrated, describeOnDatabase, type TestDatabase } from '../support/database';
import { DAY_MS, openCustodyWorld, type CustodyWorld, type Person } from './world';

const HOUR_MS = 3_600_000;
const OWNERS = 4;

const plans = fc.record({
  orders: fc.array(
    fc.record({
      owner: fc.nat(OWNERS - 1),
      planId: fc.constantFrom('d7', 'd30'),
      cents: fc.integer({ min: 10_001, max: 900_000 }),
      hours: fc.nat(30),
    }),
    { minLength: 4, maxLength: 10 },
  ),
  /** The orders of which one day is refused by the ledger. */
  broken: fc.option(fc.record({ which: fc.nat(9), day: fc.integer({ min: 1, max: 4 }) })),
  /** Percent of the reserve that is left. */
  poor: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 2 }),
  days: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 25, max: 40 })),
  limit: fc.integer({ min: 2, max: 12 }),
});
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

/** A world and its people; both worlds do the same in the same order, so their ids are the same. */
interface Side {
  world: CustodyWorld;
  people: readonly Person[];
  /** Settles what is due. */
  settle(plan: Plan): ReturnType<typeof payDueInterest>;
}

async function openSide(database: Database, settle: (world: CustodyWorld, plan: Plan) => ReturnType<Side['settle']>) {
  const world = await openCustodyWorld(database);
  await world.fundPool('1000000');
  const people: Person[] = [];
  for (let n = 0; n < OWNERS; n += 1) people.push(await world.person('100000000'));
  return { world, people, settle: (plan: Plan) => settle(world, plan) };
}

/** Moves between the reserve and the pool that it was filled from. */
async function moveReserve({ world }: Side, transferId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return;
  await withTransaction(world.deps.db, (tx) =>
    post(tx, {
      transferId,
      kind: 'adjustment',
      at: world.time.now,
      legs: [
        { account: { system: 'custody-reserve', asset: 'USDT' }, amount },
        { account: { system: 'yield-pool', asset: 'USDT' }, amount: -amount },
      ],
    }),
  );
}

/** Takes the place of a day's journal, so that the ledger refuses the day. */
async function breakDay({ world }: Side, orderId: string, day: number): Promise<void> {
  await withTransaction(world.deps.db, (tx) =>
    post(tx, {
      transferId: `custody-interest:${orderId}:${day}`,
      kind: 'adjustment',
      at: world.time.now,
      legs: [
        { account: { system: 'operator-capital', asset: 'USDT' }, amount: -1n },
        { account: { system: 'yield-pool', asset: 'USDT' }, amount: 1n },
      ],
    }),
  );
}

async function place({ world, people }: Side, plan: Plan): Promise<string[]> {
  const ids: string[] = [];
  for (const { owner, planId, cents, hours } of plan.orders) {
    world.time.now += hours * HOUR_MS;
    const { now } = world.time;
    const accountId = people[owner]!.accountId;
    const amount = BigInt(cents) * 10_000n + 1n;
    const { order } = await withTransaction(world.deps.db, async (tx) =>
      placeOrder(tx, { accountId, planId, amount, now, settings: await loadSettings(tx) }),
    );
    ids.push(order.id);
  }
  return ids;
}

const JOURNALS = `FROM journals j WHERE j.kind LIKE 'custody-%'`;
const BY_TRANSFER = '(SELECT transfer_id FROM journals j WHERE j.id = x.journal_id) AS journal';
/** All that a day of an order writes. Numbers of rows are given before a transaction that may fail, so the rows stand in their order instead. */
const ROWS = {
  journals: `SELECT transfer_id, kind, reference, memo::text, leg_count, created_at::text ${JOURNALS} ORDER BY id`,
  entries: `SELECT ${BY_TRANSFER}, x.leg, a.owner_account_id::text, a.kind, a.name, a.lane, x.amount::text, x.account_seq::text,
                   x.balance_after::text
              FROM entries x JOIN accounts a ON a.id = x.account_id WHERE x.journal_id IN (SELECT j.id ${JOURNALS}) ORDER BY x.id`,
  incomes: `SELECT ${BY_TRANSFER}, account_id::text, source, cause, asset, amount::text, pool, inputs::text, income_at::text, created_at::text,
                   arrived_at::text, reason FROM incomes x ORDER BY id`,
  interest: `SELECT ${BY_TRANSFER}, order_id::text, day, account_id::text, amount::text, due_at::text, credited_at::text
               FROM custody_interest x ORDER BY order_id, day`,
  orders: `SELECT id::text, revision, status, ended_by, ended_at::text, principal::text, accrued::text, days_accrued, interest_paid::text,
                  next_due_at::text FROM custody_orders ORDER BY id`,
  changes: `SELECT ${BY_TRANSFER}, order_id::text, account_id::text, kind, before::text, after::text, fee::text, created_at::text
              FROM custody_changes x ORDER BY id`,
  told: `SELECT DISTINCT user_id::text, calls::text, at::text FROM live_events ORDER BY 1, 3, 2`,
};

async function rowsOf({ world }: Side) {
  const all: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(ROWS)) {
    all[name] = (await world.deps.db.db.execute(sql.raw(query))).rows;
  }
  return all;
}

async function settleBoth(sides: readonly [Side, Side], plan: Plan, model: ModelRun): Promise<number> {
  const [batches, single] = [await sides[0].settle(plan), await sides[1].settle(plan)];
  expect(batches).toEqual(single);
  expect(await rowsOf(sides[0])).toEqual(await rowsOf(sides[1]));
  model.met('day', batches.days);
  model.met('matured', batches.matured);
  model.met('failed', batches.failed);
  return batches.days;
}

let round = 0;

async function run(sides: readonly [Side, Side], plan: Plan, model: ModelRun): Promise<void> {
  round += 1;
  const taken: bigint[] = [];
  for (const side of sides) {
    const ids = await place(side, plan);
    const { broken, poor } = plan;
    if (broken) await breakDay(side, ids[broken.which % ids.length]!, broken.day);
    const { deps, time } = side.world;
    const reserve = await poolFree(deps.db.db, 'custody-reserve', 'USDT');
    taken.push(poor === null ? 0n : (reserve * BigInt(100 - poor)) / 100n);
    await moveReserve(side, `test-take:${round}`, -taken.at(-1)!);
    time.now += plan.days * DAY_MS;
  }
  expect(taken[0]).toBe(taken[1]);
  const paid = await settleBoth(sides, plan, model);
  for (const side of sides) await moveReserve(side, `test-give:${round}`, taken[0]!);
  // The days that the reserve could not pay are paid now.
  const late = await settleBoth(sides, plan, model);
  if (late > 0) model.met(paid > 0 ? 'paid in part' : 'paid late');
}

describeOnDatabase('custody in batches', (fixture) => {
  const model = new ModelRun(`custody in batches (${fixture.kind})`, 4);
  let second: TestDatabase;
  let other: Database;
  beforeAll(async () => {
    second = await createMigrated(fixture.kind);
    other = await openDatabase(second.config);
  });
  afterAll(async () => {
    await other.close();
    await second.drop();
  });

  it('ends as one by one, to the row', { timeout: model.limitMs }, async () => {
    const sides = [
      await openSide(fixture.database, (world, { limit }) => payDueInterest(world.deps, neverStopping, limit)),
      await openSide(other, (world) => payDueInterest(world.deps, neverStopping, 1)),
    ] as const;
    await fc.assert(
      fc.asyncProperty(plans, (plan) => run(sides, plan, model)),
      model.settings,
    );
    model.expectMet({ day: 20, matured: 1, failed: 0.6, 'paid in part': 0.1 });
  });
});
