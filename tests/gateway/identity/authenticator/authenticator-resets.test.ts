/** A lost authenticator: two operators, 72 h, and an owner who is told at once and can keep it (docs/rules.md §3). */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { carryOutResets } from '../../../../gateway/jobs/authenticator-resets';
import { describeOnDatabase } from '../../support/database';
import { act, actAsTwo, operatorSigner } from '../../support/operators';
import { DAY, freshEmail, HOUR, MINUTE, openWorld, PASSWORD, SECOND } from '../world';

const STEP = 30 * SECOND;

describeOnDatabase('an authenticator that was lost', (fixture) => {
  const withAuthenticator = async () => {
    const world = openWorld(fixture.database);
    const loginName = freshEmail();
    const opened = await world.register(loginName);
    const from = { token: opened.token };
    const code = (secret: string) => new TOTP({ secret }).generate({ timestamp: world.deps.clock.now() });
    const bind = async () => {
      const { secret, setup } = await world.done('authenticatorSetup', {}, from);
      const { recoveryCodes } = await world.done(
        'bindAuthenticator',
        { setup, code: code(secret), password: PASSWORD },
        from,
      );
      return { secret, recoveryCodes };
    };
    const reset = (who = ['ann', 'bob'] as [string, string]) =>
      actAsTwo(world.deps, 'authenticator reset', { user: loginName, check: 'passport by video call' }, who);
    const last = async () => {
      await world.sent();
      return world.mails.filter(({ to }) => to === loginName).at(-1);
    };
    return { world, loginName, opened, from, code, bind, reset, last, ...(await bind()) };
  };
  const outcomes = async (userId: string) => {
    const { rows } = await fixture.database.pool.query<{ outcome: string | null }>(
      'SELECT outcome FROM authenticator_resets WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows.map(({ outcome }) => outcome);
  };

  test('one operator proposes it and another one approves; the owner is told at once, and it goes after 72 h', async () => {
    const { world, loginName, opened, from, bind, code, last } = await withAuthenticator();
    const input = { user: loginName, check: 'passport by video call' };
    const proposed = await act(world.deps, 'authenticator reset', input);
    expect(proposed).toMatchObject({ ok: true, data: { command: 'authenticator reset' } });
    expect(await outcomes(opened.userId)).toEqual([]);
    expect((await last())?.subject).not.toMatch(/taken off/);
    const { proposal: id } = (proposed as { data: { proposal: string } }).data;
    const approval = { id, command: 'authenticator reset', input };
    expect(await act(world.deps, 'proposal approve', approval)).toMatchObject({ ok: false });
    expect(await act(world.deps, 'proposal approve', approval, 'bob')).toMatchObject({ ok: true });
    const dueAt = world.deps.clock.now() + 72 * HOUR;
    expect(await last()).toMatchObject({
      subject: 'The authenticator of your RAB account will be taken off',
      text: expect.stringMatching(/72 hours.*"Keep my authenticator"/s),
    });
    expect((await world.done('securityInfo', {}, from)).authenticatorResetAt).toBe(dueAt);
    expect(await act(world.deps, 'authenticator list', { limit: 200 })).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ userId: opened.userId, proposedBy: 'ann', approvedBy: 'bob' }),
      ]),
    });
    // A second one does not begin beside it.
    expect(await act(world.deps, 'authenticator reset', input)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/waits already/),
    });

    world.advance(72 * HOUR - 1);
    expect(await carryOutResets(world.deps)).toBe(0);
    expect(await world.refusal('logInByEmail', { loginName, password: PASSWORD })).toBe('needs-second-step');
    world.advance(1);
    expect(await carryOutResets(world.deps)).toBe(1);
    expect(await carryOutResets(world.deps)).toBe(0);
    expect(await outcomes(opened.userId)).toEqual(['done']);
    expect((await last())?.subject).toBe('The authenticator of your RAB account was taken off');
    const info = await world.done('securityInfo', {}, from);
    expect(info).toMatchObject({ authenticatorBoundAt: null, recoveryCodesLeft: 0 });
    expect(info.authenticatorResetAt).toBeUndefined();
    expect(info.withdrawalsClosedUntil).toBe(world.deps.clock.now() + DAY);
    // The password alone opens it again, and a new one can be bound, whatever steps the old one has used.
    await world.done('logInByEmail', { loginName, password: PASSWORD });
    const { secret } = await bind();
    world.advance(STEP);
    const step = await world.refused('logInByEmail', { loginName, password: PASSWORD });
    expect((await world.call('confirmLogin', { ticket: step.data.ticket ?? '', code: code(secret) })).ok).toBe(true);
  });

  test('its owner keeps it while logged in, and nobody else’s', async () => {
    const { world, opened, from, reset } = await withAuthenticator();
    const other = await withAuthenticator();
    expect(await reset()).toMatchObject({ ok: true });
    expect(await other.world.refusal('keepAuthenticator', {}, other.from)).toBe('not-found');
    const answers = await Promise.all([1, 2, 3].map(() => world.call('keepAuthenticator', {}, from)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await world.done('securityInfo', {}, from)).authenticatorResetAt).toBeUndefined();
    world.advance(73 * HOUR);
    expect(await carryOutResets(world.deps)).toBe(0);
    expect((await world.done('userInfo', {}, from)).hasAuthenticator).toBe(true);
    expect(await outcomes(opened.userId)).toEqual(['kept-by-user']);
    // The authenticator may be lost another time.
    expect(await reset()).toMatchObject({ ok: true });
    expect(await act(world.deps, 'authenticator keep', { user: opened.userId, reason: 'found' })).toMatchObject({
      ok: true,
    });
    expect(await outcomes(opened.userId)).toEqual(['kept-by-user', 'kept-by-operator']);
  });

  test('at the moment when it is due, keeping and taking off exclude each other', async () => {
    const { world, opened, from, reset } = await withAuthenticator();
    await reset();
    world.advance(72 * HOUR);
    const [kept] = await Promise.all([world.call('keepAuthenticator', {}, from), carryOutResets(world.deps)]);
    expect(await outcomes(opened.userId)).toEqual([kept.ok ? 'kept-by-user' : 'done']);
    expect((await world.done('userInfo', {}, from)).hasAuthenticator).toBe(kept.ok);
  });

  test('whoever binds another one has lost none', async () => {
    const { world, opened, from, reset, code, recoveryCodes } = await withAuthenticator();
    await reset();
    world.advance(MINUTE);
    const { secret, setup } = await world.done('authenticatorSetup', {}, from);
    await world.done('replaceAuthenticator', { setup, code: code(secret), current: recoveryCodes[0] ?? '' }, from);
    expect(await outcomes(opened.userId)).toEqual(['void']);
    world.advance(72 * HOUR);
    expect(await carryOutResets(world.deps)).toBe(0);
  });

  test('is not taken off where there is none, by roles that decide about money, nor by an operator from their own account', async () => {
    const { world, loginName, opened, reset } = await withAuthenticator();
    const bare = freshEmail();
    await world.register(bare);
    const input = { user: loginName, check: 'passport' };
    expect(await act(world.deps, 'authenticator reset', { ...input, user: bare })).toMatchObject({ ok: false });
    expect(await act(world.deps, 'authenticator reset', { user: loginName, check: ' ' })).toMatchObject({
      ok: false,
      fault: 'input',
    });
    await operatorSigner(world.deps, `fin-${opened.userId}`, 'finance');
    expect(await act(world.deps, 'authenticator reset', input, `fin-${opened.userId}`)).toMatchObject({
      ok: false,
      fault: 'denied',
    });
    const own = `own-${opened.userId}`;
    await operatorSigner(world.deps, own, 'reviewer', opened.userId);
    expect(await act(world.deps, 'authenticator reset', input, own)).toMatchObject({ ok: false, fault: 'denied' });
    expect(await reset(['ann', own])).toMatchObject({ ok: false, fault: 'denied' });
    expect(await outcomes(opened.userId)).toEqual([]);
  });

  test.each([
    [`UPDATE authenticator_resets SET due_at = approved_at + interval '73 hours'`],
    [`UPDATE authenticator_resets SET outcome = 'done', ended_at = approved_at WHERE ended_at IS NULL`],
    ['DELETE FROM authenticator_resets'],
    ['TRUNCATE authenticator_resets'],
  ])('the database keeps them: %s', async (statement) => {
    const { reset } = await withAuthenticator();
    await reset();
    await expect(fixture.owner(({ pool }) => pool.query(statement))).rejects.toThrow(/immutable|violates check/);
  });
});
