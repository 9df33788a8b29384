/** Wrong passwords: growing delay, captcha, and a way in for the owner that no stranger can close (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { solveChallenge } from '../../../support/proof-of-work';
import { describeOnDatabase } from '../../support/database';
import { DAY, freshAddress, freshEmail, freshPhone, MINUTE, openWorld, PASSWORD, SECOND } from '../world';

describeOnDatabase('log-in', (fixture) => {
  test('takes an e-mail address or a mobile number with the password, or an SMS code', async () => {
    const world = openWorld(fixture.database);
    const [email, phone] = [freshEmail(), freshPhone()];
    const from = { address: freshAddress() };
    const byEmail = await world.register(email);
    const byPhone = await world.register(phone);
    const one = await world.done('logInByEmail', { loginName: email.toUpperCase(), password: PASSWORD }, from);
    expect(one).toMatchObject({ userId: byEmail.userId, accountId: byEmail.accountId });
    const two = await world.done('logInByEmail', { loginName: `+86${phone}`, password: PASSWORD }, from);
    expect(two).toMatchObject({ userId: byPhone.userId, accountId: byPhone.accountId });
    await world.done('sendSmsCode', { phone, purpose: 'login' }, from);
    const three = await world.done('logInBySms', { phone, code: await world.codeFor(phone) }, from);
    expect(three).toMatchObject({ userId: byPhone.userId, accountId: byPhone.accountId });
    expect(new Set([one.token, two.token, three.token, byEmail.token, byPhone.token]).size).toBe(5);
  });

  test('nobody logs in as root, whose row has no name and no password', async () => {
    const world = openWorld(fixture.database);
    await world.invitation();
    const { rows } = await fixture.database.pool.query(
      'SELECT email, phone, login_password_hash FROM users WHERE inviter_id IS NULL',
    );
    expect(rows).toEqual([{ email: null, phone: null, login_password_hash: null }]);
  });

  test('wrong passwords have three free tries, then a growing delay, then a captcha', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    await world.register(loginName);
    const wrong = () =>
      world.refused('logInByEmail', { loginName, password: 'not-this-one' }, { address: freshAddress() });
    for (let i = 0; i < 3; i += 1) expect((await wrong()).code).toBe('wrong-credentials');
    expect(await wrong()).toEqual({ code: 'rate-limited', data: { retryAfterMs: 2 * SECOND } });
    const rightTooSoon = { loginName, password: PASSWORD };
    expect(await world.refusal('logInByEmail', rightTooSoon, { address: freshAddress() })).toBe('rate-limited');
    world.advance(2 * SECOND);
    expect((await wrong()).code).toBe('wrong-credentials');
    expect(await wrong()).toEqual({ code: 'rate-limited', data: { retryAfterMs: 4 * SECOND } });
    world.advance(4 * SECOND);
    expect((await wrong()).code).toBe('wrong-credentials');
    expect((await wrong()).code).toBe('captcha-required');
    world.advance(MINUTE);
    expect((await wrong()).code).toBe('captcha-required');
  });

  test('the right password with a solved captcha always gets in, however much a stranger tries', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    await world.register(loginName);
    const stranger = { address: freshAddress() };
    for (let i = 0; i < 12; i += 1) {
      const captcha = i < 3 ? undefined : await world.solve(stranger);
      const answer = await world.refused('logInByEmail', { loginName, password: 'not-this-one', captcha }, stranger);
      expect(['wrong-credentials', 'captcha-required']).toContain(answer.code);
    }
    const owner = { address: freshAddress() };
    expect(await world.refusal('logInByEmail', { loginName, password: PASSWORD }, owner)).toBe('captcha-required');
    const captcha = await world.solve(owner);
    await world.done('logInByEmail', { loginName, password: PASSWORD, captcha }, owner);
    // And the count starts anew, for the owner at least.
    await world.done('logInByEmail', { loginName, password: PASSWORD }, owner);
  });

  test('the more wrong tries, the harder the captcha, up to 24 bits; an easier one is not enough', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    const from = { address: freshAddress() };
    const bits = async () => (await world.done('basicCaptcha', {}, from)).difficultyBits;
    const failures = (count: number) =>
      fixture.database.pool.query(`UPDATE login_failures SET count = $1 WHERE kind = 'account'`, [count]);
    await world.refused('logInByEmail', { loginName, password: 'not-this-one' }, from);
    expect(await bits()).toBe(16);
    const easy = await world.solve(from);
    await failures(21);
    expect(await world.refusal('logInByEmail', { loginName, password: 'not-this-one' }, from)).toBe('captcha-required');
    expect(await bits()).toBe(18);
    const withEasy = { loginName, password: 'not-this-one', captcha: easy };
    expect(await world.refusal('logInByEmail', withEasy, from)).toBe('captcha-required');
    const challenge = await world.done('authCaptcha', {}, from);
    const captcha = { id: challenge.id, nonce: solveChallenge(challenge) };
    expect(await world.refusal('logInByEmail', { loginName, password: 'not-this-one', captcha }, from)).toBe(
      'wrong-credentials',
    );
    await failures(1_000_000);
    await world.refused('logInByEmail', { loginName, password: 'not-this-one' }, from);
    expect(await bits()).toBe(24);
    world.advance(10 * MINUTE);
    expect(await bits()).toBe(16);
  });

  test('one solved captcha is one try, also for many at once', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    const from = { address: freshAddress() };
    for (let i = 0; i < 5; i += 1) {
      await world.refused('logInByEmail', { loginName, password: 'not-this-one' }, from);
      world.advance(MINUTE);
    }
    const captcha = await world.solve(from);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.call('logInByEmail', { loginName, password: 'not-this-one', captcha }, from),
      ),
    );
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.code));
    expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(1);
    expect(codes.filter((code) => code === 'captcha-required')).toHaveLength(9);
  });

  test('50 tries at once are no more tries than one after the other', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    await world.register(loginName);
    const { passwords } = world.deps;
    let hashed = 0;
    world.deps.passwords = {
      ...passwords,
      verify: (...asked) => {
        hashed += 1;
        return passwords.verify(...asked);
      },
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        world.call('logInByEmail', { loginName, password: `not-this-${i}` }, { address: freshAddress() }),
      ),
    );
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.code));
    expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(3);
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(47);
    // A refused log-in costs no hash.
    expect(hashed).toBe(3);
  });

  test('one address that tries many accounts is slowed down as well; the accounts are not', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const loginName = freshEmail();
    await world.register(loginName);
    for (let i = 0; i < 10; i += 1) {
      expect(await world.refusal('logInByEmail', { loginName: freshEmail(), password: 'not-this-one' }, from)).toBe(
        'wrong-credentials',
      );
    }
    expect(await world.refused('logInByEmail', { loginName: freshEmail(), password: 'not-this-one' }, from)).toEqual({
      code: 'rate-limited',
      data: { retryAfterMs: 2 * SECOND },
    });
    await world.done('logInByEmail', { loginName, password: PASSWORD }, { address: freshAddress() });
    const captcha = await world.solve(from);
    await world.done('logInByEmail', { loginName, password: PASSWORD, captcha }, from);
  });

  test('the right password starts the count anew; a quiet day does too', async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    await world.register(loginName);
    const wrong = () =>
      world.refused('logInByEmail', { loginName, password: 'not-this-one' }, { address: freshAddress() });
    const right = () => world.done('logInByEmail', { loginName, password: PASSWORD }, { address: freshAddress() });
    for (let i = 0; i < 2; i += 1) await wrong();
    await right();
    for (let i = 0; i < 3; i += 1) expect((await wrong()).code).toBe('wrong-credentials');
    expect((await wrong()).code).toBe('rate-limited');
    world.advance(DAY);
    for (let i = 0; i < 3; i += 1) expect((await wrong()).code).toBe('wrong-credentials');
    expect((await wrong()).code).toBe('rate-limited');
  });
});
