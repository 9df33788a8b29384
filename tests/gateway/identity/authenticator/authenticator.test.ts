/** The authenticator: binding, replacing, its codes once each, recovery codes, the second step of logging in (docs/rules.md §3). */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../gateway/domain/call-context';
import { assertAuthenticatorCode } from '../../../../gateway/domain/identity/authenticator/authenticator';
import { describeOnDatabase } from '../../support/database';
import {
  freshAddress,
  freshEmail,
  freshPhone,
  MINUTE,
  openWorld,
  PASSWORD,
  SECOND,
  type Opened,
  type World,
} from '../world';

const STEP = 30 * SECOND;

const codeAt = (secret: string, moment: number) => new TOTP({ secret }).generate({ timestamp: moment });

describeOnDatabase('authenticator', (fixture) => {
  const now = (world: World) => world.deps.clock.now();

  /** Somebody with an authenticator whose code of this step is used; time stands at the start of a step. */
  const withAuthenticator = async (loginName = freshEmail()) => {
    const world = openWorld(fixture.database, Date.UTC(2026, 10, 21, 9));
    const opened = await world.register(loginName);
    const from = { token: opened.token };
    const { secret, setup } = await world.done('authenticatorSetup', {}, from);
    const input = { setup, code: codeAt(secret, now(world)), password: PASSWORD };
    const { recoveryCodes } = await world.done('bindAuthenticator', input, from);
    return { world, loginName, opened, from, secret, recoveryCodes };
  };
  const ticketOf = async (world: World, loginName: string) => {
    const { code, data } = await world.refused(
      'logInByEmail',
      { loginName, password: PASSWORD },
      // Each world has a clock of its own: an address must not meet them all.
      { address: freshAddress() },
    );
    expect(code).toBe('needs-second-step');
    return data.ticket ?? '';
  };
  const enter = async (world: World, { userId }: Opened, code: string) => {
    try {
      await assertAuthenticatorCode({ deps: world.deps, now: now(world) }, userId, code);
      return { code: 'right' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, ...error.details.data };
    }
  };

  test('binding gives an offer with its key and address, and ten recovery codes; nothing is readable in the database', async () => {
    const { world, loginName, opened, from, secret, recoveryCodes } = await withAuthenticator();
    const { uri } = await world.done('authenticatorSetup', {}, from);
    expect(uri).toMatch(/^otpauth:\/\/totp\/RAB:.*issuer=RAB/);
    expect(decodeURIComponent(uri)).toContain(loginName);
    expect(new Set(recoveryCodes).size).toBe(10);
    const info = await world.done('securityInfo', {}, from);
    expect(info).toMatchObject({ authenticatorBoundAt: now(world), recoveryCodesLeft: 10 });
    expect(info.withdrawalsClosedUntil).toBe(now(world) + 24 * 60 * MINUTE);
    expect((await world.done('userInfo', {}, from)).hasAuthenticator).toBe(true);
    const rows = await Promise.all(
      ['authenticators', 'recovery_codes'].map((table) =>
        fixture.database.pool.query(`SELECT * FROM ${table} WHERE user_id = $1`, [opened.userId]),
      ),
    );
    const stored = JSON.stringify(rows.map((found) => found.rows));
    for (const shown of [secret, ...recoveryCodes]) expect(stored).not.toContain(shown);
    await world.sent();
    expect(world.mails.at(-1)?.subject).toBe('The authenticator of your RAB account was changed');
  });

  test('binding refuses a wrong code, a wrong log-in password, another user’s or an old offer, and a second one', async () => {
    const world = openWorld(fixture.database);
    const [one, two] = [await world.register(freshEmail()), await world.register(freshEmail())];
    const from = { token: one.token };
    const mine = await world.done('authenticatorSetup', {}, from);
    const theirs = await world.done('authenticatorSetup', {}, { token: two.token });
    const bind = (offer: typeof mine, input = {}) => ({
      setup: offer.setup,
      code: codeAt(offer.secret, now(world)),
      password: PASSWORD,
      ...input,
    });
    const refused = async (input: ReturnType<typeof bind>) => await world.refusal('bindAuthenticator', input, from);
    expect(await refused(bind(mine, { code: codeAt(theirs.secret, now(world)) }))).toBe('wrong-authenticator-code');
    expect(await refused(bind(mine, { password: 'Wr0ng-Walrus' }))).toBe('wrong-password');
    expect(await refused(bind(theirs))).toBe('setup-expired');
    expect(await refused(bind(mine, { setup: `${mine.setup.slice(0, -4)}AAAA` }))).toBe('setup-expired');
    world.advance(30 * MINUTE);
    expect(await refused(bind(mine))).toBe('setup-expired');
    const fresh = await world.done('authenticatorSetup', {}, from);
    const answers = await Promise.all([1, 2].map(() => world.call('bindAuthenticator', bind(fresh), from)));
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()).toEqual([
      'authenticator-already-bound',
      'ok',
    ]);
  });

  test('one step back and one ahead are taken, more are not; a step never again, nor one before it', async () => {
    const { world, opened, secret } = await withAuthenticator();
    const at = (steps: number) => codeAt(secret, now(world) + steps * STEP);
    expect(await enter(world, opened, at(0))).toEqual({ code: 'authenticator-code-used' });
    world.advance(10 * STEP);
    expect(await enter(world, opened, at(-2))).toMatchObject({ code: 'wrong-authenticator-code', triesLeft: 4 });
    expect(await enter(world, opened, at(2))).toMatchObject({ code: 'wrong-authenticator-code', triesLeft: 3 });
    expect(await enter(world, opened, at(-1))).toEqual({ code: 'right' });
    expect(await enter(world, opened, at(1))).toEqual({ code: 'right' });
    expect(await enter(world, opened, at(0))).toEqual({ code: 'authenticator-code-used' });
    expect(await enter(world, opened, at(1))).toEqual({ code: 'authenticator-code-used' });
  });

  test('of the same code 50 times at once one gets through, and none of the others counts as a guess', async () => {
    const { world, opened, secret } = await withAuthenticator();
    world.advance(STEP);
    const code = codeAt(secret, now(world));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => enter(world, opened, code)));
    expect(outcomes.filter((outcome) => outcome.code === 'right')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.code === 'authenticator-code-used')).toHaveLength(49);
  });

  test('five wrong codes lock it for 15 minutes, the right one included; recovery codes share the lock', async () => {
    const { world, opened, loginName, from, secret, recoveryCodes } = await withAuthenticator();
    world.advance(10 * STEP);
    const lockedUntil = now(world) + 15 * MINUTE;
    const wrong = codeAt(secret, now(world) + 5 * STEP);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => enter(world, opened, wrong)));
    expect(outcomes.filter(({ code }) => code === 'authenticator-locked')).toHaveLength(16);
    const ticket = await ticketOf(world, loginName);
    for (const code of [codeAt(secret, now(world)), recoveryCodes[0] ?? '']) {
      expect(await world.refused('confirmLogin', { ticket, code })).toEqual({
        code: 'authenticator-locked',
        data: { lockedUntil },
      });
    }
    expect((await world.done('securityInfo', {}, from)).authenticatorLockedUntil).toBe(lockedUntil);
    world.advance(15 * MINUTE);
    expect((await world.done('securityInfo', {}, from)).authenticatorLockedUntil).toBeNull();
    expect(await enter(world, opened, codeAt(secret, now(world)))).toEqual({ code: 'right' });
  });

  test('logging in asks for it, by a ticket for five minutes and one session', async () => {
    const { world, loginName, secret } = await withAuthenticator();
    world.advance(STEP);
    const ticket = await ticketOf(world, loginName);
    const wrong = await world.refused('confirmLogin', { ticket, code: 'aaaaa-aaaaa' });
    expect(wrong).toMatchObject({ code: 'wrong-authenticator-code', data: { triesLeft: 4 } });
    const code = codeAt(secret, now(world));
    const { token } = await world.done('confirmLogin', { ticket, code });
    expect((await world.call('userInfo', {}, { token })).ok).toBe(true);
    world.advance(STEP);
    const next = codeAt(secret, now(world));
    expect(await world.refusal('confirmLogin', { ticket, code: next })).toBe('ticket-expired');
    const late = await ticketOf(world, loginName);
    world.advance(5 * MINUTE);
    const code2 = codeAt(secret, now(world));
    expect(await world.refusal('confirmLogin', { ticket: late, code: code2 })).toBe('ticket-expired');
  });

  test('logging in by SMS asks for it too, and a new password makes the ticket void', async () => {
    const { world, loginName, from, secret } = await withAuthenticator(freshPhone());
    world.advance(MINUTE);
    await world.done('sendSmsCode', { phone: loginName, purpose: 'login' });
    const asked = await world.refused('logInBySms', { phone: loginName, code: await world.codeFor(loginName) });
    expect(asked.code).toBe('needs-second-step');
    await world.done('sendUpdateLoginPasswordCode', {}, from);
    const code = await world.codeFor(loginName);
    await world.done('updateLoginPassword', { oldPassword: PASSWORD, password: 'An0ther-Otter', code }, from);
    const step = { ticket: asked.data.ticket ?? '', code: codeAt(secret, now(world)) };
    expect(await world.refusal('confirmLogin', step)).toBe('ticket-expired');
  });

  test('a recovery code opens once, also when it is sent four times at once', async () => {
    const { world, loginName, from, recoveryCodes } = await withAuthenticator();
    const [code = ''] = recoveryCodes;
    const tickets: string[] = [];
    for (let i = 0; i < 4; i += 1) tickets.push(await ticketOf(world, loginName));
    const answers = await Promise.all(
      tickets.map((ticket) => world.call('confirmLogin', { ticket, code: code.toUpperCase() })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect((await world.done('securityInfo', {}, from)).recoveryCodesLeft).toBe(9);
  });

  test('replacing takes a code of the old one or a recovery code, and neither is any good afterwards', async () => {
    const { world, opened, from, secret, recoveryCodes } = await withAuthenticator();
    world.advance(STEP);
    const offer = await world.done('authenticatorSetup', {}, from);
    const change = (current: string) => ({ setup: offer.setup, code: codeAt(offer.secret, now(world)), current });
    const wrong = await world.refused('replaceAuthenticator', change('000000'), from);
    expect(wrong.code).toBe('wrong-authenticator-code');
    const replaced = await world.done('replaceAuthenticator', change(codeAt(secret, now(world))), from);
    expect(replaced.recoveryCodes).toHaveLength(10);
    expect(await world.refusal('replaceAuthenticator', change(replaced.recoveryCodes[0] ?? ''), from)).toBe(
      'setup-expired',
    );
    world.advance(STEP);
    expect((await enter(world, opened, codeAt(secret, now(world)))).code).toBe('wrong-authenticator-code');
    const again = await world.done('authenticatorSetup', {}, from);
    const lost = { setup: again.setup, code: codeAt(again.secret, now(world)), current: recoveryCodes[1] ?? '' };
    expect(await world.refusal('replaceAuthenticator', lost, from)).toBe('wrong-authenticator-code');
    await world.done('replaceAuthenticator', { ...lost, current: replaced.recoveryCodes[1] ?? '' }, from);
    expect(await enter(world, opened, codeAt(again.secret, now(world) + STEP))).toEqual({ code: 'right' });
  });

  test('replacing starts the steps anew, also where those of the one before were used by a clock that was ahead', async () => {
    const { world, opened, from, secret, recoveryCodes } = await withAuthenticator();
    // The row as a clock that was 200 days ahead for a minute left it, before such clocks were noticed.
    const ahead = Math.floor((now(world) + 200 * 86_400_000) / STEP);
    await fixture.database.pool.query('UPDATE authenticators SET last_step = $1 WHERE user_id = $2', [
      ahead,
      opened.userId,
    ]);
    world.advance(STEP);
    expect((await enter(world, opened, codeAt(secret, now(world)))).code).toBe('authenticator-code-used');
    const offer = await world.done('authenticatorSetup', {}, from);
    const current = recoveryCodes[0] ?? '';
    await world.done(
      'replaceAuthenticator',
      { setup: offer.setup, code: codeAt(offer.secret, now(world)), current },
      from,
    );
    // The code of binding is used up with it.
    expect((await enter(world, opened, codeAt(offer.secret, now(world)))).code).toBe('authenticator-code-used');
    world.advance(STEP);
    expect(await enter(world, opened, codeAt(offer.secret, now(world)))).toEqual({ code: 'right' });
  });

  test('a secret that was bound once is not bound again, whatever came between: its used codes stay used', async () => {
    const { world, from, recoveryCodes } = await withAuthenticator();
    world.advance(STEP);
    const [first, second] = [
      await world.done('authenticatorSetup', {}, from),
      await world.done('authenticatorSetup', {}, from),
    ];
    const change = (offer: typeof first, current = '') => ({
      setup: offer.setup,
      code: codeAt(offer.secret, now(world)),
      current,
    });
    const codes = await world.done('replaceAuthenticator', change(first, recoveryCodes[0]), from);
    const refused = async (offer: typeof first) =>
      await world.refusal('replaceAuthenticator', change(offer, codes.recoveryCodes[0]), from);
    expect(await refused(first)).toBe('setup-expired');
    // Also one that was offered beside it: whoever has seen both codes could take turns.
    expect(await refused(second)).toBe('setup-expired');
    const third = await world.done('authenticatorSetup', {}, from);
    const next = await world.done('replaceAuthenticator', change(third, codes.recoveryCodes[1]), from);
    expect(await world.refusal('replaceAuthenticator', change(first, next.recoveryCodes[0]), from)).toBe(
      'setup-expired',
    );
  });
});
