/** Registration from the invitation to the open session (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { DAY, freshAddress, freshEmail, freshPhone, MINUTE, openWorld, PASSWORD } from '../world';

describeOnDatabase('registration', (fixture) => {
  test('by e-mail leads from the invitation to accounts and an open session', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress(), lang: 'DE' as const };
    const email = freshEmail();
    const invitationCode = await world.invitation();
    expect(await world.done('checkRegisterInfo', { loginName: email, invitationCode }, from)).toEqual({ ticket: null });
    const sent = await world.done('sendRegisterCode', { email: ` ${email.toUpperCase()}`, invitationCode }, from);
    expect(sent).toEqual({
      resendAt: world.deps.clock.now() + MINUTE,
      expiresAt: world.deps.clock.now() + 10 * MINUTE,
    });
    const code = await world.codeFor(email);
    expect(world.mails.at(-1)).toMatchObject({ to: email, lang: 'DE' });
    const { ticket } = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
    const opened = await world.done('register', { ticket: ticket ?? '', nickname: ' Lina ', password: PASSWORD }, from);
    expect(opened.expiresAt).toBe(world.deps.clock.now() + 30 * DAY);
    expect(opened.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const me = await world.done('userInfo', {}, { token: opened.token });
    expect(me).toMatchObject({
      id: opened.userId,
      accountId: opened.accountId,
      nickname: 'Lina',
      email: `ke***@example.com`,
      phone: null,
      hasTradePassword: false,
      hasAuthenticator: false,
      identity: 'not-verified',
      level: 0,
    });
    expect(world.registered).toEqual([{ userId: opened.userId, accountId: opened.accountId }]);
    const { rows } = await fixture.database.pool.query(
      `SELECT kind, asset FROM accounts WHERE owner_account_id = $1 ORDER BY kind, asset`,
      [opened.accountId],
    );
    expect(rows.map(({ kind, asset }) => `${kind} ${asset}`)).toEqual([
      'user_cash RAB',
      'user_cash USDT',
      'user_custody RAB',
      'user_custody USDT',
    ]);
  });

  test('by mobile number takes the prefix that people type', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const phone = freshPhone();
    const invitationCode = await world.invitation();
    await world.done('sendSmsCode', { phone: `+86 ${phone}`, purpose: 'register', invitationCode }, from);
    const code = await world.codeFor(phone);
    const checked = await world.done('checkRegisterInfo', { loginName: `86${phone}`, invitationCode, code }, from);
    const opened = await world.done('register', { ticket: checked.ticket ?? '', nickname: 'Lina', password: PASSWORD });
    const me = await world.done('userInfo', {}, { token: opened.token });
    expect(me.phone).toBe(`139****${phone.slice(-4)}`);
    expect(me.email).toBeNull();
  });

  test('an unknown invitation code is refused at each step, and no code is sent', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const email = freshEmail();
    const phone = freshPhone();
    const invitationCode = 'ZZZZ9999';
    expect(await world.refusal('checkRegisterInfo', { loginName: email, invitationCode }, from)).toBe(
      'invitation-invalid',
    );
    expect(await world.refusal('sendRegisterCode', { email, invitationCode }, from)).toBe('invitation-invalid');
    expect(await world.refusal('sendSmsCode', { phone, purpose: 'register', invitationCode }, from)).toBe(
      'invitation-invalid',
    );
    expect(await world.refusal('sendSmsCode', { phone, purpose: 'register' }, from)).toBe('invitation-invalid');
    expect((await world.sent()).filter(({ to }) => to === email || to === phone)).toEqual([]);
  });

  test('the invitation code of another user works, in small letters too, and fixes the inviter for ever', async () => {
    const world = openWorld(fixture.database);
    const inviter = await world.register(freshEmail());
    const { invitationCode } = await world.done('userInfo', {}, { token: inviter.token });
    const invited = await world.register(freshEmail(), { invitationCode: ` ${invitationCode.toLowerCase()} ` });
    const read = () => fixture.database.pool.query('SELECT inviter_id FROM users WHERE id = $1', [invited.userId]);
    expect((await read()).rows).toEqual([{ inviter_id: inviter.userId }]);
    const root = await fixture.database.pool.query('SELECT id FROM users WHERE inviter_id IS NULL');
    const change = fixture.database.pool.query('UPDATE users SET inviter_id = $1 WHERE id = $2', [
      root.rows[0].id,
      invited.userId,
    ]);
    await expect(change).rejects.toMatchObject({ code: 'ID001' });
    await expect(fixture.database.pool.query('DELETE FROM users WHERE id = $1', [invited.userId])).rejects.toThrow();
    expect((await read()).rows).toEqual([{ inviter_id: inviter.userId }]);
  });

  test('a common password and the own name are refused, and the ticket stays good', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const email = freshEmail();
    const invitationCode = await world.invitation();
    await world.done('sendRegisterCode', { email, invitationCode }, from);
    const code = await world.codeFor(email);
    const checked = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
    const ticket = checked.ticket ?? '';
    for (const password of ['123456', 'Passw0rd!', email.split('@')[0] ?? '', email]) {
      expect(await world.refusal('register', { ticket, nickname: 'Lina', password })).toBe('password-common');
    }
    expect(await world.refusal('register', { ticket, nickname: 'Lina', password: '5 chr' })).toBe('invalid-input');
    await world.done('register', { ticket, nickname: 'Lina', password: PASSWORD });
  });

  test('a ticket is spent once, also by many at once, and runs out', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const invitationCode = await world.invitation();
    const ticketFor = async (email: string) => {
      await world.done('sendRegisterCode', { email, invitationCode }, from);
      const code = await world.codeFor(email);
      const checked = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
      return checked.ticket ?? '';
    };
    const ticket = await ticketFor(freshEmail());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.call('register', { ticket, nickname: 'Lina', password: PASSWORD })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket-expired')).toHaveLength(4);
    const late = await ticketFor(freshEmail());
    world.advance(15 * MINUTE);
    expect(await world.refusal('register', { ticket: late, nickname: 'Lina', password: PASSWORD })).toBe(
      'ticket-expired',
    );
  });

  test('of two registrations of one address at once there is one account', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const email = freshEmail();
    const invitationCode = await world.invitation();
    const tickets: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await world.done('sendRegisterCode', { email, invitationCode }, from);
      const code = await world.codeFor(email);
      const checked = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
      tickets.push(checked.ticket ?? '');
      world.advance(MINUTE);
    }
    const answers = await Promise.all(
      tickets.map((ticket) => world.call('register', { ticket, nickname: 'Lina', password: PASSWORD })),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()).toEqual(['ok', 'ticket-expired']);
    const { rows } = await fixture.database.pool.query('SELECT count(*)::int AS n FROM users WHERE email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('what fails after the account was made leaves nothing of it', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const email = freshEmail();
    const invitationCode = await world.invitation();
    await world.done('sendRegisterCode', { email, invitationCode }, from);
    const code = await world.codeFor(email);
    const checked = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
    const register = () =>
      world.call('register', { ticket: checked.ticket ?? '', nickname: 'Lina', password: PASSWORD });
    world.registered.push = () => {
      throw new Error('no grant today');
    };
    expect(await register()).toMatchObject({ ok: false, code: 'internal' });
    const { rows } = await fixture.database.pool.query('SELECT id FROM users WHERE email = $1', [email]);
    expect(rows).toEqual([]);
    world.registered.push = Array.prototype.push;
    expect(await register()).toMatchObject({ ok: true });
  });
});
