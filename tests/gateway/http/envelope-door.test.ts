import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE, MAX_ENVELOPE_BYTES, MAX_JSON_DEPTH, TIME_WINDOW_MS } from '../../../contract/envelope';
import { sealForm } from '../../support/envelope-client';
import { describeOnDatabase } from '../support/database';
import { CONFIG_CALL, errorOf, INFO_CALL, NOW, opened, openTestGateway, type TestGateway } from './test-gateway';

describeOnDatabase('envelope door', (fixture) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database);
  });
  const raw = (inner: unknown, nowMs = gateway.time.now) => sealForm(inner, nowMs).toString();

  it('answers a public call with a fresh handshake', async () => {
    const response = await gateway.post(raw(CONFIG_CALL));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(response.headers.get('date') ?? '')).toBe(NOW);
    const body = (await response.clone().json()) as { handshake: string };
    expect(body.handshake).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(await opened(response)).toMatchObject({ code: 200, data: { isDemo: false } });
  });

  it('answers a user’s call with the token, and 401 without, with a wrong or a malformed one', async () => {
    const { token, userId } = await gateway.login();
    expect(await gateway.send(INFO_CALL, { token })).toMatchObject({ code: 200, data: { id: userId } });
    expect((await gateway.send(INFO_CALL)).code).toBe(401);
    expect((await gateway.send(INFO_CALL, { token: 'A'.repeat(43) })).code).toBe(401);
    expect((await gateway.send(INFO_CALL, { token: 'short' })).code).toBe(401);
  });

  describe('what is refused before anything is decrypted', () => {
    const tampered = {
      'a tampered sign': (form: URLSearchParams) => form.set('sign', 'f'.repeat(32)),
      'a changed handshake': (form: URLSearchParams) => form.set('handshake', 'A'.repeat(16)),
      'a short handshake': (form: URLSearchParams) => form.set('handshake', 'abc'),
      'a missing field': (form: URLSearchParams) => form.delete('timestamp'),
      'an additional field': (form: URLSearchParams) => form.append('more', '1'),
      'a doubled field': (form: URLSearchParams) => form.append('sign', form.get('sign') ?? ''),
    };
    it.each(Object.entries(tampered))('%s: the same error each time', async (_, change) => {
      const form = sealForm(CONFIG_CALL, NOW);
      change(form);
      const answer = await opened(await gateway.post(form.toString()));
      expect(answer).toEqual({ code: 400, data: { message: 'The request is not valid.' } });
    });

    it('a body of another type', async () => {
      const response = await gateway.post(raw(CONFIG_CALL), { 'content-type': 'application/json' });
      expect((await opened(response)).code).toBe(400);
    });

    it('data that decrypts to no JSON', async () => {
      const { encrypt, signOf } = await import('../../../gateway/http/envelope');
      const handshake = 'Z'.repeat(16);
      const form = { handshake, timestamp: String(NOW), data: encrypt(handshake, '{not json') };
      const body = new URLSearchParams({ ...form, sign: signOf(form, DEFAULT_PROFILE) });
      expect((await opened(await gateway.post(body.toString()))).code).toBe(400);
    });
  });

  it('accepts five minutes either way and tells the server’s time beyond', async () => {
    expect((await opened(await gateway.post(raw(CONFIG_CALL, NOW - TIME_WINDOW_MS)))).code).toBe(200);
    expect((await opened(await gateway.post(raw(CONFIG_CALL, NOW + TIME_WINDOW_MS)))).code).toBe(200);
    for (const at of [NOW - TIME_WINDOW_MS - 1, NOW + TIME_WINDOW_MS + 1, 0]) {
      const answer = await opened(await gateway.post(raw(CONFIG_CALL, at)));
      expect(answer.code).toBe(4001);
      expect(errorOf(answer).data).toEqual({ serverTime: NOW });
    }
  });

  it('refuses a handshake that was seen, also after a restart and on another gateway', async () => {
    const body = raw(CONFIG_CALL);
    const other = await gateway.restarted();
    expect((await opened(await gateway.post(body))).code).toBe(200);
    expect((await opened(await gateway.post(body))).code).toBe(4002);
    expect((await opened(await other.post(body))).code).toBe(4002);
    const later = await gateway.restarted();
    later.time.now = NOW + TIME_WINDOW_MS;
    expect((await opened(await later.post(body))).code).toBe(4002);
    later.time.now = NOW + TIME_WINDOW_MS + 1;
    expect((await opened(await later.post(body))).code).toBe(4001);
  });

  it('lets one of many copies of a request through', async () => {
    const body = raw(CONFIG_CALL);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => opened(await gateway.post(body))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 4002)).toHaveLength(19);
  });

  describe('limits', () => {
    it('refuses what is announced as too large, and what turns out so; an endless body ends', async () => {
      const announced = await gateway.post(raw(CONFIG_CALL), { 'content-length': String(MAX_ENVELOPE_BYTES + 1) });
      expect((await opened(announced)).code).toBe(413);
      let pulled = 0;
      const endless = new ReadableStream({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(64 * 1024).fill(97));
        },
      });
      const request = { method: 'POST', body: endless, duplex: 'half', headers: { lang: 'EN' } } as RequestInit;
      const streamed = await gateway.app.request(`/api/${DEFAULT_PROFILE.gatewayId}`, request);
      expect((await opened(streamed)).code).toBe(413);
      expect(pulled).toBeLessThan(80);
    });

    it('takes a body of almost the limit from a live log-in, and 64 KiB from anybody', async () => {
      const long = { ...CONFIG_CALL, params: { text: 'x'.repeat(500_000) } };
      const { token } = await gateway.login();
      expect((await gateway.send(long, { token })).code).toBe(422);
      expect((await gateway.send(long)).code).toBe(413);
      expect((await gateway.send(long, { token: 'A'.repeat(43) })).code).toBe(413);
      expect((await gateway.send({ ...CONFIG_CALL, params: { text: 'x'.repeat(40_000) } })).code).toBe(422);
    });

    it('refuses params that nest too deep, before parsing them', async () => {
      const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });
      const atLimit = await gateway.send({ ...CONFIG_CALL, params: nested(MAX_JSON_DEPTH - 1) });
      expect(errorOf(atLimit).fields).toHaveProperty('a');
      const beyond = await gateway.send({ ...CONFIG_CALL, params: nested(MAX_JSON_DEPTH) });
      expect(beyond.code).toBe(422);
      expect(errorOf(beyond).fields).toBeUndefined();
    });

    it('counts requests of one address and tells how long to wait', async () => {
      const strict = await gateway.restarted({ callsPerMinute: 3, trustedProxies: 1 });
      const from = async (address: string) =>
        opened(await strict.post(raw(CONFIG_CALL), { 'x-forwarded-for': `203.0.113.9, ${address}` }));
      for (let call = 0; call < 3; call += 1) expect((await from('198.51.100.7')).code).toBe(200);
      const refused = await from('198.51.100.7');
      expect(refused.code).toBe(429);
      expect(errorOf(refused).data?.retryAfterMs).toBeGreaterThan(0);
      expect((await from('198.51.100.8')).code).toBe(200);
      strict.time.now += 60_000;
      expect(
        (await opened(await strict.post(raw(CONFIG_CALL, strict.time.now), { 'x-forwarded-for': '198.51.100.7' })))
          .code,
      ).toBe(200);
    });
  });

  describe('inner requests', () => {
    it.each([
      ['an unknown uri', { ...CONFIG_CALL, uri: '/api/v1/nothing' }, 404],
      ['a uri outside the calls', { ...CONFIG_CALL, uri: '/etc/passwd' }, 404],
      ['the wrong method', { ...CONFIG_CALL, method: 'POST' }, 405],
      ['a method that no call has', { ...CONFIG_CALL, method: 'DELETE' }, 405],
      ['an upload without its door', { method: 'POST', uri: '/api/v1/common/up-img', headers: {}, params: {} }, 405],
      ['an unknown field of the request', { ...CONFIG_CALL, more: 1 }, 422],
      ['an unknown header', { ...CONFIG_CALL, headers: { Cookie: 'a' } }, 422],
      ['params that are no object', { ...CONFIG_CALL, params: [] }, 422],
    ])('%s', async (_, inner, code) => {
      expect((await gateway.send(inner)).code).toBe(code);
    });

    it('names unknown and wrong fields, in the caller’s language', async () => {
      const call = {
        method: 'POST',
        uri: '/api/v1/sso/forgot',
        headers: {},
        params: { ticket: 1, password: '123', x: 1 },
      };
      const en = await gateway.send(call, { lang: 'EN' });
      expect(en.code).toBe(422);
      expect(errorOf(en).fields).toEqual({
        ticket: 'This does not look right.',
        password: 'At least 6 characters are needed.',
        x: 'This field is not supported.',
      });
      expect(errorOf(await gateway.send(call, { lang: 'DE' })).fields?.['password']).toBe(
        'Mindestens 6 Zeichen sind nötig.',
      );
      expect(errorOf(await gateway.send({ ...call, params: {} }, { lang: 'CN' })).fields?.['ticket']).toBe(
        '请填写此项。',
      );
    });

    it('wants an idempotency key for what moves money', async () => {
      const { token, accountId } = await gateway.login();
      const params = { planId: 'd7', amount: '200', tradePassword: '123456' };
      const call = { method: 'POST', uri: '/api/v1/hosting/create', headers: {}, params };
      expect((await gateway.send(call, { token })).code).toBe(4092);
      const withKey = { ...call, headers: { 'Idempotency-Key': randomUUID() } };
      expect((await gateway.send(withKey, { token })).code).toBe(4094);
      const named = { ...call, headers: { ...withKey.headers, 'Account-Id': accountId } };
      expect((await gateway.send(named, { token })).code).toBe(300);
    });
  });

  it('answers outside the envelope’s address with coded answers too', async () => {
    const unknown = await gateway.app.request('/api/0000000000000000', { method: 'POST', headers: { lang: 'EN' } });
    expect(unknown.status).toBe(404);
    expect((await opened(unknown)).code).toBe(404);
    const get = await gateway.app.request(`/api/${DEFAULT_PROFILE.gatewayId}`, { headers: { lang: 'EN' } });
    expect((await opened(get)).code).toBe(405);
    const bare = await gateway.app.request('/api/v1/common/config', { headers: { lang: 'EN' } });
    expect((await opened(bare)).code).toBe(404);
  });

  it('never logs a token, a password or an address', async () => {
    const { token } = await gateway.login();
    await gateway.send(INFO_CALL, { token });
    const secret = 'Un1que-Secret-Word';
    await gateway.send({
      method: 'POST',
      uri: '/api/v1/sso/emailLogin',
      headers: {},
      params: { loginName: 'who@example.com', password: secret },
    });
    const logged = gateway.logs.join('\n');
    expect(logged).toContain('logInByEmail');
    for (const hidden of [token, secret, 'who@example.com', '127.0.0.1']) expect(logged).not.toContain(hidden);
  });
});
