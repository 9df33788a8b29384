/** Sessions: stored hashed, idle expiry, log-out, revocation by a new password (docs/rules.md §3). */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SESSION_END } from '../../../../contract/session-end';
import { describeOnDatabase } from '../../support/database';
import { DAY, freshAddress, freshEmail, MINUTE, openWorld, PASSWORD, SECOND, type World } from '../world';

const NEW_PASSWORD = 'An0ther-Otter';

describeOnDatabase('sessions', (fixture) => {
  const isOpen = async (world: World, token: string) => (await world.call('userInfo', {}, { token })).ok;
  const rowsOf = async (userId: string) => {
    const { rows } = await fixture.database.pool.query<Record<string, unknown>>(
      'SELECT * FROM sessions WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows;
  };

  test('the token is not in the database, the address is masked, the device is named', async () => {
    const world = openWorld(fixture.database);
    const from = { address: '203.0.113.77', userAgent: `Kelp ${'x'.repeat(500)}` };
    const { token, userId } = await world.register(freshEmail(), { from });
    const [row] = await rowsOf(userId);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row).toMatchObject({ address: '203.0.113.*' });
    expect(String(row?.['user_agent'])).toHaveLength(300);
  });

  test('one ends 30 days after its last use, which is written at most once a minute', async () => {
    const world = openWorld(fixture.database);
    const { token, userId } = await world.register(freshEmail());
    const seen = async () => new Date(String((await rowsOf(userId))[0]?.['last_seen_at'])).getTime();
    const opened = world.deps.clock.now();
    world.advance(59 * SECOND);
    expect(await isOpen(world, token)).toBe(true);
    expect(await seen()).toBe(opened);
    world.advance(SECOND);
    expect(await isOpen(world, token)).toBe(true);
    expect(await seen()).toBe(opened + MINUTE);
    world.advance(30 * DAY - 1);
    expect(await isOpen(world, token)).toBe(true);
    world.advance(30 * DAY);
    expect(await isOpen(world, token)).toBe(false);
  });

  test('one ends by the hash of its token, which does nothing else', async () => {
    const world = openWorld(fixture.database);
    const { token } = await world.register(freshEmail());
    const ending = (of: string) => `${SESSION_END}${createHash('sha256').update(of).digest('base64url')}`;
    const refusedWith = async (call: 'userInfo' | 'logout', other: string) =>
      await world.refusal(call, {}, { token: other });
    expect(await refusedWith('userInfo', ending(token))).toBe('unauthorized');
    expect(await refusedWith('logout', ending(`${token}x`))).toBe('unauthorized');
    expect(await refusedWith('logout', ending(token).slice(SESSION_END.length))).toBe('unauthorized');
    expect(await isOpen(world, token)).toBe(true);
    await world.done('logout', {}, { token: ending(token) });
    expect(await isOpen(world, token)).toBe(false);
    expect(await refusedWith('logout', ending(token))).toBe('unauthorized');
  });

  test('log-out ends this session and no other', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const first = await world.register(email);
    const second = await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    await world.done('logout', {}, { token: first.token });
    expect(await isOpen(world, first.token)).toBe(false);
    expect(await isOpen(world, second.token)).toBe(true);
    expect(await world.refusal('logout', {}, { token: first.token })).toBe('unauthorized');
  });

  test('a made-up token and none at all are refused', async () => {
    const world = openWorld(fixture.database);
    expect(await world.refusal('userInfo', {}, { token: 'A'.repeat(43) })).toBe('unauthorized');
    expect(await world.refusal('userInfo', {})).toBe('unauthorized');
  });

  test('a new password by code ends every session, tells the owner, and makes the forgotten one wrong', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const from = { address: freshAddress(), lang: 'FR' as const };
    const first = await world.register(email);
    const second = await world.done('logInByEmail', { loginName: email, password: PASSWORD });
    await world.done('sendPasswordResetCode', { loginName: email }, from);
    const { ticket } = await world.done(
      'checkPasswordResetCode',
      { loginName: email, code: await world.codeFor(email) },
      from,
    );
    expect(await world.refusal('resetLoginPassword', { ticket, password: 'password' }, from)).toBe('password-common');
    expect(await world.refusal('resetLoginPassword', { ticket, password: email }, from)).toBe('password-common');
    expect(await isOpen(world, first.token)).toBe(true);
    await world.done('resetLoginPassword', { ticket, password: NEW_PASSWORD }, from);
    expect(await isOpen(world, first.token)).toBe(false);
    expect(await isOpen(world, second.token)).toBe(false);
    expect(await world.refusal('resetLoginPassword', { ticket, password: NEW_PASSWORD }, from)).toBe('ticket-expired');
    await world.sent();
    expect(world.mails.at(-1)).toMatchObject({
      to: email,
      // In the owner's language, not in that of whoever reset it.
      subject: 'Your RAB log-in password was changed',
    });
    expect(await world.refusal('logInByEmail', { loginName: email, password: PASSWORD }, from)).toBe(
      'wrong-credentials',
    );
    await world.done('logInByEmail', { loginName: email, password: NEW_PASSWORD }, from);
    const { rows } = await fixture.database.pool.query('SELECT security_changed_at FROM users WHERE id = $1', [
      first.userId,
    ]);
    expect(new Date(rows[0].security_changed_at).getTime()).toBe(world.deps.clock.now());
  });

  test('a registration ticket does not set a password, and the other way round', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const [known, unknown] = [freshEmail(), freshEmail()];
    const invitationCode = await world.invitation();
    await world.register(known);
    await world.done('sendPasswordResetCode', { loginName: known }, from);
    const forget = await world.done(
      'checkPasswordResetCode',
      { loginName: known, code: await world.codeFor(known) },
      from,
    );
    await world.done('sendRegisterCode', { email: unknown, invitationCode }, from);
    const code = await world.codeFor(unknown);
    const checked = await world.done('checkRegisterInfo', { loginName: unknown, invitationCode, code }, from);
    const register = { ticket: forget.ticket, nickname: 'Kelp', password: NEW_PASSWORD };
    expect(await world.refusal('register', register, from)).toBe('ticket-expired');
    const forgot = { ticket: checked.ticket ?? '', password: NEW_PASSWORD };
    expect(await world.refusal('resetLoginPassword', forgot, from)).toBe('ticket-expired');
  });
});
