/**
 * The gateway still takes the requests of every released version's app, and still tells it the fields that it reads; the answers
 * of that version's gateway are understood by today's app, also with fields that it does not know (docs/rules.md §11).
 * tests/support/traffic.ts records it.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_VERSION } from '../../../contract/app-version';
import { DEFAULT_PROFILE, type EnvelopeAnswer } from '../../../contract/envelope';
import { GATEWAY_ERROR_NUMBERS } from '../../../contract/errors';
import { calls, type CallInput, type CallName } from '../../../contract/index';
import { users } from '../../../gateway/db/schema/identity';
import { withTransaction } from '../../../gateway/db/transaction';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { exact } from '../../../gateway/http/exact';
import { openAnswer, sealForm } from '../../support/envelope-client';
import { recordedTraffic, type RecordedCall } from '../../support/traffic';
import { DemoGateway, LOGIN } from '../support/demo-gateway';
import { Device } from '../support/harness';
import { withUnknownFields } from '../support/newer-gateway';
import { done, RealGateway, register } from './real-gateway';

const traffic = recordedTraffic();
/** Returns the call’s name of today: the version may have known it by another, while method and uri never change. */
const nameOfToday = ({ method, uri }: RecordedCall) =>
  Object.values(calls).find((call) => call.method === method && call.uri === uri)?.name;

const MISUNDERSTOOD = [
  'envelope-invalid',
  'unknown-call',
  'wrong-method',
  'unauthorized',
  'internal',
  'update-needed',
] as const;

test('there is traffic of today’s version', () => {
  expect(traffic.map(({ version }) => version)).toContain(APP_VERSION);
});

describe.each(traffic)('the app of $version', ({ version, calls: recorded }) => {
  const all = Object.entries(recorded).map(
    ([name, call]) => [nameOfToday(call) ?? (name as CallName), call] as [CallName, RecordedCall],
  );
  const answered = all.filter(([, { code }]) => code === 200);

  test('makes calls that are all still there', () => {
    expect(answered.length).toBeGreaterThan(90);
    expect(Object.entries(recorded).flatMap(([name, call]) => (nameOfToday(call) ? [] : name))).toEqual([]);
  });

  describe('before today’s gateway', () => {
    let gateway: RealGateway;
    let user: { userId: string; accountId: string };
    beforeAll(async () => {
      gateway = await RealGateway.open({ hasHistory: false });
      const tab = await gateway.person().tab();
      await register(gateway, tab, 'traffic@example.com');
      const { id: userId, accountId } = done(await tab.api.invoke('userInfo', {}));
      user = { userId, accountId };
    });
    afterAll(() => gateway.close());

    /** A session of its own for each call, since some end the one that they are made in. */
    function freshSession(): Promise<string> {
      const { deps } = gateway;
      const now = gateway.now();
      const request = {
        call: 'logInByEmail',
        requestId: 'r',
        lang: 'EN',
        address: '192.0.2.1',
        userAgent: '',
        idempotencyKey: null,
      } as const;
      return withTransaction(gateway.db, async (tx) => {
        // Some calls end all sessions of the past.
        const [row] = await tx.select().from(users).where(eq(users.id, user.userId));
        const { token } = await openSession(tx, { ...request, deps, now }, { ...user, epoch: row?.sessionEpoch ?? 0 });
        return token;
      });
    }

    test.each(all)('%s is understood', async (name, { method, uri, params }) => {
      const token = await freshSession();
      const headers = { 'Idempotency-Key': randomUUID(), 'Account-Id': user.accountId };
      const response = await gateway.app.request(`/api/${DEFAULT_PROFILE.gatewayId}`, {
        method: 'POST',
        headers: { authorization: token, 'app-version': version, 'content-type': 'application/x-www-form-urlencoded' },
        body: sealForm({ method, uri, headers, params }, gateway.now()).toString(),
      });
      const { code, data } = openAnswer((await response.json()) as EnvelopeAnswer);
      // It may be refused, since it is about what somebody else had; it is not misunderstood.
      const misunderstood = MISUNDERSTOOD.filter((why) => why !== 'wrong-method' || name !== 'uploadImage');
      expect(
        misunderstood.map((why) => GATEWAY_ERROR_NUMBERS[why]),
        JSON.stringify(data),
      ).not.toContain(code);
      // A field that is refused all the same is one that the handler has judged.
      expect(z.safeParse(calls[name].input, params)).toMatchObject({ success: true });
    });

    test.each(answered)('%s is still told all that it reads', (name, { body }) => {
      expect(z.safeParse(exact(calls[name].output), body)).toMatchObject({ success: true });
    });
  });

  describe('was answered so that today’s app understands it', () => {
    test.each(answered)('%s, also with fields that it does not know', async (name, { uri, params, body }) => {
      const device = new Device();
      new DemoGateway(device);
      const tab = await device.startedTab();
      done(await tab.api.invoke('logInByEmail', LOGIN));
      const told = z.parse(calls[name].output, body) as Record<string, unknown>;
      device.gateway.on(uri, () => ({ code: 200, body: withUnknownFields(body) }));
      const { deviceToken: _own, ...input } = params;
      const answer = await tab.api.invoke(name, input as CallInput<typeof name>, tab.confirmed());
      if (calls[name].opensSession) delete told['token'];
      expect(done(answer)).toEqual(told);
      device.close();
    });
  });
});
