/** Wrong authenticator codes lock ever longer, and the owner hears of it in the owner's language (docs/rules.md §3). */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { INITIAL_SETTINGS } from '../../../../gateway/domain/settings/settings';
import { describeOnDatabase } from '../../support/database';
import { DAY, freshAddress, freshEmail, HOUR, MINUTE, openWorld, PASSWORD, SECOND, type World } from '../world';

const codeAt = (secret: string, moment: number) => new TOTP({ secret }).generate({ timestamp: moment });

describeOnDatabase('locks of the authenticator', (fixture) => {
  const now = (world: World) => world.deps.clock.now();

  const withAuthenticator = async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    const { token, userId } = await world.register(loginName);
    const { secret, setup } = await world.done('authenticatorSetup', {}, { token });
    await world.done('bindAuthenticator', { setup, code: codeAt(secret, now(world)), password: PASSWORD }, { token });
    // The last call of the owner's.
    await world.done('userInfo', {}, { token, lang: 'JP' });
    await world.sent();
    world.mails.length = 0;
    return { world, loginName, token, userId, secret };
  };
  type Owned = Awaited<ReturnType<typeof withAuthenticator>>;

  /** Somebody who knows the password, and asks in German. */
  const enter = async ({ world, loginName }: Owned, code: string) => {
    const from = { address: freshAddress(), lang: 'DE' as const };
    const asked = await world.refused('logInByEmail', { loginName, password: PASSWORD }, from);
    return world.call('confirmLogin', { ticket: asked.data.ticket ?? '', code }, from);
  };
  /** Wrong codes until it is locked. @returns for how long */
  const lock = async (owned: Owned) => {
    const { world, secret } = owned;
    for (let n = 0; n < 5; n += 1) {
      const answer = await enter(owned, codeAt(secret, now(world) + HOUR));
      if (!answer.ok && answer.code === 'authenticator-locked')
        return (answer.body.data?.lockedUntil ?? 0) - now(world);
    }
    throw new Error('five wrong codes did not lock it');
  };
  const told = async ({ world }: Owned) => {
    await world.sent();
    return world.mails;
  };

  test('last 15 minutes, then twice as long each time, up to the operator’s figure of a day', async () => {
    expect(INITIAL_SETTINGS['security.authenticatorMaxLockMs']).toBe(DAY);
    const owned = await withAuthenticator();
    await owned.world.set('security.authenticatorMaxLockMs', 40 * MINUTE);
    const minutes: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const lockMs = await lock(owned);
      minutes.push(lockMs / MINUTE);
      owned.world.advance(lockMs);
    }
    await owned.world.set('security.authenticatorMaxLockMs', DAY);
    expect(minutes).toEqual([15, 30, 40, 40]);
  });

  test('a right code makes the next lock short again, and so does a quiet day after the last one', async () => {
    const owned = await withAuthenticator();
    const { world, secret } = owned;
    world.advance(await lock(owned));
    world.advance(await lock(owned));
    expect((await enter(owned, codeAt(secret, now(world)))).ok).toBe(true);
    expect(await lock(owned)).toBe(15 * MINUTE);
    world.advance(15 * MINUTE);
    expect(await lock(owned)).toBe(30 * MINUTE);
    world.advance(30 * MINUTE + DAY - SECOND);
    expect(await lock(owned)).toBe(60 * MINUTE);
    world.advance(60 * MINUTE + DAY);
    expect(await lock(owned)).toBe(15 * MINUTE);
  });

  test('the owner hears of each lock in the owner’s language, whatever the guesser speaks', async () => {
    const owned = await withAuthenticator();
    expect(await told(owned)).toEqual([]);
    for (let n = 1; n <= 2; n += 1) {
      owned.world.advance(await lock(owned));
      const mails = await told(owned);
      expect(mails).toHaveLength(n);
      expect(mails.at(-1)).toMatchObject({
        to: owned.loginName,
        lang: 'JP',
        subject: 'RABアカウントの認証システムが一時的にロックされました',
      });
    }
  });

  test('30 wrong codes at once are one lock and one mail', async () => {
    const owned = await withAuthenticator();
    const { world, secret } = owned;
    const login = { loginName: owned.loginName, password: PASSWORD };
    const { data } = await world.refused('logInByEmail', login, { address: freshAddress() });
    const wrong = { ticket: data.ticket ?? '', code: codeAt(secret, now(world) + HOUR) };
    await Promise.all(Array.from({ length: 30 }, () => world.call('confirmLogin', wrong)));
    expect(await told(owned)).toHaveLength(1);
    world.advance(15 * MINUTE);
    expect(await lock(owned)).toBe(30 * MINUTE);
  });
});
