/** A stolen database gives no password ([Note: Stored passwords], stored-passwords.ts): rows need a key that lies elsewhere. */
import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { passwordKeysOf, wrapPlainHashes } from '../../../../gateway/domain/identity/passwords/stored-passwords';
import { describeOnDatabase } from '../../support/database';
import { assertTradePassword } from '../../../../gateway/domain/identity/passwords/trade-password';
import { contextOf, SECRET } from '../../world';
import { freshEmail, openWorld, PASSWORD, type Opened, type World } from '../world';

const RIGHT = '739215';
const WRONG = '739216';
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const NEW_SECRET = new Uint8Array(32).fill(8);
const CURRENT = passwordKeysOf(SECRET).current;

describeOnDatabase('stored passwords', (fixture) => {
  const enter = (world: World, user: Opened, tradePassword: string) =>
    assertTradePassword(contextOf(world, user, 'createCustodyOrder'), tradePassword).then(
      () => 'right',
      (error: { code?: string }) => error.code,
    );
  const rowOf = async (userId: string) => {
    const { rows } = await fixture.database.pool.query<{ login: string; trade: string }>(
      'SELECT login_password_hash AS login, trade_password_hash AS trade FROM users WHERE id = $1',
      [userId],
    );
    return rows[0] ?? { login: '', trade: '' };
  };
  const withPasswords = async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const user = await world.register(email);
    await world.done('bindTradePassword', { tradePassword: RIGHT, password: PASSWORD }, { token: user.token });
    return { world, user, email };
  };
  /** Stores the password as rows did before there was a key. */
  const withPlainRows = async () => {
    const made = await withPasswords();
    await fixture.database.pool.query(
      'UPDATE users SET login_password_hash = $2, trade_password_hash = $3 WHERE id = $1',
      [made.user.userId, await hash(PASSWORD, CHEAP), await hash(RIGHT, CHEAP)],
    );
    return made;
  };

  test('the rows alone find no password right, the right one included', async () => {
    const { user } = await withPasswords();
    const { login, trade } = await rowOf(user.userId);
    for (const [stored, password] of [
      [login, PASSWORD],
      [trade, RIGHT],
    ] as const) {
      expect(stored.startsWith(`k1:${CURRENT.id}$argon2id$v=19$`)).toBe(true);
      expect(await verify(stored.slice(stored.indexOf('$')), password)).toBe(false);
    }
  });

  test('rows of before are wrapped at a start without anybody entering anything, and are right all the same', async () => {
    const { world, user, email } = await withPlainRows();
    expect(await wrapPlainHashes(world.deps)).toBeGreaterThanOrEqual(2);
    expect(await wrapPlainHashes(world.deps)).toBe(0);
    const { login, trade } = await rowOf(user.userId);
    for (const [stored, password] of [
      [login, PASSWORD],
      [trade, RIGHT],
    ] as const) {
      expect(stored.startsWith(`k0w:${CURRENT.id}$argon2id$v=19$`)).toBe(true);
      expect(await verify(stored.slice(stored.indexOf('$')), password)).toBe(false);
    }
    expect(await enter(world, user, WRONG)).toBe('wrong-trade-password');
    expect(await rowOf(user.userId)).toEqual({ login, trade });
    expect(await enter(world, user, RIGHT)).toBe('right');
    expect((await rowOf(user.userId)).trade.startsWith(`k1:${CURRENT.id}$`)).toBe(true);
    expect((await world.call('logInByEmail', { loginName: email, password: 'Tr1cky-Kelq' })).ok).toBe(false);
    await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    expect((await rowOf(user.userId)).login.startsWith(`k1:${CURRENT.id}$`)).toBe(true);
    expect(await enter(world, user, RIGHT)).toBe('right');
    await world.done('logInByEmail', { loginName: email, password: PASSWORD });
  });

  test('a plain row that nobody wrapped becomes one under the key at the next right password; nothing is paused by it', async () => {
    const { world, user, email } = await withPlainRows();
    const before = await world.done('securityInfo', {}, { token: user.token });
    expect(await enter(world, user, WRONG)).toBe('wrong-trade-password');
    const many = await Promise.all(Array.from({ length: 8 }, () => enter(world, user, RIGHT)));
    expect(many).toEqual(Array.from({ length: 8 }, () => 'right'));
    await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    const { login, trade } = await rowOf(user.userId);
    for (const stored of [login, trade]) expect(stored.startsWith(`k1:${CURRENT.id}$`)).toBe(true);
    const after = await world.done('securityInfo', {}, { token: user.token });
    expect(after.withdrawalsClosedUntil).toBe(before.withdrawalsClosedUntil);
  });

  test('after the secret was replaced they are right with the older key at hand, then under the new one; wrong without it', async () => {
    const { world, user, email } = await withPasswords();
    const older = openWorld(fixture.database);
    older.deps.passwordKeys = passwordKeysOf(NEW_SECRET);
    expect(await enter(older, user, RIGHT)).toBe('wrong-trade-password');
    older.deps.passwordKeys = passwordKeysOf(NEW_SECRET, [CURRENT]);
    expect(await enter(older, user, WRONG)).toBe('wrong-trade-password');
    expect(await enter(older, user, RIGHT)).toBe('right');
    await older.done('logInByEmail', { loginName: email, password: PASSWORD });
    older.deps.passwordKeys = passwordKeysOf(NEW_SECRET);
    expect(await enter(older, user, RIGHT)).toBe('right');
    await older.done('logInByEmail', { loginName: email, password: PASSWORD });
    expect(await enter(world, user, RIGHT)).toBe('wrong-trade-password');
  });
});
