/** Ending sessions hits one that keeps moving: switching accounts opens sessions while the others are ended (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { openSession } from '../../../../gateway/domain/identity/sessions/sessions';
import { userById } from '../../../../gateway/domain/identity/users/user-repo';
import { sequences } from '../../../support/seed';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshEmail, MINUTE, openWorld, PASSWORD, type Opened, type World } from '../world';

const RACES = sequences(40, 1_000);
/** Those in which a password is changed, which takes its time. */
const PASSWORD_RACES = sequences(8, 25);

/** Switches to the account that it is on, again and again, until it is refused or told to stop. */
function move(world: World, thief: Opened, isOver: () => boolean) {
  const tokens = [thief.token];
  const run = async () => {
    for (;;) {
      const from = { token: tokens.at(-1) ?? '' };
      const moved = await world.call('switchAccount', { accountId: thief.accountId }, from);
      if (moved.ok) tokens.push((moved.data as Opened).token);
      if (!moved.ok || isOver()) return;
    }
  };
  return { tokens, done: run() };
}

/** The thief moves while `end` runs. @returns how many of the thief's sessions are open afterwards */
async function race(world: World, thief: Opened, end: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const moving = move(world, thief, () => isOver);
  await end();
  isOver = true;
  await moving.done;
  let open = 0;
  // The thief's own moving on ended the sessions before the last two.
  for (const token of moving.tokens.slice(-2)) if ((await world.call('userInfo', {}, { token })).ok) open += 1;
  return open;
}

describeOnDatabase('a thief who keeps switching', (fixture) => {
  /** A session of the owner's account for the thief, as a log-in opens one; without the password's work. */
  const enter = ({ deps }: World, { userId, accountId }: Opened) =>
    fixture.tx(async (tx) => {
      const epoch = (await userById(tx, userId))?.sessionEpoch ?? 0;
      const caller = {
        call: 'logInByEmail',
        lang: 'EN',
        address: '198.51.100.4',
        userAgent: 'thief',
        requestId: 'r',
        idempotencyKey: null,
      } as const;
      return openSession(tx, { deps, now: deps.clock.now(), ...caller }, { userId, accountId, epoch });
    });
  const login = (world: World, loginName: string, password = PASSWORD) =>
    world.done('logInByEmail', { loginName, password }, { address: freshAddress() });

  test('"end other sessions" lets none of the thief’s survive, and the owner’s does', async () => {
    const world = openWorld(fixture.database);
    const owner = await world.register(freshEmail());
    let survivors = 0;
    for (let n = 0; n < RACES; n += 1) {
      const thief = await enter(world, owner);
      survivors += await race(world, thief, () => world.done('revokeOtherSessions', {}, { token: owner.token }));
    }
    expect(survivors).toBe(0);
    expect((await world.done('sessions', {}, { token: owner.token })).sessions).toHaveLength(1);
  });

  test('a changed password lets none of the thief’s survive, and the owner’s does', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const owner = await world.register(email);
    const passwords = [PASSWORD, 'An0ther-Otter'] as const;
    let survivors = 0;
    for (let n = 0; n < PASSWORD_RACES; n += 1) {
      const [oldPassword, password] = n % 2 === 0 ? passwords : [passwords[1], passwords[0]];
      const thief = await login(world, email, oldPassword);
      world.advance(20 * MINUTE);
      await world.done('sendUpdateLoginPasswordCode', {}, { token: owner.token, address: freshAddress() });
      const change = { oldPassword, password, code: await world.codeFor(email) };
      survivors += await race(world, thief, () => world.done('updateLoginPassword', change, { token: owner.token }));
    }
    expect(survivors).toBe(0);
    expect((await world.done('sessions', {}, { token: owner.token })).sessions).toHaveLength(1);
  });

  test('a reset password lets none survive', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    await world.register(email);
    let survivors = 0;
    for (let n = 0; n < PASSWORD_RACES; n += 1) {
      const thief = await login(world, email);
      world.advance(20 * MINUTE);
      const from = { address: freshAddress() };
      await world.done('sendPasswordResetCode', { loginName: email }, from);
      const code = await world.codeFor(email);
      const { ticket } = await world.done('checkPasswordResetCode', { loginName: email, code }, from);
      survivors += await race(world, thief, () =>
        world.done('resetLoginPassword', { ticket, password: PASSWORD }, from),
      );
    }
    expect(survivors).toBe(0);
  });

  test('one session that is ended in the list is out wherever its device has moved to', async () => {
    const world = openWorld(fixture.database);
    const owner = await world.register(freshEmail());
    const from = { token: owner.token };
    let survivors = 0;
    for (let n = 0; n < RACES; n += 1) {
      const thief = await enter(world, owner);
      const { sessions } = await world.done('sessions', {}, from);
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
      survivors += await race(world, thief, () => world.done('revokeSession', { id }, from));
    }
    expect(survivors).toBe(0);
  });

  test('a log-out takes along the session that was to take its place', async () => {
    const world = openWorld(fixture.database);
    const first = await world.register(freshEmail());
    const next = await world.done('switchAccount', { accountId: first.accountId }, { token: first.token });
    await world.done('logout', {}, { token: first.token });
    expect((await world.call('userInfo', {}, { token: next.token })).ok).toBe(false);
  });

  test('a log-in with the old password that ends after the change opens nothing', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const owner = await world.register(email);
    world.advance(MINUTE);
    await world.done('sendUpdateLoginPasswordCode', {}, { token: owner.token });
    const change = { oldPassword: PASSWORD, password: 'An0ther-Otter', code: await world.codeFor(email) };
    const { passwords } = world.deps;
    // The thief's password is found right; before the session is written, the owner's change is.
    world.deps.passwords = {
      ...passwords,
      verify: async (...asked) => {
        const isRight = await passwords.verify(...asked);
        world.deps.passwords = passwords;
        await world.done('updateLoginPassword', change, { token: owner.token });
        return isRight;
      },
    };
    const answer = await world.call(
      'logInByEmail',
      { loginName: email, password: PASSWORD },
      { address: freshAddress() },
    );
    const token = answer.ok ? (answer.data as Opened).token : '';
    expect((await world.call('userInfo', {}, { token })).ok).toBe(false);
    expect((await world.call('userInfo', {}, { token: owner.token })).ok).toBe(true);
  });

  test('of two sessions that end each other at once exactly one stays', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const one = await world.register(email);
    for (let n = 0; n < 20; n += 1) {
      const other = await login(world, email);
      const both = [one.token, other.token];
      await Promise.all(both.map((token) => world.call('revokeOtherSessions', {}, { token })));
      const open = await Promise.all(both.map(async (token) => (await world.call('userInfo', {}, { token })).ok));
      expect(open.filter(Boolean)).toHaveLength(1);
      if (!open[0]) one.token = other.token;
    }
  });
});
