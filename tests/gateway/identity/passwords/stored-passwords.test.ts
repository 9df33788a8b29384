/** A stolen database gives no password ([Note: Stored passwords], stored-passwords.ts): rows need a key that lies elsewhere. */
import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { passwordKeysOf } from '../../../../gateway/domain/identity/passwords/stored-passwords';
import { describeOnDatabase } from '../../support/database';
import { assertTradePassword } from '../../../../gateway/domain/identity/passwords/trade-password';
import { contextOf, SECRET } from '../../world';
import { freshEmail, openWorld, PASSWORD, type Opened, type World } from '../world';

const RIGHT = '739215';
const WRONG = '739216';
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
