/** Things go wrong between the real worker and the real gateway, and both come out of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallInput } from '../../../contract/index';
import { eventOf, type Tab } from '../support/harness';
import { done, PASSWORD, RealGateway, register, TRADE_PASSWORD, type Fault, type Person } from './real-gateway';

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await RealGateway.open({ hasHistory: false });
});
afterAll(() => gateway.close());

let people = 0;

/** A new person with 10,000 USDT and a trade password. */
async function member(): Promise<{ person: Person; tab: Tab; email: string }> {
  people += 1;
  const email = `member${people}@example.com`;
  const person = gateway.person();
  const tab = await person.tab();
  await register(gateway, tab, email);
  done(await tab.api.invoke('bindTradePassword', { tradePassword: TRADE_PASSWORD, password: PASSWORD }));
  person.seen.length = 0;
  return { person, tab, email };
}

const order = (amount: string): CallInput<'createCustodyOrder'> => ({
  planId: 'd30',
  amount,
  tradePassword: TRADE_PASSWORD,
});
const always = (uri: string, kind: Fault['kind']): Fault => ({ uri, kind, times: Infinity });

/** Asks the gateway itself for the placed orders, and for the journals that moved their principal. */
async function placed({ api }: Tab): Promise<{ orders: string[]; journals: (string | null)[] }> {
  const orders = done(await api.invoke('custodyOrders', { limit: 100 })).items.map(({ id }) => id);
  const input = { account: 'cash', kind: 'custody-place', limit: 100 } as const;
  const journals = done(await api.invoke('accountStatement', input)).items.map(({ reference }) => reference);
  return { orders, journals };
}

describe('a money call', () => {
  test('whose outcome cannot be asked either is settled by the next start: one order', async () => {
    const { person, tab } = await member();
    const intentId = randomUUID();
    person.faults.push(
      always(calls.createCustodyOrder.uri, 'answer-lost'),
      always(calls.askOutcome.uri, 'request-lost'),
    );
    const answer = await tab.api.invoke('createCustodyOrder', order('170'), tab.confirmed(intentId));
    expect(answer).toMatchObject({ error: { code: 'outcome-unknown' } });
    tab.close();
    person.faults.length = 0;
    const next = await person.tab();
    expect(await eventOf(next, 'settled')).toMatchObject({ intentId, result: 'done' });
    const settled = await next.api.settle('createCustodyOrder', intentId);
    const { orders, journals } = await placed(next);
    expect(settled).toMatchObject({ state: 'done', answer: { order: { id: orders[0], principal: '170.000000' } } });
    expect(orders).toHaveLength(1);
    expect(journals).toEqual(orders);
  });

  test('that a proxy sends twice is refused the second time by its handshake, sealed anew, and answered: one order', async () => {
    const { person, tab } = await member();
    person.faults.push({ uri: calls.createCustodyOrder.uri, kind: 'sent-twice', times: 1 });
    const { order: answered } = done(await tab.api.invoke('createCustodyOrder', order('190'), tab.confirmed()));
    const sent = person.seen.filter(({ uri }) => uri === calls.createCustodyOrder.uri);
    expect(new Set(sent.map(({ handshake }) => handshake)).size).toBe(2);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(await placed(tab)).toEqual({ orders: [answered.id], journals: [answered.id] });
  });
});

test('a log-in of which the gateway asks a proof of work, after many wrong passwords, is made with one by the worker', async () => {
  const { email } = await member();
  const stranger = gateway.person();
  const { api } = await stranger.tab();
  const attempt = (password: string) => api.invoke('logInByEmail', { loginName: email, password });
  const asked = () => stranger.uris().filter((uri) => uri === calls.authCaptcha.uri).length;
  let wrong = 0;
  // Of the last one it is asked; solved rightly, the password is looked at and refused as wrong.
  while (asked() === 0) {
    const answer = await attempt('not-my-password');
    if (answer.ok) throw new Error('a wrong password let somebody in');
    const { code, data } = answer.error;
    expect(['rate-limited', 'wrong-credentials']).toContain(code);
    if (code === 'rate-limited') stranger.device.time.pass(data?.retryAfterMs ?? 0);
    else wrong += 1;
  }
  expect(wrong).toBe(6);
  expect(await attempt(PASSWORD)).toMatchObject({ ok: true });
  expect(asked()).toBe(2);
  expect(stranger.seen.filter(({ params }) => params['captcha'] !== undefined)).toHaveLength(2);
});
