/** The worker says its version with every request, and what it hears when that is too old for the gateway (docs/rules.md §11). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_VERSION } from '../../../contract/app-version';
import { DEFAULT_PROFILE } from '../../../contract/envelope';
import { withTransaction } from '../../../gateway/db/transaction';
import { saveSetting } from '../../../gateway/domain/settings/settings';
import { exampleOf } from '../../support/examples';
import { until } from '../support/virtual-time';
import { RealGateway, register } from './real-gateway';

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await RealGateway.open({ hasHistory: false });
});
afterAll(() => gateway.close());

const setLeast = (version: string) =>
  withTransaction(gateway.db, (tx) => saveSetting(tx, 'app.leastVersion', version, gateway.now()));

test('an app that is new enough is served, one that is too old hears so, and its money call is over', async () => {
  const tab = await gateway.person().tab();
  await setLeast(APP_VERSION);
  await register(gateway, tab, 'old@example.com');
  await setLeast('99.0');
  const refused = { ok: false, error: { code: 'update-needed', message: /./, retryable: false } };
  const rename = () => tab.api.invoke('updateNickname', exampleOf('updateNickname'));
  expect(await rename()).toMatchObject(refused);
  const placed = await tab.api.invoke('createCustodyOrder', exampleOf('createCustodyOrder'), tab.confirmed());
  expect(placed).toMatchObject(refused);
  expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
  await setLeast(APP_VERSION);
  expect(await rename()).toMatchObject({ ok: true });
});

test('every door hears the version', async () => {
  const person = gateway.person();
  const heard = new Map<string, string | null>();
  const tab = await person.device.startedTab({
    fetch: (input, init) => {
      const { pathname } = new URL(String(input));
      if (init?.body) heard.set(pathname, new Headers(init.headers).get('app-version'));
      return person.fetch(input, init);
    },
  });
  await register(gateway, tab, 'doors@example.com');
  await tab.api.hintVisible(true);
  await until(() => gateway.feed.size > 0);
  expect(heard).toEqual(
    new Map([DEFAULT_PROFILE.gatewayId, DEFAULT_PROFILE.streamId].map((door) => [`/api/${door}`, APP_VERSION])),
  );
});
