/** Strangers use up the tries of a code that the owner was sent (docs/rules.md §3). */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { INITIAL_SETTINGS } from '../../../../gateway/domain/settings/settings';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshPhone, HOUR, MINUTE, openWorld, PASSWORD, type World } from '../world';

const newDevice = () => randomBytes(32).toString('base64url');
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');
const DEVICE_TRIES = INITIAL_SETTINGS['security.deviceTriesPerHour'];

interface CodeOf {
  ask(phone: string): Promise<unknown>;
  /** @returns `ok`, or the code of the refusal */
  enter(phone: string, code: string, deviceToken?: string): Promise<string>;
}

describeOnDatabase('a code whose tries strangers have used up', (fixture) => {
  let world: World;
  beforeAll(() => {
    world = openWorld(fixture.database);
  });

  const outcome = (answer: Awaited<ReturnType<World['call']>>) => (answer.ok ? 'ok' : answer.code);
  const login: CodeOf = {
    ask: (phone) => world.done('sendSmsCode', { phone, purpose: 'login' }, { address: freshAddress() }),
    enter: async (phone, code, deviceToken) =>
      outcome(
        await world.call(
          'logInBySms',
          { phone, code, ...(deviceToken && { deviceToken }) },
          { address: freshAddress() },
        ),
      ),
  };
  const forgotten: CodeOf = {
    ask: (phone) => world.done('sendPasswordResetCode', { loginName: phone }, { address: freshAddress() }),
    enter: async (phone, code, deviceToken) => {
      const input = { loginName: phone, code, ...(deviceToken && { deviceToken }) };
      return outcome(await world.call('checkPasswordResetCode', input, { address: freshAddress() }));
    },
  };

  /** Somebody with a device that logged in, and a code whose five tries are gone. */
  const burned = async ({ ask, enter }: CodeOf) => {
    const phone = freshPhone();
    const device = newDevice();
    await world.register(phone);
    await world.done('logInByEmail', { loginName: phone, password: PASSWORD, deviceToken: device });
    await ask(phone);
    const code = await world.codeFor(phone);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await enter(phone, otherThan(code), tries % 2 === 0 ? undefined : newDevice())).toBe('wrong-code');
    }
    return { phone, device, code };
  };

  test.each(['login', 'forgotten'] as const)(
    'is still good on the owner’s device, once, and nowhere else (%s)',
    async (name) => {
      const of = { login, forgotten }[name];
      const { phone, device, code } = await burned(of);
      expect(await of.enter(phone, code)).toBe('wrong-code');
      expect(await of.enter(phone, code, newDevice())).toBe('wrong-code');
      expect(await of.enter(phone, otherThan(code), device)).toBe('wrong-code');
      expect(await of.enter(phone, code, device)).toBe('ok');
      expect(await of.enter(phone, code, device)).toBe('wrong-code');
    },
  );

  test('ends as any other: in time, and with the next one', async () => {
    const { phone, device, code } = await burned(login);
    world.advance(MINUTE);
    await login.ask(phone);
    const next = await world.codeFor(phone);
    if (next !== code) expect(await login.enter(phone, code, device)).toBe('wrong-code');
    world.advance(10 * MINUTE);
    expect(await login.enter(phone, next, device)).toBe('wrong-code');
  });

  test('is not for a device that only says so, nor for one of somebody else', async () => {
    const { phone, code } = await burned(login);
    const other = await burned(login);
    expect(await login.enter(phone, code, other.device)).toBe('wrong-code');
  });

  test('the device’s own tries are counted: beyond them it is a stranger', async () => {
    const { phone, device, code } = await burned(login);
    for (let tries = 0; tries < DEVICE_TRIES; tries += 1) {
      expect(await login.enter(phone, otherThan(code), device)).toBe('wrong-code');
    }
    expect(await login.enter(phone, code, device)).toBe('wrong-code');
    world.advance(HOUR);
    await login.ask(phone);
    expect(await login.enter(phone, await world.codeFor(phone), device)).toBe('ok');
  });

  test('tries of the owner’s device leave those of strangers as they are', async () => {
    const phone = freshPhone();
    const device = newDevice();
    await world.register(phone);
    await world.done('logInByEmail', { loginName: phone, password: PASSWORD, deviceToken: device });
    await login.ask(phone);
    const code = await world.codeFor(phone);
    for (let tries = 0; tries < 6; tries += 1)
      expect(await login.enter(phone, otherThan(code), device)).toBe('wrong-code');
    expect(await login.enter(phone, code)).toBe('ok');
  });
});
