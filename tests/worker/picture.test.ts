import { beforeEach, describe, expect, test } from 'vitest';
import type { HomePicture } from '../../worker/api';
import { createWorkerApi } from '../../worker/create-worker-api';
import { BOB_LOGIN, type DemoGateway, demoDevice, loggedIn as logIn, LOGIN, SUB_LOGIN } from './support/demo-gateway';
import { type Device, eventOf, ORIGIN, type Tab } from './support/harness';
import { PICTURE } from './support/picture';
import { turn, until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

async function loggedIn(): Promise<Tab> {
  const tab = await logIn(device);
  await eventOf(tab, 'session');
  return tab;
}

/**
 * Starts the app and returns the picture that it shows; null for none. @param isAwaited wait for it before the page says anything
 */
async function shownAtStart(isAwaited = false): Promise<HomePicture | null> {
  const shown: HomePicture[] = [];
  const api = createWorkerApi(device.environment(), { isEager: true, onPicture: (picture) => shown.push(picture) });
  if (isAwaited) await until(() => shown.length > 0);
  else for (let n = 0; n < 200 && shown.length === 0; n += 1) await turn();
  await api.start({ origin: ORIGIN, lang: 'EN' });
  expect(shown.length).toBeLessThanOrEqual(1);
  return shown[0] ?? null;
}

describe('the picture of Home', () => {
  test('is there at the next start before the page has said anything, the newest one, sealed on disk', async () => {
    const { api } = await loggedIn();
    await api.keepPicture(PICTURE);
    const newer: HomePicture = { ...PICTURE, asOf: 2_000, nodes: ['26525.99'] };
    await api.keepPicture(newer);
    expect(await device.everythingStored()).not.toContain('26525');
    expect(await shownAtStart(true)).toEqual(newer);
  });

  test('is not there where nobody is logged in, and nobody keeps one', async () => {
    const tab = await device.startedTab();
    await tab.api.keepPicture(PICTURE);
    expect(await shownAtStart()).toBeNull();
  });

  test('goes with the person who logs out', async () => {
    const { api } = await loggedIn();
    await api.keepPicture(PICTURE);
    await api.logout();
    expect(await device.everythingStored()).not.toContain('homePicture');
    await loggedIn();
    expect(await shownAtStart()).toBeNull();
  });

  test.each([
    ['another person', BOB_LOGIN],
    ['another account of the same person', SUB_LOGIN],
  ])('is not shown to %s', async (_who, login) => {
    const { api } = await loggedIn();
    await api.keepPicture(PICTURE);
    await api.invoke('logInByEmail', login);
    expect(await shownAtStart()).toBeNull();
  });

  test('goes with a session that the gateway ends, and with a cleared cache', async () => {
    const tab = await loggedIn();
    await tab.api.keepPicture(PICTURE);
    demo.sessions.clear();
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'unauthorized' } });
    await eventOf(tab, 'session');
    expect(await device.everythingStored()).not.toContain('homePicture');
    await tab.api.invoke('logInByEmail', LOGIN);
    await tab.api.keepPicture(PICTURE);
    await tab.api.clearCache();
    expect(await shownAtStart()).toBeNull();
  });
});
