/**
 * Every call of the contract that has shapes, as the registry lists them, made by the worker and answered by the gateway. To the worker
 * it is a gateway of a later version: every object of every answer and refusal has a field that it does not know, and it gets out
 * of them exactly what is in them without ([Note: Strict and tolerant]).
 */
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallDefinition } from '../../../contract/call';
import { readsShowing, topicsChangedBy } from '../../../contract/consequences';
import { calls, type CallName } from '../../../contract/index';
import { isRecording, writeTraffic, type RecordedCall } from '../../support/traffic';
import { withUnknownFields } from '../support/newer-gateway';
import { done, type RealGateway } from './real-gateway';
import { openRegistryGateway, prepare } from './registry-people';

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await openRegistryGateway();
});
const recorded: Record<string, RecordedCall> = {};
afterAll(async () => {
  await gateway.close();
  if (isRecording) writeTraffic(recorded);
});

/** Whom an event is for: a user by id, any user, or everybody. */
type For = { userId: string } | 'somebody' | 'everybody';

const lastEvent = async () => {
  const { rows } = await gateway.db.pool.query<{ id: string }>(
    'SELECT coalesce(max(id), 0)::text AS id FROM live_events',
  );
  return rows[0]?.id ?? '0';
};

/** The calls that were named to somebody, after an event. */
async function toldSince(last: string, to: For): Promise<string[]> {
  const whose = to === 'everybody' ? 'IS NULL' : to === 'somebody' ? 'IS NOT NULL' : `= ${to.userId}`;
  const { rows } = await gateway.db.pool.query<{ call: string }>(
    `SELECT DISTINCT jsonb_array_elements_text(calls) AS call FROM live_events WHERE id > ${last} AND user_id ${whose}`,
  );
  return rows.map(({ call }) => call);
}

describe('the registry', () => {
  test.each(Object.keys(calls) as CallName[])('%s answers what the contract says', async (name) => {
    const person = gateway.person();
    person.later = withUnknownFields;
    const { tab, input, userId } = await prepare(name, person);
    const call: CallDefinition = calls[name];
    const to: For = call.access === 'user' ? { userId } : 'somebody';
    const last = await lastEvent();
    const answer = await tab.api.invoke(name, input, tab.confirmed());
    const { seen, lastAnswer } = person;
    // At once: after a log-in the worker asks for more by itself.
    const asked = seen.at(-1);
    const { method, uri, params } = asked ?? {};
    if (method && uri && params && lastAnswer)
      recorded[name] = { method, uri, params, code: lastAnswer.code, body: lastAnswer.data };
    // Uploads have a door of their own, which wants a file; the envelope door names the mistake.
    if (name === 'uploadImage') return expect(answer).toMatchObject({ error: { code: 'wrong-method', message: /./ } });
    const told = z.parse(calls[name].output, lastAnswer?.data) as Record<string, unknown>;
    if (call.opensSession) delete told['token'];
    expect(withUnknownFields(told)).not.toEqual(told);
    // The worker has parsed it with the call's own schema: anything else would be `bad-answer`.
    expect(answer).toMatchObject({ ok: true, source: 'network' });
    expect(done(answer)).toEqual(told);
    // The person's other devices are told the changes that the call declares; everybody is told its changes to a market.
    const [own, all] = [readsShowing(topicsChangedBy(call)), readsShowing(call.changesMarket ?? [])];
    expect(await toldSince(last, to)).toEqual(expect.arrayContaining(own));
    expect(await toldSince(last, 'everybody')).toEqual(expect.arrayContaining(all));
    // Or nothing of a row's shape would be seen. Nobody deposits anything here.
    if ('items' in told && name !== 'deposits') expect(told['items']).not.toEqual([]);
    expect(asked).toMatchObject({ uri: calls[name].uri, method: calls[name].method });
    if (calls[name].cache.kind === 'none') return undefined;
    const kept = await tab.api.invoke(name, input, { source: 'cache' });
    expect(kept).toMatchObject({ ok: true, source: 'cache', data: told });
    expect(done(kept)).toEqual(told);
  });
});
