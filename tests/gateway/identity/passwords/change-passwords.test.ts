/** Changing the log-in password (mode 1) and the trade password (mode 2): old one, code, other sessions, locks (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { DAY, freshAddress, freshEmail, MINUTE, openWorld, PASSWORD, type World } from '../world';

const NEW = 'An0ther-Otter';
const TRADE = '739215';
const NEW_TRADE = '804162';

describeOnDatabase('changing passwords', (fixture) => {
  const person = async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const opened = await world.register(email);
    const from = { token: opened.token, address: freshAddress() };
    world.advance(MINUTE);
    return { world, email, opened, from };
  };
  const loginCode = async (world: World, name: string, from: { token: string }) => {
    await world.done('sendUpdateLoginPasswordCode', {}, from);
    return world.codeFor(name);
  };
  const tradeCode = async (world: World, name: string, from: { token: string }) => {
    await world.done('sendUpdateTradePasswordCode', {}, from);
    return world.codeFor(name);
  };

  test('a new log-in password keeps this session, ends the others, makes the old one wrong, and tells the owner', async () => {
    const { world, email, opened, from } = await person();
    const other = await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    const code = await loginCode(world, email, from);
    await world.done('updateLoginPassword', { oldPassword: PASSWORD, password: NEW, code }, from);
    expect((await world.call('userInfo', {}, from)).ok).toBe(true);
    expect(await world.refusal('userInfo', {}, { token: other.token })).toBe('unauthorized');
    expect(await world.refusal('logInByEmail', { loginName: email, password: PASSWORD })).toBe('wrong-credentials');
    await world.done('logInByEmail', { loginName: email, password: NEW });
    await world.sent();
    expect(world.mails.slice(-2)).toMatchObject([
      { to: email, subject: 'Your RAB log-in password was changed' },
      { to: email, subject: 'A new device has logged in to your RAB account' },
    ]);
    const { rows } = await fixture.database.pool.query('SELECT security_changed_at FROM users WHERE id = $1', [
      opened.userId,
    ]);
    expect(new Date(rows[0].security_changed_at).getTime()).toBe(world.deps.clock.now());
    const again = { oldPassword: NEW, password: PASSWORD, code };
    expect(await world.refusal('updateLoginPassword', again, from)).toBe('wrong-code');
  });

  test('a common, unchanged or short one and the own name are refused, and the code is still good afterwards', async () => {
    const { world, email, from } = await person();
    const code = await loginCode(world, email, from);
    const change = (password: string) =>
      world.refused('updateLoginPassword', { oldPassword: PASSWORD, password, code }, from);
    expect((await change('password1')).code).toBe('password-common');
    expect((await change(email)).code).toBe('password-common');
    expect((await change(PASSWORD)).code).toBe('password-unchanged');
    expect((await change('a-b4')).code).toBe('invalid-input');
    await world.done('updateLoginPassword', { oldPassword: PASSWORD, password: NEW, code }, from);
  });

  test('the code alone, or of another purpose, or of another user changes nothing', async () => {
    const { world, email, from } = await person();
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
    const forTrade = await tradeCode(world, email, from);
    const wrong = { oldPassword: PASSWORD, password: NEW, code: forTrade };
    expect(await world.refusal('updateLoginPassword', wrong, from)).toBe('wrong-code');
    const stranger = await person();
    const theirs = await loginCode(stranger.world, stranger.email, stranger.from);
    await world.done('sendUpdateLoginPasswordCode', {}, from);
    const mine = await world.codeFor(email);
    if (theirs !== mine) {
      const refused = await world.refused('updateLoginPassword', { ...wrong, code: theirs }, from);
      expect(refused).toMatchObject({ code: 'wrong-code', data: { triesLeft: 4 } });
    }
    const guess = { oldPassword: 'Wr0ng-Walrus', password: NEW, code: mine };
    expect(await world.refusal('updateLoginPassword', guess, from)).toBe('wrong-password');
    await world.done('logInByEmail', { loginName: email, password: PASSWORD });
  });

  test('five wrong old passwords lock the change for 15 minutes, however many at once; logging in stays open', async () => {
    const { world, email, from } = await person();
    const lockedUntil = world.deps.clock.now() + 15 * MINUTE;
    const guess = { oldPassword: 'Wr0ng-Walrus', password: NEW, code: '000000' };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => world.refused('updateLoginPassword', guess, from)),
    );
    const left = outcomes.flatMap(({ data }) => (data.triesLeft === undefined ? [] : [data.triesLeft]));
    expect(left.sort()).toEqual([1, 2, 3, 4]);
    expect(outcomes.filter(({ code }) => code === 'password-locked')).toHaveLength(16);
    const right = { ...guess, oldPassword: PASSWORD };
    expect(await world.refused('updateLoginPassword', right, from)).toEqual({
      code: 'password-locked',
      data: { lockedUntil },
    });
    await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    world.advance(15 * MINUTE);
    expect(await world.refused('updateLoginPassword', guess, from)).toMatchObject({
      code: 'wrong-password',
      data: { triesLeft: 4 },
    });
    const code = await loginCode(world, email, from);
    await world.done('updateLoginPassword', { oldPassword: PASSWORD, password: NEW, code }, from);
    expect((await world.refused('updateLoginPassword', guess, from)).data.triesLeft).toBe(4);
  });

  test('a new trade password needs the old one and a code; wrong old ones share the lock of every trade password', async () => {
    const { world, email, opened, from } = await person();
    const asked = { oldTradePassword: TRADE, tradePassword: NEW_TRADE, code: '000000' };
    expect(await world.refusal('updateTradePassword', asked, from)).toBe('needs-trade-password');
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
    const code = await tradeCode(world, email, from);
    const change = (input: Partial<typeof asked>) => ({ ...asked, code, ...input });
    const refused = async (input: Partial<typeof asked>) =>
      await world.refusal('updateTradePassword', change(input), from);
    expect(await refused({ tradePassword: '123456' })).toBe('password-common');
    expect(await refused({ tradePassword: TRADE })).toBe('password-unchanged');
    expect(await refused({ oldTradePassword: '111112' })).toBe('wrong-trade-password');
    expect(await refused({ code: code === '000001' ? '000002' : '000001' })).toBe('wrong-code');
    await world.done('updateTradePassword', change({}), from);
    await world.sent();
    expect(world.mails.at(-1)).toMatchObject({ to: email, subject: 'Your RAB trade password was changed' });
    const { rows } = await fixture.database.pool.query('SELECT security_changed_at FROM users WHERE id = $1', [
      opened.userId,
    ]);
    expect(new Date(rows[0].security_changed_at).getTime()).toBe(world.deps.clock.now());
    for (let i = 0; i < 4; i += 1) expect(await refused({})).toBe('wrong-trade-password');
    expect(await refused({})).toBe('trade-password-locked');
    expect(await refused({ oldTradePassword: NEW_TRADE })).toBe('trade-password-locked');
  });

  test('a session alone sets no first trade password; the log-in password or a mailed code does, and withdrawals pause', async () => {
    for (const by of ['password', 'code'] as const) {
      const { world, email, from } = await person();
      const bind = (proof: object) => world.refused('bindTradePassword', { tradePassword: TRADE, ...proof }, from);
      expect((await bind({})).code).toBe('invalid-input');
      expect((await bind({ password: PASSWORD, code: '000000' })).code).toBe('invalid-input');
      expect(await bind({ password: 'Wr0ng-Walrus' })).toMatchObject({
        code: 'wrong-password',
        data: { triesLeft: 4 },
      });
      expect((await bind({ code: '000000' })).code).toBe('wrong-code');
      const code = await tradeCode(world, email, from);
      const another = code === '000001' ? '000002' : '000001';
      expect(await bind({ code: another })).toMatchObject({ code: 'wrong-code', data: { triesLeft: 4 } });
      expect((await world.done('userInfo', {}, from)).hasTradePassword).toBe(false);
      expect((await world.done('securityInfo', {}, from)).withdrawalsClosedUntil).toBeNull();
      const proof = by === 'code' ? { code } : { password: PASSWORD };
      await world.done('bindTradePassword', { tradePassword: TRADE, ...proof }, from);
      expect(await world.done('securityInfo', {}, from)).toMatchObject({
        hasTradePassword: true,
        withdrawalsClosedUntil: world.deps.clock.now() + DAY,
      });
      await world.sent();
      expect(world.mails.at(-1)).toMatchObject({ to: email, subject: 'A trade password was set for your RAB account' });
      expect((await bind(proof)).code).toBe('trade-password-already-set');
    }
  });

  test('five wrong log-in passwords at the first trade password share the lock of the others', async () => {
    const { world, email, from } = await person();
    const bind = (password: string) => world.refused('bindTradePassword', { tradePassword: TRADE, password }, from);
    for (let i = 0; i < 4; i += 1) expect((await bind('Wr0ng-Walrus')).code).toBe('wrong-password');
    expect((await bind('Wr0ng-Walrus')).code).toBe('password-locked');
    expect((await bind(PASSWORD)).code).toBe('password-locked');
    const code = await tradeCode(world, email, from);
    await world.done('bindTradePassword', { tradePassword: TRADE, code }, from);
  });
});
