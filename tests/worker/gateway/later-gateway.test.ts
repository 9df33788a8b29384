/**
 * Today's worker before a gateway of a later version: every object of every answer and refusal has a field that it does not
 * know, and it gets out of them exactly what is in them without ([Note: Strict and tolerant]).
 */
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallName } from '../../../contract/index';
import { withUnknownFields } from '../support/newer-gateway';
import { done, type RealGateway } from './real-gateway';
import { openRegistryGateway, prepare } from './registry-calls';

let gateway: RealGateway;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ gateway, close } = await openRegistryGateway());
});
afterAll(() => close());

describe('before a gateway that tells more', () => {
  test.each(Object.keys(calls) as CallName[])('%s gives what it gives today', async (name) => {
    const person = gateway.person();
    person.later = withUnknownFields;
    const { tab, input } = await prepare(name, person);
    const answer = await tab.api.invoke(name, input, tab.confirmed());
    if (name === 'uploadImage') return expect(answer).toMatchObject({ error: { code: 'wrong-method', message: /./ } });
    const told = z.parse(calls[name].output, person.lastAnswer?.data) as Record<string, unknown>;
    if (calls[name].opensSession) delete told['token'];
    expect(withUnknownFields(told)).not.toEqual(told);
    expect(answer).toMatchObject({ ok: true, source: 'network' });
    expect(done(answer)).toEqual(told);
    if (calls[name].cache.kind === 'none') return undefined;
    const kept = await tab.api.invoke(name, input, { source: 'cache' });
    expect(done(kept)).toEqual(told);
  });
});
