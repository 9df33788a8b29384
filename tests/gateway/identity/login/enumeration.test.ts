/** No answer tells whether an account exists (docs/rules.md §3): every public call, asked for a known and an unknown one. */
import { expect, test } from 'vitest';
import { calls, type CallInput, type CallName } from '../../../../contract/index';
import type { Database } from '../../../../gateway/db/client';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshEmail, freshPhone, MINUTE, openWorld, type World } from '../world';

async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const client = await database.pool.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    count += 1;
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return count;
}

/** Keeps the sender busy, so that its statements do not mix with the counted ones. @returns lets it go on */
async function holdDelivery(world: World): Promise<() => void> {
  await world.sent();
  let release = () => {};
  let held = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isHeld = new Promise<void>((resolve) => (held = resolve));
  const { mailer } = world.deps;
  world.deps.mailer = {
    send: async (mail) => {
      held();
      await released;
      await mailer.send(mail);
    },
  };
  await world.done('sendRegisterCode', { email: freshEmail(), invitationCode: await world.invitation() });
  await isHeld;
  return release;
}

describeOnDatabase('enumeration', (fixture) => {
  test('known and unknown names get the same answers, for the same work', async () => {
    const world = openWorld(fixture.database);
    const invitationCode = await world.invitation();
    const known = { email: freshEmail(), phone: freshPhone() };
    await world.register(known.email);
    await world.register(known.phone);
    // The registration's own codes count for no limit by now.
    world.advance(10 * MINUTE);
    const unknown = { email: freshEmail(), phone: freshPhone() };

    const release = await holdDelivery(world);

    const ask = async ({ email, phone }: { email: string; phone: string }) => {
      const transcript: unknown[] = [];
      const from = { address: freshAddress() };
      const step = async <N extends CallName>(name: N, input: CallInput<N>) => {
        let answer: unknown;
        const statements = await statementsOf(fixture.database, async () => {
          answer = await world.call(name, input, from);
        });
        expect(statements).toBeGreaterThan(0);
        transcript.push([name, statements, answer]);
      };
      const code = '000000';
      await step('checkRegisterInfo', { loginName: email, invitationCode });
      await step('sendRegisterCode', { email, invitationCode });
      await step('sendRegisterCode', { email, invitationCode });
      await step('checkRegisterInfo', { loginName: email, invitationCode, code });
      await step('sendSmsCode', { phone, purpose: 'register', invitationCode });
      await step('sendSmsCode', { phone, purpose: 'login' });
      await step('sendSmsCode', { phone, purpose: 'login' });
      await step('logInBySms', { phone, code });
      for (const loginName of [email, phone]) {
        await step('sendPasswordResetCode', { loginName });
        await step('sendPasswordResetCode', { loginName });
        await step('checkPasswordResetCode', { loginName, code });
        for (let i = 0; i < 7; i += 1) {
          await step('logInByEmail', { loginName, password: 'not-this-one' });
          world.advance(4_000);
        }
      }
      world.advance(-14 * 4_000);
      return transcript;
    };

    const ofKnown = await ask(known);
    const ofUnknown = await ask(unknown);
    release();
    world.advance(10 * MINUTE);
    await world.sent();
    expect(ofUnknown).toEqual(ofKnown);
    expect(JSON.stringify(ofKnown)).toContain('captcha-required');
  });

  test('the hour’s limit, the proof of work, the note to the owner and a device’s token are the same for both', async () => {
    const world = openWorld(fixture.database);
    await world.set('security.strangerTriesPerHour', 10);
    await world.set('security.tellOwnerAfterTries', 6);
    const known = { email: freshEmail(), phone: freshPhone() };
    await world.register(known.email);
    await world.register(known.phone);
    const release = await holdDelivery(world);
    const ask = async (names: { email: string; phone: string }) => {
      const transcript: unknown[] = [];
      const from = { address: freshAddress() };
      for (const loginName of [names.email, names.phone]) {
        for (let n = 0; n < 12; n += 1) {
          const captcha = n < 5 ? undefined : await world.solve(from);
          const deviceToken = n % 3 === 0 ? 'A'.repeat(43) : undefined;
          const input = { loginName, password: 'not-this-one', captcha, deviceToken };
          let answer: unknown;
          const statements = await statementsOf(fixture.database, async () => {
            answer = await world.call('logInByEmail', input, from);
          });
          transcript.push([n, statements, answer]);
          world.advance(10_000);
        }
      }
      world.advance(-24 * 10_000);
      return transcript;
    };
    const ofKnown = await ask(known);
    const ofUnknown = await ask({ email: freshEmail(), phone: freshPhone() });
    release();
    world.advance(10 * MINUTE);
    await world.sent();
    expect(ofUnknown).toEqual(ofKnown);
    expect(JSON.stringify(ofKnown)).toMatch(/rate-limited.*rate-limited/);
    // The known ones were told, and nobody else.
    const told = [...world.mails, ...world.sms].filter(({ text }) => text.includes('Nobody got in'));
    expect(told.map(({ to }) => to).sort()).toEqual([known.email, known.phone].sort());
  });

  test('a known address is told that it has an account, an unknown one that asks for a new password gets nothing', async () => {
    const world = openWorld(fixture.database);
    const invitationCode = await world.invitation();
    const from = { address: freshAddress() };
    const [known, unknown, phone, unknownPhone] = [freshEmail(), freshEmail(), freshPhone(), freshPhone()];
    await world.register(known);
    await world.register(phone);
    world.advance(MINUTE);
    const before = (await world.sent()).length;
    await world.done('sendRegisterCode', { email: known, invitationCode }, from);
    await world.done('sendSmsCode', { phone, purpose: 'register', invitationCode }, from);
    await world.sent();
    expect(world.mails.at(-1)).toMatchObject({ to: known, subject: 'You already have a RAB account' });
    expect(world.mails.at(-1)?.text).not.toMatch(/[0-9]{6}/);
    expect(world.sms.at(-1)?.text).toContain('already have an account');
    await world.done('sendPasswordResetCode', { loginName: unknown }, from);
    await world.done('sendSmsCode', { phone: unknownPhone, purpose: 'login' }, from);
    expect(await world.sent()).toHaveLength(before + 2);
    const { rows } = await fixture.database.pool.query(`SELECT id FROM outbound_messages WHERE state = 'waiting'`);
    expect(rows).toEqual([]);
  });

  test('the password is worked on as long for an account that does not exist', async () => {
    const world = openWorld(fixture.database);
    const known = freshEmail();
    await world.register(known);
    const verified: string[] = [];
    const { passwords } = world.deps;
    world.deps.passwords = {
      ...passwords,
      verify: (hash, password) => {
        verified.push('verify');
        return passwords.verify(hash, password);
      },
      dummyVerify: (password) => {
        verified.push('dummy');
        return passwords.dummyVerify(password);
      },
    };
    const from = { address: freshAddress() };
    await world.refused('logInByEmail', { loginName: known, password: 'not-this-one' }, from);
    await world.refused('logInByEmail', { loginName: freshEmail(), password: 'not-this-one' }, from);
    expect(verified).toEqual(['verify', 'dummy']);
  });

  test('every public call that takes a name is among those asked above', () => {
    const named = Object.values(calls)
      .filter(
        ({ access, input }) =>
          access === 'public' &&
          /"(loginName|email|phone)"/.test(
            JSON.stringify(Object.keys('shape' in input._zod.def ? (input._zod.def.shape as object) : {})),
          ),
      )
      .map(({ name }) => name);
    expect(named.sort()).toEqual([
      'checkPasswordResetCode',
      'checkRegisterInfo',
      'logInByEmail',
      'logInBySms',
      'sendPasswordResetCode',
      'sendRegisterCode',
      'sendSmsCode',
    ]);
  });
});
