import { beforeEach, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { IDLE_MS } from '../../worker/warm-up/warm-up';
import { WARM_CALLS } from '../../worker/warm-up/warm-calls';
import { demoDevice, loggedIn as logIn } from './support/demo-gateway';
import type { Device } from './support/harness';
import { ok } from './support/test-gateway';
import { turn, turns, until } from './support/virtual-time';

let device: Device;

beforeEach(() => {
  ({ device } = demoDevice());
  device.isDear = false;
  device.gateway.on(calls.assets.uri, () => ok(ASSETS));
  device.gateway.on(calls.custodyConfig.uri, () => ok({}));
});

const AMOUNT = '1.000000';
const ASSETS = {
  accountId: '10',
  totalUsdt: AMOUNT,
  cash: [],
  custody: [],
  guidePrice: { price: AMOUNT, source: 'reference', asOf: 1 },
  custodySummary: { runningOrders: 0, interestTotal: '0', interestYesterday: '0', isValid: false },
  equity: [],
};

const loggedIn = () => logIn(device);

const warmed = () =>
  device.gateway.received.map(({ inner }) => inner.uri).filter((uri) => uri !== calls.logInByEmail.uri);
const idle = () => device.time.fire(IDLE_MS);
/** Everything that is ready has run. */
const settled = () => turns(60);

test('after a log-in what the tabs need is read, in order and one at a time, when the page is idle', async () => {
  let running = 0;
  let most = 0;
  for (const [uri, handler] of [...device.gateway.handlers]) {
    device.gateway.on(uri, async (request) => {
      most = Math.max(most, (running += 1));
      await turn();
      running -= 1;
      return handler(request);
    });
  }
  const tab = await loggedIn();
  await settled();
  expect(warmed()).toEqual([]);
  await idle();
  // The test gateway knows no plans: the warm-up ends there instead of going on against a wall.
  await until(() => warmed().includes(calls.custodyConfig.uri));
  await settled();
  expect(warmed()).toEqual(WARM_CALLS.slice(0, 4).map(({ name }) => calls[name].uri));
  expect(most).toBe(1);
  device.gateway.isReachable = false;
  expect(await tab.api.invoke('assets', {}, { source: 'cache' })).toMatchObject({ ok: true });
  expect(await tab.api.invoke('tradingAccounts', {}, { source: 'cache' })).toMatchObject({ ok: true });
});

test('anything that the page asks calls it off, and it goes on when the page has been quiet again', async () => {
  const tab = await loggedIn();
  await settled();
  device.gateway.faults.push({ kind: 'waits', until: new Promise(() => {}) });
  await idle();
  await until(() => device.gateway.faults.length === 0);
  expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
  expect(warmed()).toEqual([calls.userInfo.uri]);
  await idle();
  await until(() => warmed().length > 1);
  expect(warmed()[1]).toBe(calls.assets.uri);
});

test.each<[string, () => void]>([
  ['saves data', () => (device.isDear = true)],
  ['is offline', () => (device.isHintedOnline = false)],
])('nothing is warmed for a person who %s', async (_name, make) => {
  await loggedIn();
  await settled();
  make();
  await idle();
  await settled();
  expect(warmed()).toEqual([]);
});

test('a log-out ends it', async () => {
  const tab = await loggedIn();
  await settled();
  device.gateway.faults.push({ kind: 'waits', until: new Promise(() => {}) });
  await idle();
  await until(() => device.gateway.faults.length === 0);
  await tab.api.logout();
  await settled();
  expect(warmed().filter((uri) => uri !== calls.logout.uri)).toEqual([]);
  expect(device.time.pending.filter((delayMs) => delayMs === IDLE_MS)).toEqual([]);
});
