/** The security centre: sessions listed with device and time, ended one by one or all others; locks that count down (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../support/database';
import { DAY, freshEmail, MINUTE, openWorld, PASSWORD } from './world';

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

  test('locks and the pause of withdrawals are told with their ends, and gone when they are over', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const { token } = await world.register(email);
    const from = { token };
    const info = () => world.done('securityInfo', {}, from);
    expect(await info()).toEqual({
      loginPasswordLockedUntil: null,
      hasTradePassword: false,
      tradePasswordLockedUntil: null,
      authenticatorBoundAt: null,
      authenticatorLockedUntil: null,
      recoveryCodesLeft: 0,
      withdrawalsClosedUntil: null,
      freeze: null,
      codesTo: expect.stringMatching(/^ke\*\*\*@example\.com$/),
    });
    await world.done('bindTradePassword', { tradePassword: '739215', password: PASSWORD }, from);
    const change = { oldPassword: 'Wr0ng-Walrus', password: 'An0ther-Otter', code: '000000' };
    for (let i = 0; i < 5; i += 1) await world.refused('updateLoginPassword', change, from);
    const trade = { oldTradePassword: '111112', tradePassword: '804162', code: '000000' };
    for (let i = 0; i < 5; i += 1) await world.refused('updateTradePassword', trade, from);
    const lockedUntil = world.deps.clock.now() + 15 * MINUTE;
    expect(await info()).toMatchObject({
      loginPasswordLockedUntil: lockedUntil,
      tradePasswordLockedUntil: lockedUntil,
    });
    world.advance(15 * MINUTE);
    expect(await info()).toMatchObject({ loginPasswordLockedUntil: null, tradePasswordLockedUntil: null });
    await world.done('sendUpdateLoginPasswordCode', {}, from);
    const code = await world.codeFor(email);
    await world.done('updateLoginPassword', { oldPassword: PASSWORD, password: 'An0ther-Otter', code }, from);
    expect((await info()).withdrawalsClosedUntil).toBe(world.deps.clock.now() + DAY);
    world.advance(DAY);
    expect((await info()).withdrawalsClosedUntil).toBeNull();
  });
});
