/**
 * Everything that grants something later against everything that has to end it (docs/rules.md §3): a reset, a change of the log-in
 * password and a freeze end what grants; what only protects survives. And who logs in without a known device is told to the owner.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../support/database';
import { freshAddress, freshEmail, MINUTE, openWorld, PASSWORD, type Opened, type World } from './world';

const NEW_PASSWORD = 'Qu1et-Lapis-8';
const deviceToken = () => crypto.randomUUID().replaceAll('-', '').padEnd(43, 'a');

interface Owner extends Opened {
  email: string;
  device: string;
}

describeOnDatabase('what grants something later', (fixture) => {
  let world: World;
  beforeAll(() => {
    world = openWorld(fixture.database);
  });

  const from = ({ token }: Pick<Owner, 'token'>) => ({ token, address: freshAddress() });
  const mailed = async (email: string) => world.codeFor(email);
  /** Codes of one purpose are a minute apart. */
  const wait = () => world.advance(2 * MINUTE);

  async function owner(): Promise<Owner> {
    const email = freshEmail();
    await world.register(email);
    const device = deviceToken();
    const login = { loginName: email, password: PASSWORD, deviceToken: device };
    return { ...(await world.done('logInByEmail', login, { address: freshAddress() })), email, device };
  }

  async function resetTicket({ email }: Owner): Promise<string> {
    wait();
    const address = freshAddress();
    await world.done('sendPasswordResetCode', { loginName: email }, { address });
    const code = await mailed(email);
    return (await world.done('checkPasswordResetCode', { loginName: email, code }, { address })).ticket;
  }

  /** Each hands out something and answers how it is used: to null, or to the refusal's code. */
  const GRANTS: Record<string, (who: Owner) => Promise<(password: string) => Promise<string | null>>> = {
    async 'a ticket for a new password'(who) {
      const ticket = await resetTicket(who);
      return async () => codeOf(await world.call('resetLoginPassword', { ticket, password: 'Th1ef-Chosen' }));
    },
    async 'a code for such a ticket'({ email }) {
      wait();
      await world.done('sendPasswordResetCode', { loginName: email }, { address: freshAddress() });
      const code = await mailed(email);
      return async () =>
        codeOf(await world.call('checkPasswordResetCode', { loginName: email, code }, { address: freshAddress() }));
    },
    async 'a code for another log-in password'(who) {
      wait();
      await world.done('sendUpdateLoginPasswordCode', {}, from(who));
      const code = await mailed(who.email);
      return async (password) => {
        const again = await world.done('logInByEmail', { loginName: who.email, password }, { address: freshAddress() });
        const input = { oldPassword: password, password: 'Th1ef-Chosen', code };
        return codeOf(await world.call('updateLoginPassword', input, from(again)));
      };
    },
    async 'a code for a first trade password'(who) {
      wait();
      await world.done('sendUpdateTradePasswordCode', {}, from(who));
      const code = await mailed(who.email);
      return async (password) => {
        const again = await world.done('logInByEmail', { loginName: who.email, password }, { address: freshAddress() });
        return codeOf(await world.call('bindTradePassword', { tradePassword: '739215', code }, from(again)));
      };
    },
    async 'a session'(who) {
      const other = await world.done(
        'logInByEmail',
        { loginName: who.email, password: PASSWORD },
        { address: freshAddress() },
      );
      return async () => codeOf(await world.call('userInfo', {}, from(other)));
    },
  };
  const codeOf = (answer: Awaited<ReturnType<World['call']>>) => (answer.ok ? null : answer.code);

  /** Each ends what was granted before. @returns the password from then on */
  const ENDINGS: Record<string, (who: Owner) => Promise<string>> = {
    async 'a reset'(who) {
      await world.done('resetLoginPassword', { ticket: await resetTicket(who), password: NEW_PASSWORD });
      return NEW_PASSWORD;
    },
    async 'a change of the log-in password'(who) {
      wait();
      await world.done('sendUpdateLoginPasswordCode', {}, from(who));
      const input = { oldPassword: PASSWORD, password: NEW_PASSWORD, code: await mailed(who.email) };
      await world.done('updateLoginPassword', input, from(who));
      return NEW_PASSWORD;
    },
    async 'a freeze by the owner'(who) {
      await world.done('freezeAccount', {}, from(who));
      return PASSWORD;
    },
    async 'a freeze by the link of a mail'({ email }) {
      const link = await freezeLinkOf(email);
      await world.done('freezeAccountByLink', { link }, { address: freshAddress() });
      return PASSWORD;
    },
  };

  async function freezeLinkOf(email: string): Promise<string> {
    await world.sent();
    const texts = world.mails.filter(({ to }) => to === email).map(({ text }) => text);
    const link = texts.flatMap((text) => /link=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? []).at(-1);
    if (!link) throw new Error(`no freeze link was sent to ${email}`);
    return link;
  }

  /** An ending makes its own code or ticket anew, or does not look at it. */
  const REMADE = new Set([
    'a change of the log-in password / a code for another log-in password',
    'a reset / a code for such a ticket',
  ]);
  const cells = Object.keys(GRANTS).flatMap((grant) => Object.keys(ENDINGS).map((ending) => [grant, ending] as const));

  it.each(cells.filter(([grant, ending]) => !REMADE.has(`${ending} / ${grant}`)))(
    '%s grants nothing after %s',
    async (grant, ending) => {
      const who = await owner();
      const use = await GRANTS[grant]!(who);
      const password = await ENDINGS[ending]!(who);
      expect(['ticket-expired', 'wrong-code', 'unauthorized', 'account-frozen']).toContain(await use(password));
    },
  );

  it.each(Object.keys(GRANTS))('%s grants it where nothing has ended it', async (grant) => {
    const who = await owner();
    expect(await (await GRANTS[grant]!(who))(PASSWORD)).toBeNull();
  });

  it('of two tickets for a new password the later one is void once the earlier one is used', async () => {
    const who = await owner();
    const [thief, own] = [await resetTicket(who), await resetTicket(who)];
    await world.done('resetLoginPassword', { ticket: own, password: NEW_PASSWORD });
    expect(await world.refusal('resetLoginPassword', { ticket: thief, password: 'Th1ef-Chosen' })).toBe(
      'ticket-expired',
    );
    await world.done('logInByEmail', { loginName: who.email, password: NEW_PASSWORD }, { address: freshAddress() });
  });

  it('the link of a mail that freezes survives a reset and a change: it only protects', async () => {
    for (const ending of ['a reset', 'a change of the log-in password']) {
      const who = await owner();
      await world.done('sendUpdateLoginPasswordCode', {}, from(who));
      const link = await freezeLinkOf(who.email);
      await ENDINGS[ending]!(who);
      await world.done('freezeAccountByLink', { link }, { address: freshAddress() });
    }
  });

  describe('a log-in', () => {
    const strange = async (email: string) => {
      await world.sent();
      return world.mails.filter(({ to, subject }) => to === email && /new device/i.test(subject)).length;
    };

    it('that names no device is told to the owner, also where none is known yet', async () => {
      const email = freshEmail();
      await world.register(email);
      expect(await strange(email)).toBe(0);
      await world.done('logInByEmail', { loginName: email, password: PASSWORD }, { address: freshAddress() });
      expect(await strange(email)).toBe(1);
    });

    it('of a device that logged in before is not told, and of another one is', async () => {
      const { email, device } = await owner();
      const before = await strange(email);
      const again = { loginName: email, password: PASSWORD };
      await world.done('logInByEmail', { ...again, deviceToken: device }, { address: freshAddress() });
      expect(await strange(email)).toBe(before);
      await world.done('logInByEmail', { ...again, deviceToken: deviceToken() }, { address: freshAddress() });
      expect(await strange(email)).toBe(before + 1);
    });
  });
});
