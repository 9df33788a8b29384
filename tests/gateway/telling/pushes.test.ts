/** Web Push against a real push service on this machine (docs/rules.md §13). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { addressFrom } from '../../../contract/notice-link';
import { isOpenAddress, webPushSender } from '../../../gateway/adapters/push';
import { PUSH_TTL_MS, pushRetryMs } from '../../../gateway/domain/telling/deliver-pushes';
import { ensurePushKeys } from '../../../gateway/domain/telling/push-keys';
import { quietUntil } from '../../../gateway/domain/telling/quiet-hours';
import { describeOnDatabase } from '../support/database';
import { HOUR, MINUTE, PASSWORD, SECOND } from '../identity/world';
import { claimsOf, openPushService } from './push-service';
import { openTellingWorld, type Member, type TellingWorld } from './world';

const paid = (subjectId: string) => ({ kind: 'otc-paid', subjectId }) as const;
const changed = { kind: 'password-changed', subjectId: 'account' } as const;

describeOnDatabase('pushes', (fixture) => {
  let world: TellingWorld;
  let alice: Member;
  beforeAll(async () => {
    world = await openTellingWorld(fixture.database);
  });
  afterAll(() => world.pushService.close());
  beforeEach(async () => {
    world.pushService.replies.length = 0;
    alice = await world.member();
    await world.pushAll(alice);
  });
  const waiting = async () => {
    const { rows } = await fixture.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM push_deliveries d JOIN notices n ON n.id = d.notice_id WHERE n.user_id = ${alice.userId}`,
    );
    return rows[0]?.count;
  };
  const devices = async () => (await world.done('tellingPreferences', {}, { token: alice.token })).pushDevices;

  it('go out encrypted and signed, in the language of the device, and name no amount', async () => {
    const browser = await world.subscribed(alice, 'DE');
    await world.tell(alice, paid('7'));
    expect(await world.work()).toBe(1);
    const [notice] = (await world.done('toldNotices', {}, { token: alice.token })).items;
    expect(browser.messages()).toEqual([
      {
        id: notice?.id,
        text: 'Der Käufer hat gezahlt. Prüfen Sie den Zahlungseingang',
        lang: 'de',
        address: addressFrom({ id: notice?.id ?? '', userId: alice.userId }, '/pages/order_detail/order_detail?id=7'),
        tag: 'otc-paid 7',
        unread: 1,
      },
    ]);
    const [request] = world.pushService.received.slice(-1);
    expect(request?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(PUSH_TTL_MS / 1000),
      urgency: 'normal',
    });
    expect(request?.body.includes('Käufer')).toBe(false);
    const { publicKey } = await world.done('pushKey', {}, { token: alice.token });
    expect(request && claimsOf(request)).toMatchObject({
      key: publicKey,
      claims: { aud: world.pushService.origin, sub: 'mailto:ops@rab.example' },
    });
    expect(await world.work()).toBe(0);
  });

  it('are off until the person wants a category, but for security', async () => {
    const bob = await world.member();
    const browser = await world.subscribed(bob);
    await world.tell(bob, paid('7'), changed);
    await world.work();
    expect(browser.messages().map(({ tag }) => tag)).toEqual(['password-changed account']);
  });

  it('do not tell what was read meanwhile', async () => {
    const browser = await world.subscribed(alice);
    await world.tell(alice, paid('1'));
    await world.done('markNoticesRead', { until: world.deps.clock.now() }, { token: alice.token });
    await world.work();
    expect(browser.messages()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('go out once, whichever of two gateways sends them', async () => {
    const browser = await world.subscribed(alice);
    await world.tell(alice, paid('1'), paid('2'), paid('3'));
    const sent = await Promise.all([world.work(), world.work()]);
    sent.push(await world.work());
    expect(sent.reduce((sum, one) => sum + one)).toBe(3);
    expect(
      browser
        .messages()
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(['otc-paid 1', 'otc-paid 2', 'otc-paid 3']);
  });

  it('come after a gateway died between sending and noting it, at most twice', async () => {
    const browser = await world.subscribed(alice);
    await world.tell(alice, paid('1'));
    const { push } = world.deps;
    world.deps.push = { ...push, send: async (one) => (await push.send(one), Promise.reject(new Error('killed'))) };
    await expect(world.work()).rejects.toThrow('killed');
    world.deps.push = push;
    expect(await world.work()).toBe(0);
    world.advance(2 * MINUTE);
    expect(await world.work()).toBe(1);
    expect(browser.messages()).toHaveLength(2);
    expect(new Set(browser.messages().map(({ tag }) => tag)).size).toBe(1);
  });

  it.each([[503], [{ status: 429, headers: { 'retry-after': '120' } }], ['hang' as const]])(
    'are tried again after %j',
    async (reply) => {
      const browser = await world.subscribed(alice);
      await world.tell(alice, paid('1'));
      world.pushService.replies.push(reply);
      expect(await world.work()).toBe(0);
      // A busy machine may have given up before the request was there.
      world.pushService.replies.length = 0;
      world.advance(pushRetryMs(1) - 1);
      expect(await world.work()).toBe(0);
      world.advance(typeof reply === 'object' ? 120 * SECOND : 1);
      expect(await world.work()).toBe(1);
      expect(new Set(browser.messages().map(({ tag }) => tag))).toEqual(new Set(['otc-paid 1']));
      expect(await waiting()).toBe(0);
    },
  );

  it.each([404, 410])('end where the push service says %i', async (status) => {
    await world.subscribed(alice);
    expect(await devices()).toBe(1);
    world.pushService.replies.push(status);
    await world.tell(alice, paid('1'));
    await world.work();
    expect(await devices()).toBe(0);
    expect(await waiting()).toBe(0);
  });

  it('end with the session: by log-out, from another device, and when the device is somebody else’s', async () => {
    const browser = await world.subscribed(alice);
    await world.tell(alice, paid('1'));
    await world.done('logout', {}, { token: alice.token });
    await world.work();
    expect(browser.messages()).toEqual([]);
    const count = `SELECT count(*)::int AS count FROM push_subscriptions WHERE user_id = ${alice.userId}`;
    expect((await fixture.database.pool.query(count)).rows).toEqual([{ count: 0 }]);
    const again = await world.done('logInByEmail', { loginName: alice.email, password: PASSWORD });
    alice = { ...alice, ...again };
    expect(await devices()).toBe(0);
    await world.subscribed(alice);
    const other = await world.done('logInByEmail', { loginName: alice.email, password: PASSWORD });
    await world.done('revokeOtherSessions', {}, { token: other.token });
    alice = { ...alice, ...other };
    // Nothing is told meanwhile: the device goes by itself.
    await world.work();
    expect(await devices()).toBe(0);
    await world.tell(alice, paid('2'));
    const before = world.pushService.received.length;
    await world.work();
    expect(world.pushService.received).toHaveLength(before);
    // A browser has one subscription, which is that of whoever is logged in.
    const shared = await world.subscribed(alice);
    const bob = await world.member();
    await world.done('subscribePush', shared.target, { token: bob.token });
    await world.tell(alice, changed);
    await world.tell(bob, changed);
    await world.work();
    expect(shared.messages()).toHaveLength(1);
    expect(await devices()).toBe(0);
  });

  it('wait while it is quiet, security does not', async () => {
    const browser = await world.subscribed(alice);
    const now = world.deps.clock.now();
    const at = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    const quietHours = { from: at(now - HOUR), until: at(now + HOUR), timeZone: 'UTC' };
    await world.done('saveTellingPreferences', { quietHours }, { token: alice.token });
    await world.tell(alice, paid('1'), changed);
    await world.work();
    expect(browser.messages().map(({ tag }) => tag)).toEqual(['password-changed account']);
    world.advance(HOUR - MINUTE);
    expect(await world.work()).toBe(0);
    world.advance(MINUTE);
    expect(await world.work()).toBe(1);
    for (const wrong of [
      { from: '07:00', until: '07:00', timeZone: 'UTC' },
      { from: '22:00', until: '07:00', timeZone: 'Mars/Olympus' },
    ]) {
      const refusal = await world.refused('saveTellingPreferences', { quietHours: wrong }, { token: alice.token });
      expect(refusal.code).toBe('invalid-input');
    }
    await world.done('saveTellingPreferences', { quietHours: null }, { token: alice.token });
    expect((await world.done('tellingPreferences', {}, { token: alice.token })).quietHours).toBeNull();
  });

  it('keep their keys over restarts, and gateways that start at once have the same', async () => {
    const [one, two] = await Promise.all([ensurePushKeys(world.deps), ensurePushKeys({ ...world.deps })]);
    expect(one).toEqual(two);
    const { rows } = await fixture.database.pool.query<{ sealed_private: string }>(
      'SELECT sealed_private FROM push_keys',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed_private).not.toContain(one.privateKey);
  });
});

describe('the addresses of push services', () => {
  it('are of the open internet', () => {
    for (const open of ['142.250.1.1', '8.8.8.8', '2a00:1450::1']) expect(isOpenAddress(open), open).toBe(true);
    for (const closed of [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'no address',
    ])
      expect(isOpenAddress(closed), closed).toBe(false);
  });

  it('are refused when they are of one’s own network, named or not', async () => {
    const service = await openPushService();
    try {
      const strict = webPushSender({ contact: 'mailto:ops@rab.example', allowsPrivate: false, timeoutMs: 2_000 });
      const browser = service.browser();
      const { target } = browser;
      for (const endpoint of [service.origin, 'https://127.0.0.1/x', 'https://[::1]/x', 'http://push.example/x'])
        expect(await strict.accepts({ ...target, endpoint }), endpoint).toBe(false);
      expect(await strict.accepts({ ...target, endpoint: 'https://push.example/x' })).toBe(true);
      // The name resolves to this machine only when it is asked for.
      const { port } = new URL(service.origin);
      const push = {
        target: { ...target, endpoint: `https://localhost:${port}/x` },
        payload: '{}',
        keys: webPush.generateVAPIDKeys(),
        ttlSeconds: 60,
        isUrgent: false,
      };
      expect(await strict.send(push)).toEqual({ outcome: 'later', afterMs: null });
      expect(service.received).toEqual([]);
    } finally {
      await service.close();
    }
  });
});

describe('quiet hours', () => {
  const berlin = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
  const at = (iso: string) => Date.parse(iso);

  it('run over midnight by the clocks of the zone', () => {
    expect(quietUntil(berlin, at('2026-11-23T20:59:59Z'))).toBeNull();
    expect(quietUntil(berlin, at('2026-11-23T21:00:00Z'))).toBe(at('2026-11-24T06:00:00Z'));
    expect(quietUntil(berlin, at('2026-11-24T05:59:59Z'))).toBe(at('2026-11-24T06:00:00Z'));
    expect(quietUntil(berlin, at('2026-11-24T06:00:00Z'))).toBeNull();
  });

  it('are as long as the clocks say in the night of a change', () => {
    expect(quietUntil(berlin, at('2026-03-28T21:30:00Z'))).toBe(at('2026-03-29T05:00:00Z'));
    expect(quietUntil(berlin, at('2026-10-24T20:30:00Z'))).toBe(at('2026-10-25T06:00:00Z'));
  });
});
