import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOnByDefault, isSwitchable, NOTICE_CATEGORIES, NOTICE_CHANNELS } from '../../../../contract/notices';
import Telling from '../../../../src/pages/setting/Telling';
import { endPush, renewPush } from '../../../../src/telling/push';
import { readPreference, writePreference } from '../../../../src/theme/preferences';
import { FakeWorker, refusal } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { install, named, open, tap, until, untilText } from '../support';

const KEY = Buffer.alloc(65, 4).toString('base64url');
const keys = { p256dh: KEY, auth: Buffer.alloc(16, 1).toString('base64url') };
const close = vi.fn<() => void>();

interface FakeSubscription {
  endpoint: string;
  unsubscribe: () => Promise<boolean>;
  toJSON: () => object;
}

/** A browser with a push service. */
function browser(permission: NotificationPermission) {
  const state = { subscription: null as FakeSubscription | null, asked: 0, made: 0 };
  const subscribe = async () => {
    state.made += 1;
    const endpoint = `https://push.example/${state.made}`;
    state.subscription = {
      endpoint,
      unsubscribe: async () => ((state.subscription = null), true),
      toJSON: () => ({ endpoint, keys }),
    };
    return state.subscription;
  };
  const pushManager = { getSubscription: async () => state.subscription, subscribe };
  const registration = { pushManager, getNotifications: async () => [{ close }] };
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', {
    permission,
    requestPermission: async () => {
      state.asked += 1;
      return permission === 'default' ? 'granted' : permission;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, addEventListener: () => {} },
  });
  return state;
}

const preferences = () => ({
  switches: NOTICE_CATEGORIES.flatMap((category) =>
    NOTICE_CHANNELS.filter((channel) => isSwitchable(category, channel)).map((channel) => {
      return { category, channel, isOn: isOnByDefault(channel) };
    }),
  ),
  hasMail: true,
});

let worker: FakeWorker;
beforeEach(() => {
  worker = new FakeWorker({
    ...goodHandlers(),
    tellingPreferences: preferences,
    saveTellingPreferences: () => ({}),
    pushKey: () => ({ publicKey: KEY }),
    subscribePush: () => ({}),
    unsubscribePush: () => ({}),
  });
  writePreference('rab.push', null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const switches = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role="switch"]')].filter(
    (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === label,
  );

it('offers what can be switched, and says that security cannot', async () => {
  open(Telling, worker);
  await untilText('What you are told, and how', 'Always told');
  expect(switches('In the app')).toHaveLength(NOTICE_CATEGORIES.length - 1);
  expect(switches('E-mail')).toHaveLength(2);
  switches('E-mail')[0]?.click();
  await until(() =>
    expect(worker.inputsOf('saveTellingPreferences')).toEqual([
      { switches: [{ category: 'money', channel: 'mail', isOn: false }] },
    ]),
  );
  expect(switches('E-mail')[0]?.getAttribute('aria-checked')).toBe('false');
});

it('has quiet hours of the night, in the zone of the device', async () => {
  open(Telling, worker);
  await untilText('Quiet hours');
  switches('Quiet hours')[0]?.click();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await until(() =>
    expect(worker.inputsOf('saveTellingPreferences')).toEqual([
      { quietHours: { from: '22:00', until: '07:00', timeZone } },
    ]),
  );
  await untilText(`Time zone: ${timeZone}`);
});

it('says what pushes are for before the browser asks, and then turns them on for money and orders', async () => {
  const device = browser('default');
  open(Telling, worker);
  await untilText('It names no amount and no person', 'Turn on push');
  expect(device.asked).toBe(0);
  await tap('Turn on push');
  await untilText('Turn off push on this device');
  expect(device.asked).toBe(1);
  expect(worker.inputsOf('subscribePush')).toEqual([{ endpoint: 'https://push.example/1', ...keys }]);
  const [change] = worker.inputsOf('saveTellingPreferences');
  expect(change?.switches?.map(({ category, isOn }) => [category, isOn])).toEqual([
    ['money', true],
    ['orders', true],
  ]);
  await tap('Turn off push');
  await untilText('Turn on push');
  expect(device.subscription).toBeNull();
  expect(worker.inputsOf('unsubscribePush')).toHaveLength(1);
  expect(close).toHaveBeenCalled();
});

it('leaves no subscription that the gateway does not know', async () => {
  const device = browser('default');
  worker.handlers.subscribePush = () => refusal('internal');
  open(Telling, worker);
  await untilText('Turn on push');
  await tap('Turn on push');
  await until(() => expect(worker.inputsOf('subscribePush')).toHaveLength(1));
  await until(() => expect(device.subscription).toBeNull());
  expect(readPreference('rab.push')).toBeNull();
  expect(named('Turn on push')).toBeDefined();
});

it('tells the gateway anew of what the browser has changed, and nothing else', async () => {
  const device = browser('granted');
  install(worker);
  await renewPush();
  expect(device.made).toBe(0);
  writePreference('rab.push', 'another en');
  await renewPush();
  expect(worker.inputsOf('subscribePush')).toHaveLength(1);
  await renewPush();
  expect(worker.inputsOf('subscribePush')).toHaveLength(1);
  device.subscription = null;
  await renewPush();
  expect(worker.inputsOf('subscribePush')).toHaveLength(2);
  await endPush();
  expect([device.subscription, readPreference('rab.push')]).toEqual([null, null]);
});
