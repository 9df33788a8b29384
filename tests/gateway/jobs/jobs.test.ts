import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { custodyInterest, equitySnapshots } from '../../../gateway/db/schema/custody';
import { systemJobs } from '../../../gateway/db/schema/system';
import { withTransaction } from '../../../gateway/db/transaction';
import { DAY_MS as DAY, dayOf } from '../../../gateway/domain/accounts/equity';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { snapshotEquity } from '../../../gateway/jobs/equity';
import { runJob, startJobs } from '../../../gateway/jobs/index';
import { JOBS, type Job } from '../../../gateway/jobs/list';
import { neverStopping } from '../../../gateway/jobs/run';
import { post } from '../../../gateway/ledger/post';
import { describeOnDatabase } from '../support/database';
import { openGatewayWorld, START, type GatewayWorld, type Person } from '../world';

function daysOf(database: Database, orderId: string) {
  return database.db
    .select()
    .from(custodyInterest)
    .where(sql`${custodyInterest.orderId} = ${orderId}::bigint`)
    .orderBy(custodyInterest.day);
}

/** Address of a test database, for a second gateway on it. */
function connectionString({ pool }: Database): string {
  return (pool as unknown as { options: { connectionString: string } }).options.connectionString;
}

describeOnDatabase('daily interest', (fixture) => {
  let world: GatewayWorld;
  let who: Person;
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
  });
  beforeEach(async () => {
    // Nothing of the tests before is due any more.
    world.time.now += 400 * DAY;
    await payDueInterest(world.deps);
    who = await world.person();
  });

  it('is credited for every completed day, also for ten days without a gateway, and only once', async () => {
    const order = await world.place(who, '333.333333');
    world.time.now += DAY - 1;
    expect(await payDueInterest(world.deps)).toEqual({ days: 0, matured: 0, failed: 0 });
    world.time.now += 1;
    expect(await payDueInterest(world.deps)).toEqual({ days: 1, matured: 0, failed: 0 });
    const { events } = await world.call(who, 'liveEvents', {});
    expect(events.map(({ calls }) => calls)).toEqual([expect.arrayContaining(['assets', 'custodyOrders'])]);
    world.time.now += 10 * DAY;
    expect(await payDueInterest(world.deps)).toEqual({ days: 10, matured: 0, failed: 0 });
    expect(await payDueInterest(world.deps)).toEqual({ days: 0, matured: 0, failed: 0 });
    const days = await daysOf(fixture.database, order.id);
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
    expect(days.map(({ dueAt }) => dueAt)).toEqual(days.map(({ day }) => order.startsAt + day * DAY));
    const paid = days.reduce((sum, { amount }) => sum + amount, 0n);
    expect(paid).toBe((333_333_333n * 7n * 11n) / 100_000n);
    expect(await world.order(who, order.id)).toMatchObject({ daysPaid: 11, interestPaid: '0.256666' });
    const { items } = await world.call(who, 'accountStatement', {
      account: 'cash',
      kind: 'custody-interest',
      limit: 100,
    });
    expect(items).toHaveLength(11);
    expect(items.every(({ reference }) => reference === order.id)).toBe(true);
  });

  it('ends with the return of the principal, however late', async () => {
    const order = await world.place(who, '1000', 'd7');
    world.time.now = order.endsAt + 3 * DAY;
    expect(await payDueInterest(world.deps)).toEqual({ days: 7, matured: 1, failed: 0 });
    expect(await world.order(who, order.id)).toMatchObject({
      status: 'expired',
      endedBy: 'maturity',
      principal: '0.000000',
      interestPaid: '0.280000',
      interestToCome: '0.000000',
    });
    expect(await world.cash(who)).toBe('10000.280000');
    const { items } = await world.call(who, 'custodyChanges', { orderId: order.id });
    expect(items[0]).toMatchObject({ kind: 'matured', before: '1000.000000', after: '0.000000', fee: '0.000000' });
  });

  it('goes on with the other orders when one cannot be settled, and says which', async () => {
    const [broken, sound] = [await world.place(who, '500', 'd7'), await world.place(who, '500', 'd7')];
    await withTransaction(fixture.database, (tx) =>
      post(tx, {
        transferId: `custody-interest:${broken.id}:1`,
        kind: 'adjustment',
        at: world.time.now,
        legs: [
          { account: { system: 'operator-capital', asset: 'USDT' }, amount: -1n },
          { account: { system: 'yield-pool', asset: 'USDT' }, amount: 1n },
        ],
      }),
    );
    world.time.now += DAY;
    expect(await payDueInterest(world.deps)).toEqual({ days: 1, matured: 0, failed: 1 });
    expect(world.logs).toContainEqual(
      expect.objectContaining({ event: 'job.order-failed', level: 'error', orderId: broken.id }),
    );
    expect(await daysOf(fixture.database, sound.id)).toHaveLength(1);
    expect(await daysOf(fixture.database, broken.id)).toEqual([]);
  });

  it('is credited once when two gateways run', async () => {
    // The embedded database has one process; there two runs share it.
    const second =
      fixture.kind === 'postgres'
        ? await openDatabase({ kind: 'postgres', url: connectionString(fixture.database) })
        : null;
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person()));
    const orders = await Promise.all(people.map((one) => world.place(one, '1000', 'd7')));
    world.time.now += 5 * DAY;
    const other = { ...world.deps, db: second ?? world.deps.db };
    const both = async () => {
      const [one, two] = await Promise.all([payDueInterest(world.deps), payDueInterest(other)]);
      return one.days + two.days;
    };
    // A run that meets the other one at the lock leaves the rest to it, so both may have to look again.
    let days = 0;
    for (let found = await both(); found > 0; found = await both()) days += found;
    expect(days).toBe(30);
    for (const { id } of orders) expect(await daysOf(fixture.database, id)).toHaveLength(5);
    const runs = await Promise.all([snapshotEquity(world.deps), snapshotEquity(other)]);
    expect(Math.max(...runs)).toBeGreaterThan(0);
    await snapshotEquity(world.deps);
    const { rows } = await fixture.database.db.execute<{ n: string }>(
      sql`SELECT count(*)::text AS n FROM equity_snapshots WHERE account_id = ${people[0]?.accountId}::bigint`,
    );
    expect(rows[0]?.n).toBe('5');
    await second?.close();
  });

  it('leaves the books sound', async () => {
    expect(await world.findings()).toEqual([]);
  });
});

