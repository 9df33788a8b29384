/** A wrong clock stops what time decides, and tells so (docs/rules.md §2): the real guard on a machine whose clocks the test sets. */
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { beforeEach, expect, it } from 'vitest';
import type { Chain, ChainReader } from '../../../gateway/adapters/chain/chain';
import type { Clock } from '../../../gateway/adapters/clock';
import { createLogger } from '../../../gateway/adapters/log';
import { mayPayOut } from '../../../gateway/domain/withdrawals/halts';
import { clockGuard, GUARD_TIMES, type ClockGuard } from '../../../gateway/domain/time/guard';
import { runJob } from '../../../gateway/jobs/index';
import { JOBS } from '../../../gateway/jobs/list';
import { neverStopping } from '../../../gateway/jobs/run';
import { createMigrated, describeOnDatabase, type DatabaseFixture } from '../support/database';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { installationOf } from '../../../gateway/operator/installation-repo';
import { signStatement } from '../../../gateway/operator/statement';
import { answer } from '../../../gateway/operator/transport';
import { act, operatorSigner } from '../support/operators';
import { openGatewayWorld } from '../world';
import { freshEmail, openWorld, PASSWORD } from '../identity/world';
import { testMachine, type TestMachine } from './machine';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Short enough that PostgreSQL's own clock, which does not move with the test's, stays within the tolerance. */
const TIMES = { ...GUARD_TIMES, settleMs: 5 * SECOND_MS, headEveryMs: 0, markEveryMs: 0 };
const CUSTODY = JOBS.find(({ name }) => name === 'custody');

const STOPPED_MS = 33 * SECOND_MS;
/** Stopped for so long, its clock is within the tolerance of the database's before and after. */
const slowMachine = () => testMachine(Date.now() - 18 * SECOND_MS);

interface Watched {
  machine: TestMachine;
  guard: ClockGuard;
  clock: Required<Clock>;
  /** Names of events, with what is doubted. */
  told(): string[];
}

async function watched(db: Database, machine = testMachine(), builtAt: number | null = null): Promise<Watched> {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const guard = clockGuard({ db, log, machine, builtAt, times: TIMES });
  await guard.look();
  const told = () =>
    lines.map((line) => {
      const { event, code } = JSON.parse(line) as { event: string; code?: string };
      return code === undefined ? event : `${event} ${code}`;
    });
  return { machine, guard, clock: guard.clock, told };
}

/** Everybody agrees for as long as it takes to believe them. */
async function settled({ machine, guard }: Pick<Watched, 'machine' | 'guard'>): Promise<void> {
  await guard.look();
  machine.pass(TIMES.settleMs);
  await guard.look();
}

/** A network that has only its newest block, since the guard reads nothing else of it. */
function networkWith(head: () => number, isTest = false): Chain {
  const reader = { head: async () => ({ number: 1, hash: '', parentHash: '', at: head() }) } as unknown as ChainReader;
  return { network: 'BEP20', isTest, readers: [reader] } as unknown as Chain;
}

/** A database of a test's own, since the last time that was seen belongs to it. */
async function onItsOwn(kind: DatabaseFixture['kind'], work: (db: Database) => Promise<void>): Promise<void> {
  const { config, drop } = await createMigrated(kind);
  const db = await openDatabase(config);
  try {
    await work(db);
  } finally {
    await db.close();
    await drop();
  }
}

