/** Mail and SMS have budgets, and what strangers ask for takes nothing from security mail (docs/rules.md §3). */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createLogger } from '../../../../gateway/adapters/log';
import { spend, type CountedMessage } from '../../../../gateway/domain/identity/messages/budgets';
import type { FigureKey } from '../../../../gateway/domain/settings/figures';
import { INITIAL_SETTINGS } from '../../../../gateway/domain/settings/settings';
import { rangeOf } from '../../../../gateway/domain/identity/secrets/network';
import { describeOnDatabase } from '../../support/database';
import { freshEmail, freshPhone, HOUR, MINUTE, openWorld, PASSWORD, type World } from '../world';

const FIGURES = {
  'messages.mailAsked': { recipient: 3, network: 5, total: 8 },
  'messages.smsAsked': { recipient: 3, network: 5, prefix: 7, total: 9 },
  'messages.mailOwn': { recipient: 4, network: 50, total: 100 },
  'messages.smsOwn': { recipient: 4, network: 50, prefix: 60, total: 100 },
};

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
])('the range of %s is %s', (address, range) => {
  expect(rangeOf(address)).toBe(range);
});

describeOnDatabase('budgets of messages', (fixture) => {
  // Counters outlive a test: each begins in an hour of its own.
  let hour = 0;
  const open = async () => {
    hour += 1;
    const world = openWorld(fixture.database, Date.UTC(2026, 10, 21, 9) + hour * 3 * HOUR);
    for (const [key, value] of Object.entries(FIGURES)) await world.set(key as FigureKey, value);
    const lines: Record<string, unknown>[] = [];
    world.deps.log = createLogger('warn', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const alerts = () =>
      lines.filter(({ event }) => event === 'message-budget-exhausted').map(({ level, budget }) => [level, budget]);
    return { world, alerts, lines };
  };
  /** Counts how many of so many spendings are let through, one after the other. */
  const letThrough = async (world: World, times: number, spending: (n: number) => CountedMessage) => {
    let count = 0;
    for (let n = 0; n < times; n += 1) if ((await spend(world.deps, spending(n))).isAllowed) count += 1;
    return count;
  };
  let lastRange = 0;
  const otherNetwork = () => `198.18.${(lastRange += 1)}.7`;
  const asked = (to: string, address = otherNetwork()): CountedMessage => ({ budget: 'asked', to, address });

  test('bound a recipient’s, from however many networks they are asked for', async () => {
    const { world, alerts } = await open();
    const to = freshEmail();
    expect(await letThrough(world, 10, () => asked(to))).toBe(3);
    expect(alerts()).toEqual([[expect.anything(), 'mail asked recipient']]);
    world.advance(10 * MINUTE);
    expect(await letThrough(world, 1, () => asked(to))).toBe(1);
  });

  test('bound a network’s, whatever the address in its range', async () => {
    const { world, alerts } = await open();
    const range = otherNetwork().replace(/7$/, '');
    expect(await letThrough(world, 7, (n) => asked(freshEmail(), `${range}${n}`))).toBe(5);
    expect(alerts()).toEqual([[expect.anything(), 'mail asked network']]);
    expect(await letThrough(world, 1, () => asked(freshEmail()))).toBe(1);
    world.advance(HOUR);
    expect(await letThrough(world, 1, () => asked(freshEmail(), `${range}9`))).toBe(1);
  });

  test('bound SMS per country prefix, and all in total', async () => {
    const { world, alerts } = await open();
    expect(await letThrough(world, 20, () => asked(freshPhone()))).toBe(7);
    expect(await letThrough(world, 20, () => asked(freshEmail()))).toBe(8);
    expect(alerts()).toEqual([
      [expect.anything(), 'sms asked prefix'],
      [expect.anything(), 'mail asked total'],
    ]);
  });

  test('let through exactly so many of many at once', async () => {
    const { world } = await open();
    const all = await Promise.all(Array.from({ length: 40 }, () => spend(world.deps, asked(freshEmail()))));
    expect(all.filter(({ isAllowed }) => isAllowed)).toHaveLength(8);
  });

  test('what a recipient’s budget refuses takes nothing from the total', async () => {
    const { world } = await open();
    const to = freshEmail();
    await letThrough(world, 50, () => asked(to));
    expect(await letThrough(world, 20, () => asked(freshEmail()))).toBe(8 - 3);
  });

  test('a code that is asked for too soon is not counted: nobody uses up another’s budget for nothing', async () => {
    const { world } = await open();
    const email = freshEmail();
    const from = { address: otherNetwork() };
    await world.done('sendPasswordResetCode', { loginName: email }, from);
    for (let n = 0; n < 20; n += 1) {
      const captcha = n < 2 ? undefined : await world.solve(from);
      const code = await world.refusal('sendPasswordResetCode', { loginName: email, captcha }, from);
      expect(code).toBe('resend-too-soon');
    }
    world.advance(MINUTE);
    const captcha = await world.solve(from);
    await world.done('sendPasswordResetCode', { loginName: email, captcha }, from);
  });

  test('where the recipient’s is used up the newest code counts as sent, and the owner gets in with it', async () => {
    const { world } = await open();
    const loginName = freshEmail();
    await world.register(loginName);
    world.advance(10 * MINUTE);
    for (let n = 0; n < 3; n += 1) {
      const from = { address: otherNetwork() };
      await world.done(
        'sendPasswordResetCode',
        { loginName, ...(n > 2 && { captcha: await world.solve(from) }) },
        from,
      );
      world.advance(MINUTE);
    }
    const sent = (await world.sent()).length;
    const from = { address: otherNetwork() };
    const answer = await world.done('sendPasswordResetCode', { loginName, captcha: await world.solve(from) }, from);
    expect(answer).toEqual({
      resendAt: world.deps.clock.now() + 7 * MINUTE,
      expiresAt: world.deps.clock.now() + 9 * MINUTE,
    });
    expect(await world.sent()).toHaveLength(sent);
    const code = await world.codeFor(loginName);
    const { ticket } = await world.done('checkPasswordResetCode', { loginName, code }, from);
    await world.done('resetLoginPassword', { ticket, password: 'An0ther-Otter' }, from);
    // There is no such code any more.
    const captcha = await world.solve(from);
    expect(await world.refusal('sendPasswordResetCode', { loginName, captcha }, from)).toBe('rate-limited');
  });

  test('a flood of asked codes is refused with a time and an alert, and codes of owners and security mail still go', async () => {
    const { world, alerts, lines } = await open();
    const email = freshEmail();
    const { token } = await world.register(email);
    world.advance(10 * MINUTE);
    let refused = 0;
    for (let n = 0; n < 12; n += 1) {
      const answer = await world.call(
        'sendPasswordResetCode',
        { loginName: freshEmail() },
        { address: otherNetwork() },
      );
      if (answer.ok) continue;
      refused += 1;
      expect(answer.code).toBe('rate-limited');
      expect(answer.body.data?.retryAfterMs).toBeGreaterThan(40 * MINUTE);
    }
    expect(refused).toBe(12 - (8 - 1));
    expect(alerts()).toEqual([[expect.anything(), 'mail asked total']]);
    await world.done('sendUpdateLoginPasswordCode', {}, { token });
    const change = { oldPassword: PASSWORD, password: 'An0ther-Otter', code: await world.codeFor(email) };
    await world.done('updateLoginPassword', change, { token });
    await world.sent();
    expect(world.mails.at(-1)).toMatchObject({ to: email, subject: 'Your RAB log-in password was changed' });
    // Nobody's name or number is in the log.
    expect(JSON.stringify(lines)).not.toMatch(/@|1[3-9][0-9]{9}/);
  });

  test('security mail over its budget waits for the next window and is not lost', async () => {
    const { world, alerts } = await open();
    const email = freshEmail();
    const { token } = await world.register(email);
    const own: CountedMessage = { budget: 'own', to: email, address: null };
    const { secret, setup } = await world.done('authenticatorSetup', {}, { token });
    expect(await letThrough(world, 9, () => own)).toBe(4);
    const code = new TOTP({ secret }).generate({ timestamp: world.deps.clock.now() });
    await world.done('bindAuthenticator', { setup, code, password: PASSWORD }, { token });
    const before = (await world.sent()).length;
    expect(alerts()).toEqual([[expect.anything(), 'mail own recipient']]);
    world.advance(10 * MINUTE);
    expect(await world.sent()).toHaveLength(before + 1);
    expect(world.mails.at(-1)?.subject).toBe('The authenticator of your RAB account was changed');
  });

  test('the note about strangers’ guesses is of their budget: it waits, and takes nothing from security mail', async () => {
    const { world } = await open();
    const email = freshEmail();
    await world.register(email);
    world.advance(10 * MINUTE);
    const key = 'security.tellOwnerAfterTries';
    await world.set(key, 1);
    try {
      await letThrough(world, 20, () => asked(freshEmail()));
      const before = (await world.sent()).length;
      await world.refused('logInByEmail', { loginName: email, password: 'not-this-one' }, { address: otherNetwork() });
      expect(await world.sent()).toHaveLength(before);
      const own: CountedMessage = { budget: 'own', to: email, address: null };
      expect(await letThrough(world, 9, () => own)).toBe(4);
      world.advance(HOUR);
      expect(await world.sent()).toHaveLength(before + 1);
      expect(world.mails.at(-1)?.subject).toBe('Wrong passwords were tried on your RAB account');
    } finally {
      await world.set(key, INITIAL_SETTINGS[key]);
    }
  });

  test('known and unknown names use up the same', async () => {
    const { world } = await open();
    const known = freshPhone();
    await world.register(known);
    world.advance(HOUR);
    const use = async (phone: string) => {
      const address = otherNetwork();
      const codes: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const from = { address: address.replace(/7$/, String(n)) };
        const answer = await world.call(
          'sendSmsCode',
          { phone, purpose: 'login', captcha: await world.solve(from) },
          from,
        );
        codes.push(answer.ok ? JSON.stringify(answer.data) : answer.code);
        world.advance(MINUTE);
      }
      world.advance(2 * HOUR - 5 * MINUTE);
      return codes.map((text) => text.replace(/[0-9]{13}/g, (time) => String(Number(time) % (2 * HOUR))));
    };
    expect(await use(freshPhone())).toEqual(await use(known));
  });
});
