/** The security centre: sessions listed with device and time, ended one by one or all others (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../support/database';
import { freshEmail, MINUTE, openWorld, PASSWORD } from './world';

describeOnDatabase('security centre', (fixture) => {
  test('lists the open sessions, the latest used first, and ends one or all others', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const first = await world.register(email, { from: { address: '203.0.113.9', userAgent: 'Phone' } });
    const login = async (userAgent: string) => {
      world.advance(MINUTE);
      return world.done(
        'logInByEmail',
        { loginName: email, password: PASSWORD },
        { userAgent, address: '198.51.100.4' },
      );
    };
    const [tablet, desk] = [await login('Tablet'), await login('Desk')];
    const from = { token: first.token };
    world.advance(MINUTE);
    const { sessions } = await world.done('sessions', {}, from);
    expect(sessions).toMatchObject([
      { userAgent: 'Phone', isCurrent: true, lastSeenAt: world.deps.clock.now(), address: '203.0.113.*' },
      { userAgent: 'Desk', isCurrent: false, address: '198.51.100.*' },
      { userAgent: 'Tablet', isCurrent: false },
    ]);
    const id = sessions[2]?.id ?? '';
    await world.done('revokeSession', { id }, from);
    expect(await world.refusal('userInfo', {}, { token: tablet.token })).toBe('unauthorized');
    expect(await world.refusal('revokeSession', { id }, from)).toBe('not-found');
    expect(await world.done('revokeOtherSessions', {}, from)).toEqual({ revoked: 1 });
    expect(await world.refusal('userInfo', {}, { token: desk.token })).toBe('unauthorized');
    expect((await world.done('sessions', {}, from)).sessions).toHaveLength(1);
  });
});