describeOnDatabase('a wrong clock', (fixture) => {
  // Forgets the times that the test before saw.
  beforeEach(() => fixture.owner(({ pool }) => pool.query('DELETE FROM clock_mark')));

  it('200 days ahead for a minute: nothing matures or pays, it is told once, and all goes on afterwards', async () => {
    if (!CUSTODY) throw new Error('there is no such job');
    const { machine, guard, clock, told } = await watched(fixture.database);
    const world = await openGatewayWorld(fixture.database, machine.wall());
    Object.assign(world.deps, { clock });
    await world.fundPool('5000');
    const who = await world.person();
    const order = await world.place(who, '1000', 'd7');
    const cash = await world.cash(who);

    machine.set(machine.wall() + 200 * DAY_MS);
    for (let second = 0; second < 3; second += 1) {
      await runJob(world.deps, CUSTODY, neverStopping);
      await guard.look();
      machine.pass(SECOND_MS);
    }
    const doubted =
      fixture.kind === 'embedded' ? ['clock-doubtful jumped'] : ['clock-doubtful jumped', 'clock-doubtful database'];
    expect(told()).toEqual(doubted);
    // Whoever reads the time gets the one from before the jump.
    expect(clock.now()).toBeLessThan(order.startsAt + 60 * SECOND_MS);
    machine.set(machine.wall() - 200 * DAY_MS);
    await guard.look();
    expect(clock.doubt()).toBe('jumped');
    machine.pass(TIMES.settleMs);
    await guard.look();
    expect(clock.doubt()).toBeNull();
    expect(told()).toEqual([...doubted, 'clock-agrees-again']);
    await runJob(world.deps, CUSTODY, neverStopping);
    expect(await world.order(who, order.id)).toMatchObject({ status: 'in-progress', daysPaid: 0 });
    expect(await world.cash(who)).toBe(cash);
  });

  it('refuses logging in and everything that moves money, reads on, and locks no authenticator', async () => {
    const { machine, guard, clock } = await watched(fixture.database);
    const world = openWorld(fixture.database, machine.wall());
    Object.assign(world.deps, { clock });
    const loginName = freshEmail();
    const { token } = await world.register(loginName);
    const from = { token };
    const { secret, setup } = await world.done('authenticatorSetup', {}, from);
    const codeNow = () => new TOTP({ secret }).generate({ timestamp: machine.wall() });
    await world.done('bindAuthenticator', { setup, code: codeNow(), password: PASSWORD }, from);
    machine.pass(2 * SECOND_MS);

    machine.set(machine.wall() + 200 * DAY_MS);
    expect((await world.refused('logInByEmail', { loginName, password: PASSWORD })).code).toBe('clock-drift');
    const ticketless = await world.refused('confirmLogin', { ticket: 'a'.repeat(43), code: codeNow() });
    expect(ticketless.code).toBe('clock-drift');
    const money = { toAccountId: '1', asset: 'USDT', amount: '1', tradePassword: '135790' } as const;
    expect((await world.refused('transferToAccount', money, { ...from, key: randomUUID() })).code).toBe('clock-drift');
    expect(await world.done('userInfo', {}, from)).toMatchObject({ hasAuthenticator: true });
    expect((await world.done('askOutcome', { key: randomUUID() }, from)).state).toBe('absent');
    expect(await mayPayOut(fixture.database.db, 'BEP20', clock)).toBe(false);

    machine.set(machine.wall() - 200 * DAY_MS);
    await settled({ machine, guard });
    expect(await mayPayOut(fixture.database.db, 'BEP20', clock)).toBe(true);
    const step = await world.refused('logInByEmail', { loginName, password: PASSWORD });
    expect(step.code).toBe('needs-second-step');
    // The one of the next step: that of the binding may still be the current one.
    const code = new TOTP({ secret }).generate({ timestamp: machine.wall() + 30 * SECOND_MS });
    expect((await world.call('confirmLogin', { ticket: step.data.ticket ?? '', code })).ok).toBe(true);
  });

  it('differs from the database’s, where that has one of its own', async () => {
    const machine = testMachine(Date.now() + 60 * SECOND_MS);
    const { guard, clock, told } = await watched(fixture.database, machine);
    // The embedded database reads the clock of its process.
    if (fixture.kind === 'embedded') return expect(clock.doubt()).toBeNull();
    expect(clock.doubt()).toBe('database');
    // A time server puts it right: nobody had believed it before.
    machine.set(Date.now());
    await settled({ machine, guard });
    expect(clock.doubt()).toBeNull();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(30 * SECOND_MS);
    expect(told()).toEqual(['clock-doubtful database', 'clock-agrees-again']);
  });

  it('differs from a live network’s newest block; one for trying out tells nothing', async () => {
    const { machine, guard, clock } = await watched(fixture.database);
    let head = machine.wall() + 90 * SECOND_MS;
    const stopTest = guard.watch([networkWith(() => head, true)]);
    await guard.look();
    await stopTest();
    expect(clock.doubt()).toBeNull();
    const stop = guard.watch([networkWith(() => head)]);
    await guard.look();
    await guard.look();
    expect(clock.doubt()).toBe('chain');
    head = machine.wall() - 3 * SECOND_MS;
    await guard.look();
    await settled({ machine, guard });
    await guard.look();
    await stop();
    expect(clock.doubt()).toBeNull();
  });

  it('that jumped and stays is believed again when a live network says the same, and not for waiting', async () => {
    const { machine, guard, clock } = await watched(fixture.database, slowMachine());
    machine.stop(STOPPED_MS);
    expect(clock.doubt()).toBe('jumped');
    for (let looks = 0; looks < 4; looks += 1) {
      await guard.look();
      machine.pass(SECOND_MS);
    }
    expect(clock.doubt()).toBe('jumped');
    const stop = guard.watch([networkWith(() => machine.wall() - 3 * SECOND_MS)]);
    for (let looks = 0; looks < 3; looks += 1) {
      await guard.look();
      machine.pass(SECOND_MS);
    }
    machine.pass(TIMES.settleMs);
    await guard.look();
    await stop();
    expect(clock.doubt()).toBeNull();
    expect(clock.now()).toBe(machine.wall());
  });

  it.each([
    ['200 days after the last time that was seen', 200 * DAY_MS, 'after-mark'],
    ['200 days before it', -200 * DAY_MS, 'before-mark'],
  ])('at the start, %s, is noticed; sessions are not given up for it', (_, offset, doubt) =>
    onItsOwn(fixture.kind, async (db) => {
      const first = await watched(db);
      const world = openWorld(db, first.machine.wall());
      Object.assign(world.deps, { clock: first.clock });
      const { token } = await world.register(freshEmail());

      const { clock, told } = await watched(db, testMachine(first.machine.wall() + offset));
      expect(clock.doubt()).not.toBeNull();
      expect(told()).toContain(`clock-doubtful ${doubt}`);
      Object.assign(world.deps, { clock });
      if (offset > 0) expect((await world.refused('userInfo', {}, { token })).code).toBe('clock-drift');
      // Back in time it is as it was.
      const back = await watched(db, testMachine(first.machine.wall() + 10 * SECOND_MS));
      expect(back.clock.doubt()).toBeNull();
      Object.assign(world.deps, { clock: back.clock });
      expect((await world.call('userInfo', {}, { token })).ok).toBe(true);
    }),
  );

  it('is right when operators say so, whose own clocks say the same', () =>
    onItsOwn(fixture.kind, async (db) => {
      const world = await openGatewayWorld(db, Date.now());
      const { machine, guard, clock, told } = await watched(db, slowMachine());
      machine.stop(fixture.kind === 'embedded' ? 90 * DAY_MS : STOPPED_MS);
      expect(clock.doubt()).toBe('jumped');
      Object.assign(world.deps, { clock });
      const accept = async (at: number) => {
        const input = { reason: 'the machine was stopped' };
        const installation = await installationOf(db.db);
        const signer = await operatorSigner(world.deps);
        return answer(world.deps, await signStatement(signer, { command: 'clock accept', input, at, installation }));
      };
      expect(await act(world.deps, 'fund-pool', { pool: 'yield' })).toMatchObject({ ok: false });
      if (fixture.kind === 'embedded') {
        expect(await accept(clock.now())).toMatchObject({ ok: false, fault: 'denied' });
        expect(await accept(machine.wall())).toMatchObject({ ok: true });
      } else {
        // Beside PostgreSQL it takes two.
        const reply = await accept(machine.wall());
        expect(reply).toMatchObject({ ok: true, data: { command: 'clock accept' } });
        await guard.look();
        expect(clock.doubt()).toBe('jumped');
        const { proposal: id } = (reply as { data: { proposal: string } }).data;
        const approval = { id, command: 'clock accept', input: { reason: 'the machine was stopped' } };
        expect(await act(world.deps, 'proposal approve', approval, 'bob')).toMatchObject({ ok: true });
      }
      await guard.look();
      expect(clock.doubt()).toBeNull();
      expect(clock.now()).toBe(machine.wall());
      expect(told()).toEqual(['clock-doubtful jumped', 'clock-agrees-again']);
      // Counted once: the next jump is one again, and what the database contradicts is nobody's to accept.
      machine.set(machine.wall() + DAY_MS);
      await guard.look();
      expect(clock.doubt()).toBe('jumped');
      if (fixture.kind === 'embedded') return;
      expect(await accept(machine.wall())).toMatchObject({
        ok: false,
        message: expect.stringMatching(/in the database/),
      });
    }));
});
