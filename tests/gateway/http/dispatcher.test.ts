import { beforeAll, describe, expect, it } from 'vitest';
import { calls, declarations } from '../../../contract/index';
import { isDefined } from '../../../contract/call';
import { OverloadError } from '../../../gateway/adapters/concurrency';
import { handlers } from '../../../gateway/api/handlers';
import { Refusal } from '../../../gateway/domain/call-context';
import { MOUNTED_NAMES, type MountedHandlers } from '../../../gateway/http/dispatcher';
import { describeOnDatabase } from '../support/database';
import { openTestGateway, type TestGateway } from './test-gateway';

interface InnerAnswer {
  code: number;
  data: { message?: string; fields?: Record<string, string> };
}

describe('handlers', () => {
  it('are there for every call with shapes, and for nothing else', () => {
    expect(Object.keys(handlers).sort()).toEqual([...MOUNTED_NAMES].sort());
  });
});

describeOnDatabase('inner router', (fixture) => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await openTestGateway(fixture.database);
    ({ token } = await gateway.login());
  });

  async function ask(path: string, init: RequestInit = {}, at: TestGateway = gateway): Promise<InnerAnswer> {
    const response = await at.inner.request(path, { ...init, headers: { lang: 'EN', ...init.headers } });
    return (await response.json()) as InnerAnswer;
  }
  const withHandler = (one: Partial<MountedHandlers>) => gateway.restarted({ handlers: { ...handlers, ...one } });

  describe('every call of the contract', () => {
    const userCalls = declarations.filter(isDefined).filter(({ access }) => access === 'user');

    it.each(userCalls)('$name wants a session', async ({ method, uri }) => {
      const answer = await ask(uri, { method, ...(method === 'POST' && { body: '{}' }) });
      // The upload has a door of its own.
      expect(answer.code).toBe(uri === calls.uploadImage.uri ? 405 : 401);
    });

    it.each(declarations.filter(isDefined))('$name refuses an unknown field', async ({ method, uri }) => {
      const text = JSON.stringify({ nobodyKnowsThis: 1 });
      const path = method === 'GET' ? `${uri}?params=${encodeURIComponent(text)}` : uri;
      const key = '00000000-0000-4000-8000-000000000000';
      const headers = { authorization: token, 'idempotency-key': key };
      const answer = await ask(path, { method, headers, ...(method === 'POST' && { body: text }) });
      if (uri === calls.uploadImage.uri) expect(answer.code).toBe(405);
      else expect(answer).toMatchObject({ code: 422, data: { fields: { nobodyKnowsThis: expect.any(String) } } });
    });

    it.each(declarations.filter((call) => !isDefined(call)))('$name is not open', async ({ method, uri }) => {
      expect((await ask(uri, { method })).code).toBe(4041);
    });
  });

  it('answers a handler’s fault with nothing but a code, and logs it without values', async () => {
    const broken = await withHandler({
      languages: async () => {
        throw new Error('cannot read token AbCdEfGhIjKlMnOpQrStUvWxYz012345 of a@b.example');
      },
    });
    expect(await ask('/api/v1/common/lang', {}, broken)).toEqual({
      code: 500,
      data: { message: 'Something went wrong on our side. Please try again later.' },
    });
    const logged = broken.logs.join('\n');
    expect(logged).toContain('call-failed');
    expect(logged).not.toMatch(/AbCdEfGh|a@b\.example/);
  });

  it('refuses to let out what the contract does not describe, however deep in an answer', async () => {
    const languages = [{ code: 'EN' as const, name: 'English', ...{ passwordHash: 'secret' } }];
    const leaking = await withHandler({ languages: async () => ({ languages, default: 'EN' }) });
    const answer = await ask('/api/v1/common/lang', {}, leaking);
    expect(answer.code).toBe(500);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(leaking.logs.join('\n')).toContain('unrecognized_keys');
  });

  it('notices data of a refusal that the contract does not describe, and gives none of it', async () => {
    const data = { retryAfterMs: 5, ...{ passwordHash: 'secret' } };
    const languages = () => Promise.reject(new Refusal('rate-limited', { data }));
    const telling = await gateway.restarted({ handlers: { ...handlers, languages }, onUndeclared: () => {} });
    const answer = await ask('/api/v1/common/lang', {}, telling);
    expect(answer.data).toMatchObject({ data: { retryAfterMs: 5 } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(telling.logs.join('\n')).toContain('refusal-data-unfit');
  });

  it('says "busy" when work is turned away or the database is away', async () => {
    const overloaded = await withHandler({
      languages: async () => {
        throw new OverloadError();
      },
    });
    expect((await ask('/api/v1/common/lang', {}, overloaded)).code).toBe(503);
    const away = await withHandler({
      languages: async () => {
        throw Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' });
      },
    });
    expect((await ask('/api/v1/common/lang', {}, away)).code).toBe(503);
  });
});
