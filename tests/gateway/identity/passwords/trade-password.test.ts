/** The trade password: set once, five wrong tries lock it, however many come at once (docs/rules.md §2). */
import { expect, test } from 'vitest';
import { withTransaction } from '../../../../gateway/db/transaction';
import { Refusal } from '../../../../gateway/domain/call-context';
import { assertTradePassword } from '../../../../gateway/domain/identity/passwords/trade-password';
import { describeOnDatabase } from '../../support/database';
import { contextOf } from '../../world';
import { freshEmail, MINUTE, openWorld, type Opened, type World, PASSWORD } from '../world';

const RIGHT = '739215';
const WRONG = '739216';

describeOnDatabase('trade password', (fixture) => {
  /** `right`, or the refusal's code and data. */
  const enter = async (world: World, user: Opened, tradePassword: string) => {
    try {
      await assertTradePassword(contextOf(world, user, 'createCustodyOrder'), tradePassword);
      return { code: 'right' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, ...error.details.data };
    }
  };
  const withPassword = async () => {
    const world = openWorld(fixture.database);
    const user = await world.register(freshEmail());
    await world.done('bindTradePassword', { tradePassword: RIGHT, password: PASSWORD }, { token: user.token });
    return { world, user };
  };

  test('it is asked for where there is none, and set once; common ones are refused', async () => {
    const world = openWorld(fixture.database);
    const user = await world.register(freshEmail());
    const from = { token: user.token };
    expect(await enter(world, user, RIGHT)).toEqual({ code: 'needs-trade-password' });
    for (const tradePassword of ['123456', '000000', '654321', '121212', '456789', '123123']) {
      expect(await world.refusal('bindTradePassword', { tradePassword, password: PASSWORD }, from)).toBe(
        'password-common',
      );
    }
    for (const tradePassword of ['12345', 'abcdef', '７３９２１５', '']) {
      expect(await world.refusal('bindTradePassword', { tradePassword, password: PASSWORD }, from)).toBe(
        'invalid-input',
      );
    }
    await world.done('bindTradePassword', { tradePassword: RIGHT, password: PASSWORD }, from);
    expect((await world.done('userInfo', {}, from)).hasTradePassword).toBe(true);
    expect(await world.refusal('bindTradePassword', { tradePassword: WRONG, password: PASSWORD }, from)).toBe(
      'trade-password-already-set',
    );
    expect(await enter(world, user, RIGHT)).toEqual({ code: 'right' });
    const { rows } = await fixture.database.pool.query('SELECT trade_password_hash FROM users WHERE id = $1', [
      user.userId,
    ]);
    expect(rows[0].trade_password_hash).toMatch(/^k1:[0-9a-f]{8}\$argon2id\$/);
  });

  test('of two that are set at once one is', async () => {
    const world = openWorld(fixture.database);
    const { token } = await world.register(freshEmail());
    const answers = await Promise.all(
      [RIGHT, WRONG].map((tradePassword) =>
        world.call('bindTradePassword', { tradePassword, password: PASSWORD }, { token }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()).toEqual([
      'ok',
      'trade-password-already-set',
    ]);
  });

  test('five wrong tries lock it for 15 minutes, the right one included; then all five are back', async () => {
    const { world, user } = await withPassword();
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await enter(world, user, WRONG)).toEqual({ code: 'wrong-trade-password', triesLeft });
    }
    const lockedUntil = world.deps.clock.now() + 15 * MINUTE;
    expect(await enter(world, user, WRONG)).toEqual({ code: 'trade-password-locked', lockedUntil });
    world.advance(15 * MINUTE - 1);
    expect(await enter(world, user, RIGHT)).toEqual({ code: 'trade-password-locked', lockedUntil });
    world.advance(1);
    expect(await enter(world, user, WRONG)).toEqual({ code: 'wrong-trade-password', triesLeft: 4 });
    expect(await enter(world, user, RIGHT)).toEqual({ code: 'right' });
    expect(await enter(world, user, WRONG)).toEqual({ code: 'wrong-trade-password', triesLeft: 4 });
  });

  test('of 50 wrong ones at once exactly five are counted, then it is locked', async () => {
    const { world, user } = await withPassword();
    const lockedUntil = world.deps.clock.now() + 15 * MINUTE;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => enter(world, user, WRONG)));
    const left = outcomes.flatMap((outcome) => ('triesLeft' in outcome ? [outcome.triesLeft] : []));
    expect(left.sort()).toEqual([1, 2, 3, 4]);
    expect(outcomes.filter(({ code }) => code === 'trade-password-locked')).toHaveLength(46);
    const { rows } = await fixture.database.pool.query(
      'SELECT trade_tries, trade_locked_until FROM users WHERE id = $1',
      [user.userId],
    );
    expect(rows[0].trade_tries).toBe(5);
    expect(new Date(rows[0].trade_locked_until).getTime()).toBe(lockedUntil);
    expect(await enter(world, user, RIGHT)).toEqual({ code: 'trade-password-locked', lockedUntil });
  });

  test('a right one that is judged after the fifth wrong one is refused: a guess among many at once gains nothing', async () => {
    const { world, user } = await withPassword();
    const { passwords } = world.deps;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    world.deps.passwords = {
      ...passwords,
      verify: async (hash, password) => {
        const isRight = await passwords.verify(hash, password);
        if (isRight) await held;
        return isRight;
      },
    };
    const right = enter(world, user, RIGHT);
    for (let i = 0; i < 5; i += 1) await enter(world, user, WRONG);
    release();
    expect((await right).code).toBe('trade-password-locked');
  });

  test('wrong tries stand when the action around them is rolled back, and inside its transaction it refuses to work', async () => {
    const { world, user } = await withPassword();
    const action = async () => {
      expect((await enter(world, user, WRONG)).code).toBe('wrong-trade-password');
      await withTransaction(world.deps.db, async () => {
        throw new Error('no funds');
      });
    };
    await expect(action()).rejects.toThrow('no funds');
    expect(await enter(world, user, WRONG)).toEqual({ code: 'wrong-trade-password', triesLeft: 3 });
    const within = withTransaction(world.deps.db, () => enter(world, user, RIGHT));
    await expect(within).rejects.toMatchObject({ cause: { name: 'NestedConnectionError' } });
  });
});
