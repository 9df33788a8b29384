/** The purge deletes rows that can no longer be used; rows that still slow a guesser down, or are still good, stay. */
import { expect, test } from 'vitest';
import { rememberDevice } from '../../../gateway/domain/identity/sessions/device-repo';
import { purgeIdentity } from '../../../gateway/domain/identity/purge';
import { describeOnDatabase } from '../support/database';
import { DAY, freshAddress, freshEmail, HOUR, openWorld } from './world';

describeOnDatabase('purge', (fixture) => {
  const TABLES = [
    'verification_codes',
    'tickets',
    'captchas',
    'captcha_demands',
    'login_failures',
    'login_tries',
    'known_devices',
    'outbound_messages',
  ];
  const counts = async () => {
    const { rows } = await fixture.database.pool.query<{ counts: number[] }>(
      `SELECT ARRAY[${TABLES.map((table) => `(SELECT count(*)::int FROM ${table})`).join(', ')}] AS counts`,
    );
    return rows[0]?.counts;
  };

  test('deletes what is of no use after an hour, a day, a week, and a session’s end', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const from = { address: freshAddress() };
    const { token, userId } = await world.register(email);
    await fixture.tx((tx) => rememberDevice(tx, { userId, tokenHash: 'x', epoch: 0 }, 50, world.deps.clock.now()));
    for (let i = 0; i < 6; i += 1) {
      await world.call('logInByEmail', { loginName: email, password: 'not-this-one' }, from);
      world.advance(8_000);
    }
    await world.done('authCaptcha', {}, from);
    // Code, ticket, captcha, demand, account's and address's failures, tries, device, message.
    expect(await counts()).toEqual([1, 1, 1, 1, 2, 5, 1, 1]);
    await purgeIdentity(world.deps);
    expect(await counts()).toEqual([1, 1, 1, 1, 2, 5, 1, 1]);
    world.advance(HOUR);
    await purgeIdentity(world.deps);
    expect(await counts()).toEqual([1, 0, 0, 0, 2, 0, 1, 1]);
    world.advance(DAY);
    await purgeIdentity(world.deps);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect((await world.call('userInfo', {}, { token })).ok).toBe(true);
    world.advance(7 * DAY);
    await purgeIdentity(world.deps);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect((await world.call('userInfo', {}, { token })).ok).toBe(true);
    world.advance(61 * DAY);
    await purgeIdentity(world.deps);
    expect((await counts())?.[6]).toBe(1);
    const { rows } = await fixture.database.pool.query('SELECT count(*)::int AS n FROM sessions');
    expect(rows).toEqual([{ n: 0 }]);
    world.advance(112 * DAY);
    await purgeIdentity(world.deps);
    expect((await counts())?.[6]).toBe(0);
  });
});