describeOnDatabase('equity and the schedule', (fixture) => {
  it('records what the account was worth when each day ended, whenever the job runs', async () => {
    const world = await openGatewayWorld(fixture.database, dayOf(START) + 10 * 3_600_000);
    await world.fundPool('5000');
    const who = await world.person('1000');
    await world.place(who, '400', 'd7');
    const first = dayOf(world.time.now);
    world.time.now += 2 * DAY;
    await payDueInterest(world.deps);
    world.time.now += DAY;
    expect((await world.call(who, 'assets', {})).equity).toEqual([
      { day: first + 3 * DAY, totalUsdt: '1000.032000', flowUsdt: '1000.000000' },
    ]);
    await snapshotEquity(world.deps);
    const { equity } = await world.call(who, 'assets', {});
    expect(equity).toEqual([
      { day: first, totalUsdt: '1000.000000', flowUsdt: '1000.000000' },
      { day: first + DAY, totalUsdt: '1000.000000', flowUsdt: '0.000000' },
      { day: first + 2 * DAY, totalUsdt: '1000.032000', flowUsdt: '0.000000' },
      { day: first + 3 * DAY, totalUsdt: '1000.032000', flowUsdt: '0.000000' },
    ]);
    expect((await world.call(who, 'equityHistory', {})).points).toEqual(equity.slice(0, -1));
    const rows = await fixture.database.db.select().from(equitySnapshots);
    expect(new Set(rows.map(({ price }) => price))).toEqual(new Set([toUnits('0.125', 'USDT')]));
    expect(await snapshotEquity(world.deps)).toBe(0);
  });
  const never = '0 0 30 2 *';
  const noted = (name: string) =>
    fixture.database.db
      .select()
      .from(systemJobs)
      .where(sql`${systemJobs.name} = ${name}`)
      .then(([row]) => row);

  it('notes a failure, keeps it to itself, and tries again', async () => {
    const world = await openGatewayWorld(fixture.database);
    let fails = true;
    const name = `flaky-${randomUUID().slice(0, 8)}`;
    const job: Job = {
      name,
      schedule: never,
      isNoted: true,
      run: () => (fails ? Promise.reject(new TypeError('with a secret in it')) : Promise.resolve(1)),
    };
    await runJob(world.deps, job, neverStopping);
    expect(await noted(name)).toMatchObject({ lastStartedAt: world.time.now, lastError: 'TypeError' });
    expect(world.logs).toContainEqual(expect.objectContaining({ level: 'error', event: 'job.failed', job: name }));
    fails = false;
    await runJob(world.deps, job, neverStopping);
    expect(await noted(name)).toMatchObject({ lastError: null });
  });

  it('runs every job once at start, and stops between two units of work', async () => {
    const world = await openGatewayWorld(fixture.database);
    const ran: string[] = [];
    let units = 0;
    let begin = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const jobs: Job[] = [
      { name: 'short', schedule: never, isNoted: false, run: async () => ran.push('short') },
      {
        name: 'long',
        schedule: never,
        isNoted: false,
        async run(_deps, isStopping) {
          while (!isStopping()) {
            units += 1;
            begin();
            await new Promise((resolve) => setImmediate(resolve));
          }
          return ran.push('long');
        },
      },
      { name: 'late', schedule: never, isNoted: false, run: async () => ran.push('late') },
    ];
    const running = startJobs(world.deps, jobs);
    await begun;
    await running.stop();
    expect(units).toBeGreaterThan(0);
    expect(ran).toEqual(['short', 'long']);
  });

  it('has jobs that all run on an empty gateway', async () => {
    const world = await openGatewayWorld(fixture.database);
    for (const job of JOBS) await runJob(world.deps, job, neverStopping);
    expect(world.logs.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await noted('custody')).toMatchObject({ lastError: null });
  });
});
