/** Apps that are older than `app.leastVersion` read, and change nothing (docs/rules.md §11). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { APP_VERSION } from '../../../contract/app-version';
import { isDefined } from '../../../contract/call';
import { GATEWAY_ERROR_NUMBERS } from '../../../contract/errors';
import { calls, declarations } from '../../../contract/index';
import { withTransaction } from '../../../gateway/db/transaction';
import { saveSetting } from '../../../gateway/domain/settings/settings';
import { describeOnDatabase } from '../support/database';
import { actAsTwo } from '../support/operators';
import { openTestGateway, type TestGateway } from './test-gateway';

const REFUSED = GATEWAY_ERROR_NUMBERS['update-needed'];

describeOnDatabase('the least version of the app', (fixture) => {
  let gateway: TestGateway;
  let token: string;
  let accountId: string;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database);
    ({ token, accountId } = await gateway.login());
  });
  afterEach(() => setLeast(''));

  const setLeast = (version: string) =>
    withTransaction(fixture.database, (tx) => saveSetting(tx, 'app.leastVersion', version, gateway.time.now));

  async function ask(uri: string, method: string, body: object, version: string | null, lang = 'EN') {
    const path = method === 'GET' ? `${uri}?params=${encodeURIComponent(JSON.stringify(body))}` : uri;
    const headers = {
      lang,
      authorization: token,
      'idempotency-key': randomUUID(),
      'account-id': accountId,
      ...(version === null ? {} : { 'app-version': version }),
    };
    const response = await gateway.inner.request(path, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { code: number; data: { message?: string } };
  }
  const rename = (version: string | null, lang?: string) =>
    ask(calls.updateNickname.uri, 'POST', { nickname: 'Reef' }, version, lang);

  it('is none at first: an app that does not say its version changes what it likes', async () => {
    expect((await rename(null)).code).toBe(200);
  });

  it.each(['1.0.50', '1.0.51', '1.1', '2', '10050', '10051'])('lets an app of %s change things', async (version) => {
    await setLeast('1.0.50');
    expect((await rename(version)).code).toBe(200);
  });

  it.each(['1.0.49', '1.0', '0.9.90', '10049', 'new', '', null])('refuses changes by an app of %s', async (version) => {
    await setLeast('1.0.50');
    expect(await rename(version)).toMatchObject({ code: REFUSED, data: { message: /too old/ } });
    expect((await rename(version, 'DE')).data.message).toMatch(/zu alt/);
  });

  it('refuses every change of an app that is too old, money first of all, but those that nobody is kept from', async () => {
    await setLeast('1.0.51');
    const open: string[] = [];
    for (const { name, uri, method, effect } of declarations.filter(isDefined)) {
      // A log-out would end the session that the other calls use.
      if (effect === 'read' || name === 'logout' || name === 'uploadImage') continue;
      const { code } = await ask(uri, method, { nobodyKnowsThis: 1 }, '1.0.50');
      if (code !== REFUSED) open.push(name);
    }
    expect(open.sort()).toEqual([
      'askOutcome',
      'freezeAccount',
      'freezeAccountByLink',
      'keepAuthenticator',
      'reportRelease',
      'revokeOtherSessions',
      'revokeSession',
    ]);
  });

  it('is never one that nobody has', async () => {
    const set = (value: string) => actAsTwo(gateway.deps, 'config set', { key: 'app.leastVersion', value });
    expect(await set('99.0')).toMatchObject({ ok: false });
    expect((await rename('1.0.49')).code).toBe(200);
    expect(await set(APP_VERSION)).toMatchObject({ ok: true });
    expect((await rename('1.0.49')).code).toBe(REFUSED);
    expect(await set('')).toMatchObject({ ok: true });
  });

  it('keeps nobody from reading, and from asking what became of a call', async () => {
    await setLeast('1.0.51');
    expect((await ask(calls.userInfo.uri, 'GET', {}, '1.0.50')).code).toBe(200);
    const asked = await ask(calls.askOutcome.uri, 'GET', { key: randomUUID() }, null);
    expect(asked).toMatchObject({ code: 200, data: { state: 'absent' } });
  });
});
