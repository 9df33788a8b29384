/** Strangers guess at a password within limits, and the owner gets in all the same (docs/rules.md §3). */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import {
  DAY,
  freshAddress,
  freshEmail,
  HOUR,
  MINUTE,
  openWorld,
  PASSWORD,
  type From,
  type Opened,
  type World,
} from '../world';

const WRONG = 'not-this-one';
/** In the place of 100, and as few as may be set: so many proofs of work are solved quickly. */
const PER_HOUR = 10;
const newDevice = () => randomBytes(32).toString('base64url');

describeOnDatabase('guessing', (fixture) => {
  const openFigured = async () => {
    const world = openWorld(fixture.database);
    await world.set('security.strangerTriesPerHour', PER_HOUR);
    await world.set('security.tellOwnerAfterTries', 6);
    return world;
  };

  /** Tries once from an address of its own, with a proof of work where one is asked for. @returns the try's end */
  const tryOnce = async (world: World, loginName: string, input: { password?: string; deviceToken?: string } = {}) => {
    const from: From = { address: freshAddress() };
    const asked = { loginName, password: WRONG, ...input };
    let answer = await world.call('logInByEmail', asked, from);
    if (!answer.ok && answer.code === 'captcha-required')
      answer = await world.call('logInByEmail', { ...asked, captcha: await world.solve(from) }, from);
    return answer.ok
      ? { code: 'ok' as const, opened: answer.data as Opened }
      : { code: answer.code, data: answer.body.data };
  };
  /** Tries until the hour is used up, ten seconds apart at first, so that no delay is in the way. @returns how many were looked at */
  const useUpHour = async (world: World, loginName: string) => {
    for (let tries = 0; ; tries += 1) {
      const { code } = await tryOnce(world, loginName);
      if (code === 'rate-limited') return tries;
      if (code !== 'wrong-credentials') throw new Error(`not expected: ${code}`);
      if (tries < 5) world.advance(10_000);
      if (tries > 3 * PER_HOUR) throw new Error('the hour has no end');
    }
  };

  test('however many addresses try, an hour has its tries and no more, whatever is solved, the right password included', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName);
    const began = world.deps.clock.now();
    expect(await useUpHour(world, loginName)).toBe(PER_HOUR);
    const from = { address: freshAddress() };
    const right = { loginName, password: PASSWORD, captcha: await world.solve(from) };
    const refused = await world.refused('logInByEmail', right, from);
    expect(refused).toEqual({
      code: 'rate-limited',
      data: { retryAfterMs: began + HOUR - world.deps.clock.now() },
    });
    world.advance(refused.data.retryAfterMs ?? 0);
    expect((await tryOnce(world, loginName)).code).toBe('wrong-credentials');
  });

  test('an hour is any sixty minutes, so that what was tried at its end counts in the next', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName);
    expect((await tryOnce(world, loginName)).code).toBe('wrong-credentials');
    world.advance(50 * MINUTE);
    expect(await useUpHour(world, loginName)).toBe(PER_HOUR - 1);
    world.advance(10 * MINUTE);
    expect(await useUpHour(world, loginName)).toBe(1);
  });

  test('of many at once with proofs of work solved ahead no more are looked at', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName);
    const from = { address: freshAddress() };
    const captchas = await Promise.all(Array.from({ length: PER_HOUR + 3 }, () => world.solve(from)));
    const answers = await Promise.all(
      captchas.map((captcha) => world.call('logInByEmail', { loginName, password: WRONG, captcha }, from)),
    );
    const looked = answers.filter((answer) => !answer.ok && answer.code === 'wrong-credentials');
    expect(looked.length).toBeLessThanOrEqual(PER_HOUR);
    expect(looked.length).toBeGreaterThan(3);
  });

  test('a device that logged in before gets in, after a log-out too; one that did so to another account does not', async () => {
    const world = await openFigured();
    const [loginName, other] = [freshEmail(), freshEmail()];
    await world.register(loginName);
    await world.register(other);
    const [mine, theirs] = [newDevice(), newDevice()];
    const first = await world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken: mine });
    await world.done('logInByEmail', { loginName: other, password: PASSWORD, deviceToken: theirs });
    await world.done('logout', {}, { token: first.token });
    await useUpHour(world, loginName);
    for (const deviceToken of [undefined, theirs, newDevice()])
      expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken })).code).toBe('rate-limited');
    expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken: mine })).code).toBe('ok');
    // And again: it is known for good.
    expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken: mine })).code).toBe('ok');
  });

  test('a new device gets in by the mailed code, however much strangers go on trying', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName);
    await useUpHour(world, loginName);
    const from = { address: freshAddress() };
    const deviceToken = newDevice();
    await world.done('sendPasswordResetCode', { loginName }, from);
    const code = await world.codeFor(loginName);
    const { ticket } = await world.done('checkPasswordResetCode', { loginName, code }, from);
    const password = 'An0ther-Otter';
    await world.done('resetLoginPassword', { ticket, password, deviceToken }, from);
    await useUpHour(world, loginName);
    expect((await tryOnce(world, loginName, { password, deviceToken })).code).toBe('ok');
    expect((await tryOnce(world, loginName, { password })).code).toBe('rate-limited');
  });

  test('a known device has 20 wrong ones an hour of its own, then it is a stranger; 50 at once are no more', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName);
    const deviceToken = newDevice();
    await world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken });
    await useUpHour(world, loginName);
    const guess = () =>
      world.call('logInByEmail', { loginName, password: WRONG, deviceToken }, { address: freshAddress() });
    const codes = (await Promise.all(Array.from({ length: 50 }, guess))).map((answer) =>
      answer.ok ? 'ok' : answer.code,
    );
    expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(20);
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(30);
    world.advance(HOUR);
    expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken })).code).toBe('ok');
  });

  test.each(['revokeOtherSessions', 'updateLoginPassword'] as const)(
    '%s forgets the other devices and keeps this one',
    async (name) => {
      const world = await openFigured();
      const loginName = freshEmail();
      await world.register(loginName);
      const [mine, lost] = [newDevice(), newDevice()];
      await world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken: lost });
      const { token } = await world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken: mine });
      let password = PASSWORD;
      if (name === 'revokeOtherSessions') await world.done(name, {}, { token });
      else {
        world.advance(MINUTE);
        await world.done('sendUpdateLoginPasswordCode', {}, { token });
        password = 'An0ther-Otter';
        await world.done(name, { oldPassword: PASSWORD, password, code: await world.codeFor(loginName) }, { token });
      }
      await useUpHour(world, loginName);
      expect((await tryOnce(world, loginName, { password, deviceToken: lost })).code).toBe('rate-limited');
      expect((await tryOnce(world, loginName, { password, deviceToken: mine })).code).toBe('ok');
    },
  );

  test('a session that is ended in the list takes its device along, unless it is the one in hand', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    await world.register(loginName, { from: { userAgent: 'first' } });
    const [mine, lost] = [newDevice(), newDevice()];
    const login = (deviceToken: string, userAgent: string) =>
      world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken }, { userAgent });
    await login(lost, 'lost');
    await login(mine, 'earlier here');
    const { token } = await login(mine, 'here');
    const { sessions } = await world.done('sessions', {}, { token });
    for (const { id, userAgent } of sessions)
      if (userAgent === 'lost' || userAgent === 'earlier here') await world.done('revokeSession', { id }, { token });
    await useUpHour(world, loginName);
    expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken: lost })).code).toBe('rate-limited');
    expect((await tryOnce(world, loginName, { password: PASSWORD, deviceToken: mine })).code).toBe('ok');
  });

  test('the token is not in the database, and two people on one device have nothing in common there', async () => {
    const world = openWorld(fixture.database);
    const deviceToken = newDevice();
    const hashes = new Set<unknown>();
    for (const loginName of [freshEmail(), freshEmail()]) {
      const { userId } = await world.register(loginName);
      await world.done('logInByEmail', { loginName, password: PASSWORD, deviceToken });
      const { rows } = await fixture.database.pool.query('SELECT * FROM known_devices WHERE user_id = $1', [userId]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(deviceToken);
      hashes.add(rows[0].token_hash);
    }
    expect(hashes.size).toBe(2);
  });

  test('the owner hears once, in the owner’s language; again only after a quiet day', async () => {
    const world = await openFigured();
    const loginName = freshEmail();
    const owner = await world.register(loginName, { from: { address: freshAddress(), lang: 'EN' } });
    await world.done('userInfo', {}, { token: owner.token, lang: 'VI' });
    const told = async () => {
      await world.sent();
      return world.mails.filter(({ to, text }) => to === loginName && text.includes('nhập sai nhiều lần')).length;
    };
    const tryTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        expect((await tryOnce(world, loginName)).code).toBe('wrong-credentials');
        world.advance(6 * MINUTE);
      }
    };
    await tryTimes(5);
    expect(await told()).toBe(0);
    await tryTimes(1);
    expect(await told()).toBe(1);
    expect(world.mails.at(-1)).toMatchObject({ to: loginName, lang: 'VI' });
    // A right password between does not begin a new episode.
    expect((await tryOnce(world, loginName, { password: PASSWORD })).code).toBe('ok');
    await world.done('userInfo', {}, { token: owner.token, lang: 'VI' });
    await tryTimes(8);
    expect(await told()).toBe(1);
    world.advance(DAY);
    await tryTimes(6);
    expect(await told()).toBe(2);
  });

  test('many at once tell the owner once; a name that nobody has hears nothing', async () => {
    const world = await openFigured();
    for (const [loginName, times] of [
      [freshEmail(), 1],
      [freshEmail(), 0],
    ] as const) {
      if (times === 1) await world.register(loginName);
      const before = (await world.sent()).length;
      await useUpHour(world, loginName);
      expect(await world.sent()).toHaveLength(before + times);
    }
    const { rows } = await fixture.database.pool.query(`SELECT id FROM outbound_messages WHERE state = 'waiting'`);
    expect(rows).toEqual([]);
  });
});
