/**
 * A person's other devices show a change that they make on one device, on screens that stay open. Each call that changes
 * something about the person and moves no money is here, or said to need more than a screen shows;
 * tests/worker/gateway/registry.test.ts has every call of all.
 */
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { CallDefinition } from '../../contract/call';
import { topicsChangedBy } from '../../contract/consequences';
import { calls, type CallName } from '../../contract/index';
import type { Topic } from '../../contract/topics';
import { paths } from '../../src/app/paths';
import { sendOk } from '../support/envelope-client';
import { expect, LOGIN_PASSWORD, logIn, test, TRADE_PASSWORD, type Gateway } from './support/app';
import { collectComplaints } from './support/complaints';
import { visit } from './support/routes';
import { approveName, handInName, registered } from './support/traders';

const EMAIL = 'two.devices@example.com';
const REAL_NAME = 'Lin Mei';
const CARD = { bankName: 'Kelp Bank', cardNumber: '4242 4242 4242 4242', holderName: REAL_NAME, branch: 'Bay' };

/** A third device of the person's, which has no screen. */
interface Phone {
  gateway: Gateway;
  token: string;
}

interface Seen {
  /** The screen that the devices have open. */
  path: string;
  before: (page: Page) => Promise<void>;
  act: (phone: Phone) => Promise<void>;
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
  updateNickname: {
    path: paths.settings,
    before: has('Lin of before'),
    act: async ({ gateway, token }) => {
      await sendOk(gateway.origin, 'updateNickname', { nickname: 'Lin of now' }, { token });
    },
    after: has('Lin of now'),
  },
  updateAvatar: {
    path: paths.settings,
    before: pictures(0),
    act: async ({ gateway, token }) => {
      await sendOk(gateway.origin, 'updateAvatar', { source: 'list', id: 'hills-3' }, { token });
    },
    after: pictures(1),
  },
  createSubAccount: {
    path: paths.subAccounts,
    before: hasNot('Reef'),
    act: async ({ gateway, token }) => {
      await sendOk(gateway.origin, 'createSubAccount', { name: 'Reef' }, { token });
    },
    after: has('Reef'),
  },
  bindTradePassword: {
    path: paths.securityCentre,
    before: has('1/5'),
    act: async ({ gateway, token }) => {
      const input = { tradePassword: TRADE_PASSWORD, password: LOGIN_PASSWORD };
      await sendOk(gateway.origin, 'bindTradePassword', input, { token });
    },
    after: has('2/5'),
  },
  bindAuthenticator: {
    path: paths.securityCentre,
    before: has('2/5'),
    act: async ({ gateway, token }) => {
      const { secret, setup } = await sendOk(gateway.origin, 'authenticatorSetup', {}, { token });
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      await sendOk(gateway.origin, 'bindAuthenticator', { setup, code, password: LOGIN_PASSWORD }, { token });
    },
    after: has('3/5'),
  },
  revokeSession: {
    path: `${paths.securityCentre}?view=devices`,
    before: others(3),
    act: async ({ gateway, token }) => {
      const { sessions } = await sendOk(gateway.origin, 'sessions', {}, { token });
      // The one that was never used again.
      const [oldest] = sessions.toSorted((a, b) => a.createdAt - b.createdAt);
      if (!oldest) throw new Error('nobody is logged in');
      await sendOk(gateway.origin, 'revokeSession', { id: oldest.id }, { token });
    },
    after: others(2),
  },
  handInRealName: {
    path: paths.identity,
    before: hasNot('Pending review'),
    act: ({ gateway, token }) => handInName(gateway, token, REAL_NAME),
    after: has('Pending review'),
  },
  addChainMethod: {
    path: paths.withdrawalMethods,
    before: methods(0),
    act: async ({ gateway, token }) => {
      const address = '0x52908400098527886E0F7030069857D2E4169EE7';
      const input = { network: 'BEP20', address, tradePassword: TRADE_PASSWORD } as const;
      await sendOk(gateway.origin, 'addChainMethod', input, { token });
    },
    after: methods(1),
  },
  addBankMethod: {
    path: paths.withdrawalMethods,
    before: methods(1),
    act: async ({ gateway, token }) => {
      await approveName(gateway, EMAIL);
      await sendOk(gateway.origin, 'addBankMethod', { ...CARD, tradePassword: TRADE_PASSWORD }, { token });
    },
    after: methods(2),
  },
  removeMethod: {
    path: paths.withdrawalMethods,
    before: methods(2),
    act: async ({ gateway, token }) => {
      const { methods: all } = await sendOk(gateway.origin, 'withdrawalMethods', {}, { token });
      await sendOk(gateway.origin, 'removeMethod', { id: all[0]?.id ?? '' }, { token });
    },
    after: methods(1),
  },
} satisfies Partial<Record<CallName, Seen>>;

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
  for (const [name, { path, before, act, after }] of Object.entries<Seen>(SEEN)) {
    await test.step(name, async () => {
      for (const { page } of devices) {
        if (path !== open) await visit(page, path);
        await before(page);
      }
      open = path;
      await act({ gateway, token });
      for (const { page } of devices) await after(page);
    });
  }
  for (const { complaints, close } of devices) {
    expect((await complaints()).filter((line) => !line.startsWith('warning: '))).toEqual([]);
    await close();
  }
});
