/** Verification codes: resend, tries, expiry, single use, binding, and how hopeless guessing is (docs/rules.md §3). */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshEmail, freshPhone, HOUR, MINUTE, openWorld, SECOND, type World } from '../world';

/** Any six digits but the right ones. */
function otherThan(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

describeOnDatabase('verification codes', (fixture) => {
  const loginCode = async (world: World, phone: string, from: { address: string }) => {
    await world.done('sendSmsCode', { phone, purpose: 'login' }, from);
    return world.codeFor(phone);
  };

  test('another code can be asked for after 60 s, not before; the newest counts', async () => {
    const world = openWorld(fixture.database);
    const phone = freshPhone();
    await world.register(phone);
    const from = { address: freshAddress() };
    const first = await loginCode(world, phone, from);
    world.advance(MINUTE - 1);
    const soon = await world.refused('sendSmsCode', { phone, purpose: 'login' }, from);
    expect(soon).toEqual({ code: 'resend-too-soon', data: { retryAfterMs: 1 } });
    world.advance(1);
    const second = await loginCode(world, phone, from);
    if (first !== second) {
      expect(await world.refusal('logInBySms', { phone, code: first }, from)).toBe('wrong-code');
    }
    await world.done('logInBySms', { phone, code: second }, from);
  });

  test('of many requests at once one sends a code', async () => {
    const world = openWorld(fixture.database);
    const phone = freshPhone();
    await world.register(phone);
    const before = (await world.sent()).length;
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        world.call('sendSmsCode', { phone, purpose: 'login' }, { address: freshAddress() }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()).toEqual([
      'ok',
      'resend-too-soon',
      'resend-too-soon',
    ]);
    expect(await world.sent()).toHaveLength(before + 1);
  });

  test('a code is valid for 10 minutes', async () => {
    const world = openWorld(fixture.database);
    const phone = freshPhone();
    await world.register(phone);
    const from = { address: freshAddress() };
    const early = await loginCode(world, phone, from);
    world.advance(10 * MINUTE - 1);
    await world.done('logInBySms', { phone, code: early }, from);
    const late = await loginCode(world, phone, from);
    world.advance(10 * MINUTE);
    expect(await world.refused('logInBySms', { phone, code: late }, from)).toEqual({ code: 'wrong-code', data: {} });
  });

  test('a code is used once, also by many at once', async () => {
    const world = openWorld(fixture.database);
    const phone = freshPhone();
    await world.register(phone);
    const from = { address: freshAddress() };
    const code = await loginCode(world, phone, from);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.call('logInBySms', { phone, code }, from)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.refusal('logInBySms', { phone, code }, from)).toBe('wrong-code');
  });

  test('a code has five tries, then the right one is wrong as well; 50 at once are no more than five', async () => {
    const world = openWorld(fixture.database);
    const phone = freshPhone();
    await world.register(phone);
    const from = { address: freshAddress() };
    const code = await loginCode(world, phone, from);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.call('logInBySms', { phone, code: otherThan(code) }, from)),
    );
    const left = answers.map((answer) => (answer.ok ? 'ok' : answer.body.data?.triesLeft));
    expect(left.filter((tries) => tries !== undefined).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(await world.refusal('logInBySms', { phone, code }, { address: freshAddress() })).toBe('wrong-code');
  });

  test('a code is bound to its account and its purpose', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    const [phone, other] = [freshPhone(), freshPhone()];
    await world.register(phone);
    await world.register(other);
    const code = await loginCode(world, phone, from);
    await world.done('sendSmsCode', { phone: other, purpose: 'login' }, from);
    await world.done('sendPasswordResetCode', { loginName: phone }, from);
    if (code !== (await world.codeFor(other))) {
      expect(await world.refusal('logInBySms', { phone: other, code }, from)).toBe('wrong-code');
    }
    if (code !== (await world.codeFor(phone))) {
      expect(await world.refusal('checkPasswordResetCode', { loginName: phone, code }, from)).toBe('wrong-code');
    }
    await world.done('logInBySms', { phone, code }, from);
  });

  test('no code stands in the database, in any form that could be read', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const from = { address: freshAddress() };
    world.failing.times = 1;
    await world.done('sendRegisterCode', { email, invitationCode: await world.invitation() }, from);
    await world.sent();
    const waiting = await fixture.database.pool.query(`SELECT sealed FROM outbound_messages WHERE state = 'waiting'`);
    expect(waiting.rows.length).toBeGreaterThan(0);
    world.advance(5 * SECOND);
    const code = await world.codeFor(email);
    const codes = await fixture.database.pool.query('SELECT * FROM verification_codes');
    const stored = JSON.stringify([waiting.rows, codes.rows]);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(email);
    const kept = await fixture.database.pool.query(
      `SELECT id FROM outbound_messages WHERE state <> 'waiting' AND sealed IS NOT NULL`,
    );
    expect(kept.rows).toEqual([]);
  });

  test('after three codes within the hour a captcha is needed; one solution sends one code', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    const send = (captcha?: { id: string; nonce: string }) =>
      world.call('sendPasswordResetCode', { loginName: email, captcha }, { address: freshAddress() });
    for (let i = 0; i < 3; i += 1) {
      expect(await send()).toMatchObject({ ok: true });
      world.advance(MINUTE);
    }
    expect(await send()).toMatchObject({ ok: false, code: 'captcha-required' });
    const captcha = await world.solve();
    expect(await send({ ...captcha, nonce: `${captcha.nonce}0` })).toMatchObject({
      ok: false,
      code: 'captcha-required',
    });
    expect(await send(captcha)).toMatchObject({ ok: true });
    world.advance(MINUTE);
    expect(await send(captcha)).toMatchObject({ ok: false, code: 'captcha-required' });
    const stale = await world.solve();
    world.advance(10 * MINUTE);
    expect(await send(stale)).toMatchObject({ ok: false, code: 'captcha-required' });
  });

  test('an address that enters many wrong codes is refused for a while', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress() };
    for (let i = 0; i < 60; i += 1) {
      expect(await world.refusal('logInBySms', { phone: freshPhone(), code: '111111' }, from)).toBe('wrong-code');
    }
    const refused = await world.refused('logInBySms', { phone: freshPhone(), code: '111111' }, from);
    expect(refused.code).toBe('rate-limited');
    expect(refused.data.retryAfterMs).toBeLessThanOrEqual(HOUR);
    expect(
      await world.refusal('logInBySms', { phone: freshPhone(), code: '111111' }, { address: freshAddress() }),
    ).toBe('wrong-code');
    world.advance(HOUR);
    expect(await world.refusal('logInBySms', { phone: freshPhone(), code: '111111' }, from)).toBe('wrong-code');
  });
});
