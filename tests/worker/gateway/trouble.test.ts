/** Things go wrong between the real worker and the real gateway, and both come out of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallInput } from '../../../contract/index';
import { eventOf, type Tab } from '../support/harness';
import { done, PASSWORD, RealGateway, register, TRADE_PASSWORD, type Fault, type Person } from './real-gateway';

const MINUTE = 60_000;

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await RealGateway.open({ hasHistory: false });
});
afterAll(() => gateway.close());

let people = 0;

/** A new person with 10,000 USDT and a trade password. */
async function member(skewMs = 0): Promise<{ person: Person; tab: Tab; email: string }> {
  people += 1;
  const email = `member${people}@example.com`;
  const person = gateway.person(skewMs);
  const tab = await person.tab();
  await register(gateway, tab, email);
  done(await tab.api.invoke('bindTradePassword', { tradePassword: TRADE_PASSWORD, password: PASSWORD }));
  person.seen.length = 0;
  return { person, tab, email };
}

const order = (amount: string, tradePassword = TRADE_PASSWORD): CallInput<'createCustodyOrder'> => ({
  planId: 'd30',
  amount,
  tradePassword,
});
const countOf = (person: Person, name: 'createCustodyOrder' | 'askOutcome' | 'logInByEmail' | 'authCaptcha') =>
  person.uris().filter((uri) => uri === calls[name].uri).length;
const always = (uri: string, kind: Fault['kind']): Fault => ({ uri, kind, times: Infinity });

/** Asks the gateway itself for the placed orders, and for the journals that moved their principal. */
async function placed({ api }: Tab): Promise<{ orders: string[]; journals: (string | null)[] }> {
  const orders = done(await api.invoke('custodyOrders', { limit: 100 })).items.map(({ id }) => id);
  const input = { account: 'cash', kind: 'custody-place', limit: 100 } as const;
  const journals = done(await api.invoke('accountStatement', input)).items.map(({ reference }) => reference);
  return { orders, journals };
}

describe('wrong trade passwords', () => {
  test('are counted down, locked, and opened again by time; the intent stays one', async () => {
    const { person, tab } = await member();
    const { api } = tab;
    const intentId = randomUUID();
    const wrong = () => api.invoke('createCustodyOrder', order('200', '111112'), tab.confirmed(intentId));
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await wrong()).toMatchObject({ error: { code: 'wrong-trade-password', data: { triesLeft } } });
    }
    const locked = await wrong();
    const lockedUntil = gateway.now() + 15 * MINUTE;
    expect(locked).toMatchObject({ error: { code: 'trade-password-locked', data: { lockedUntil } } });
    const right = () => api.invoke('createCustodyOrder', order('200'), tab.confirmed(intentId));
    expect(await right()).toMatchObject({ error: { code: 'trade-password-locked' } });
    person.device.time.pass(15 * MINUTE);
    expect(await right()).toMatchObject({ ok: true });
    const { orders, journals } = await placed(tab);
    expect(orders).toHaveLength(1);
    expect(journals).toEqual(orders);
  });
});

describe('a money call', () => {
  test('whose answer is lost once is sent again under its key: one order', async () => {
    const { person, tab } = await member();
    person.faults.push({ uri: calls.createCustodyOrder.uri, kind: 'answer-lost', times: 1 });
    const { order: answered } = done(await tab.api.invoke('createCustodyOrder', order('150'), tab.confirmed()));
    expect(countOf(person, 'createCustodyOrder')).toBe(2);
    expect(await placed(tab)).toEqual({ orders: [answered.id], journals: [answered.id] });
  });

  test('whose answers are all lost asks for its outcome: one order', async () => {
    const { person, tab } = await member();
    person.faults.push(always(calls.createCustodyOrder.uri, 'answer-lost'));
    const { order: answered } = done(await tab.api.invoke('createCustodyOrder', order('160'), tab.confirmed()));
    expect(countOf(person, 'askOutcome')).toBe(1);
    expect(await placed(tab)).toEqual({ orders: [answered.id], journals: [answered.id] });
  });

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

  test('that has not arrived never will: told at once, a late one is refused, and another intent goes through', async () => {
    const { person, tab } = await member();
    const intentId = randomUUID();
    person.faults.push(always(calls.createCustodyOrder.uri, 'request-lost'));
    const answer = await tab.api.invoke('createCustodyOrder', order('180'), tab.confirmed(intentId));
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-carried-out' } });
    expect(await tab.api.settle('createCustodyOrder', intentId)).toEqual({ state: 'absent' });
    person.faults.length = 0;
    const late = await tab.api.invoke('createCustodyOrder', order('180'), tab.confirmed(intentId));
    expect(late).toMatchObject({ ok: false, error: { code: 'idempotency-closed' } });
    expect((await placed(tab)).orders).toEqual([]);
    expect(await tab.api.invoke('createCustodyOrder', order('180'), tab.confirmed())).toMatchObject({ ok: true });
    expect((await placed(tab)).orders).toHaveLength(1);
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

describe.each([
  ['behind', 20 * MINUTE],
  ['ahead', -20 * MINUTE],
])('a device whose clock is 20 minutes %s', (_name, skewMs) => {
  test('is corrected by the first refusal and keeps the right time', async () => {
    const person = gateway.person(skewMs);
    const tab = await person.tab();
    const answer = await tab.api.invoke('config', {});
    expect(answer).toMatchObject({ ok: true, asOf: gateway.now() });
    expect(person.uris()).toEqual([calls.config.uri, calls.config.uri]);
    done(await tab.api.invoke('marquee', {}));
    // A worker started later has it from the device's database.
    tab.close();
    const next = await person.tab();
    done(await next.api.invoke('languages', {}));
    expect(person.uris().slice(2)).toEqual([calls.marquee.uri, calls.languages.uri]);
  });

  test('places an order on the server’s time', async () => {
    const { tab } = await member(skewMs);
    const placedOrder = done(await tab.api.invoke('createCustodyOrder', order('120'), tab.confirmed())).order;
    expect(placedOrder.startsAt).toBe(gateway.now());
    expect((await placed(tab)).orders).toHaveLength(1);
  });
});

describe('many wrong login passwords', () => {
  test('slow the next try down, then ask for a proof of work, which the worker solves by itself', async () => {
    const { email } = await member();
    const stranger = gateway.person();
    const { api } = await stranger.tab();
    const attempt = (password: string) => api.invoke('logInByEmail', { loginName: email, password });
    let wrong = 0;
    for (;;) {
      const answer = await attempt('not-my-password');
      if (answer.ok) throw new Error('a wrong password let somebody in');
      if (countOf(stranger, 'authCaptcha') > 0) break;
      const { code, data } = answer.error;
      if (code === 'rate-limited') stranger.device.time.pass(data?.retryAfterMs ?? 0);
      else wrong += 1;
      expect(['rate-limited', 'wrong-credentials']).toContain(code);
    }
    expect(wrong).toBe(5);
    // Solved rightly, the wrong password is looked at and refused as wrong; the right one lets its owner in at once.
    const before = countOf(stranger, 'authCaptcha');
    expect(await attempt('not-my-password')).toMatchObject({ error: { code: 'wrong-credentials' } });
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true });
    expect(countOf(stranger, 'authCaptcha')).toBe(before + 2);
    expect(stranger.seen.filter(({ params }) => params['captcha'] !== undefined)).toHaveLength(3);
    // And forgets the wrong ones.
    await api.logout();
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true });
    expect(countOf(stranger, 'authCaptcha')).toBe(before + 2);
  });
});
