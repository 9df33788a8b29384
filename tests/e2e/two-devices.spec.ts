/**
 * A person's other devices show a change that they make on one device, on screens that stay open. Each call that changes
 * something about the person and moves no money is here, or said to need more than a screen shows;
 * tests/worker/gateway/registry.test.ts has every call of all.
 */
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { CallDefinition } from '../../contract/call';
import { topicsChangedBy } from '../../contract/consequences';
import { calls, type CallInput, type CallName } from '../../contract/index';
import type { Topic } from '../../contract/topics';
import { paths } from '../../src/app/paths';
import { sendOk } from '../support/envelope-client';
import { exampleOf } from '../support/examples';
import { expect, LOGIN_PASSWORD, logIn, test, TRADE_PASSWORD, type Gateway } from './support/app';
import { collectComplaints } from './support/complaints';
import { visit } from './support/routes';
import { approveName, handInName, registered } from './support/traders';

const EMAIL = 'two.devices@example.com';
const REAL_NAME = exampleOf('addBankMethod').holderName;
/** The person's own, wherever an example has one. */
const PASSWORDS = { password: LOGIN_PASSWORD, tradePassword: TRADE_PASSWORD };

/** A third device of the person's, which has no screen. */
interface Phone {
  gateway: Gateway;
  token: string;
}

interface Seen {
  /** The screen that the devices have open. */
  path: string;
  before: (page: Page) => Promise<void>;
  /** Stands in for fields of the call's example; null: it has made the call itself. */
  input?: (phone: Phone) => Promise<object | null>;
  after: (page: Page) => Promise<void>;
}

const has = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
const hasNot = (text: string) => (page: Page) => expect(page.getByText(text)).toHaveCount(0);
const methods = (count: number) => (page: Page) =>
  expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(count);
const others = (count: number) => (page: Page) =>
  expect(page.getByRole('button', { name: /^Log out: / })).toHaveCount(count);
const pictures = (count: number) => (page: Page) => expect(page.locator('main img')).toHaveCount(count);

/** The order matters: each call needs what the calls above it have made; a screen stays open from one to the next. */
const SEEN = {
  updateNickname: { path: paths.settings, before: has('Lin of before'), after: has('Mei Lin') },
  updateAvatar: {
    path: paths.settings,
    before: pictures(0),
    input: async () => ({ source: 'list', id: 'hills-3' }),
    after: pictures(1),
  },
  createSubAccount: { path: paths.subAccounts, before: hasNot('Savings'), after: has('Savings') },
  bindTradePassword: { path: paths.securityCentre, before: has('1/5'), after: has('2/5') },
  bindAuthenticator: {
    path: paths.securityCentre,
    before: has('2/5'),
    input: async ({ gateway, token }) => {
      const { secret, setup } = await sendOk(gateway.origin, 'authenticatorSetup', {}, { token });
      return { setup, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
    },
    after: has('3/5'),
  },
  revokeSession: {
    path: `${paths.securityCentre}?view=devices`,
    before: others(3),
    input: async ({ gateway, token }) => {
      const { sessions } = await sendOk(gateway.origin, 'sessions', {}, { token });
      // The one that was never used again.
      const [oldest] = sessions.toSorted((a, b) => a.createdAt - b.createdAt);
      if (!oldest) throw new Error('nobody is logged in');
      return { id: oldest.id };
    },
    after: others(2),
  },
  handInRealName: {
    path: paths.identity,
    before: hasNot('Pending review'),
    input: async ({ gateway, token }) => {
      await handInName(gateway, token, REAL_NAME);
      return null;
    },
    after: has('Pending review'),
  },
  addChainMethod: { path: paths.withdrawalMethods, before: methods(0), after: methods(1) },
  addBankMethod: {
    path: paths.withdrawalMethods,
    before: methods(1),
    input: async ({ gateway }) => {
      await approveName(gateway, EMAIL);
      return {};
    },
    after: methods(2),
  },
  removeMethod: {
    path: paths.withdrawalMethods,
    before: methods(2),
    input: async ({ gateway, token }) => {
      const { methods: all } = await sendOk(gateway.origin, 'withdrawalMethods', {}, { token });
      return { id: all[0]?.id ?? '' };
    },
    after: methods(1),
  },
} satisfies Partial<Record<CallName, Seen>>;

async function act(name: CallName, { input }: Seen, phone: Phone): Promise<void> {
  const example: object = exampleOf(name);
  const passwords = Object.entries(PASSWORDS).filter(([field]) => field in example);
  const instead = await (input?.(phone) ?? {});
  if (instead === null) return;
  const asked = { ...example, ...Object.fromEntries(passwords), ...instead } as CallInput<typeof name>;
  await sendOk(phone.gateway.origin, name, asked, { token: phone.token });
}

/** They need a mailed code, an operator or time, end the sessions that would see it, or change nothing that stands on a screen. */
const NOT_HERE = [
  'askThaw',
  'resetLoginPassword',
  'freezeAccount',
  'freezeAccountByLink',
  'saveRealName',
  'keepAuthenticator',
  'logout',
  'replaceAuthenticator',
  'revokeOtherSessions',
  'updateLoginPassword',
  'updateTradePassword',
];

const PERSONAL: ReadonlySet<Topic> = new Set(['accounts', 'profile', 'security', 'sessions', 'identity', 'methods']);

test('every call that changes something about a person is here', () => {
  const all: readonly CallDefinition[] = Object.values(calls);
  const personal = all.filter((call) => topicsChangedBy(call).some((topic) => PERSONAL.has(topic)));
  expect([...Object.keys(SEEN), ...NOT_HERE].sort()).toEqual(personal.map(({ name }) => name).sort());
});

async function device(browser: Browser, gateway: Gateway) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, { email: EMAIL, password: LOGIN_PASSWORD });
  return { page, complaints, close: () => context.close() };
}

test('two devices see what a third one does, on screens that stay open', async ({ browser, gateway }) => {
  await registered(gateway, { email: EMAIL, nickname: 'Lin of before' });
  const login = { loginName: EMAIL, password: LOGIN_PASSWORD };
  const { token } = await sendOk(gateway.origin, 'logInByEmail', login);
  const devices = [await device(browser, gateway), await device(browser, gateway)];
  let open = '';
  for (const [name, seen] of Object.entries<Seen>(SEEN)) {
    const { path, before, after } = seen;
    await test.step(name, async () => {
      for (const { page } of devices) {
        if (path !== open) await visit(page, path);
        await before(page);
      }
      open = path;
      await act(name as CallName, seen, { gateway, token });
      for (const { page } of devices) await after(page);
    });
  }
  for (const { complaints, close } of devices) {
    expect((await complaints()).filter((line) => !line.startsWith('warning: '))).toEqual([]);
    await close();
  }
});
