/** One person's way through the data layer: the real worker against the real gateway, nothing in between but fetch. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type CallOutput } from '../../../contract/index';
import { eventOf, type Tab } from '../support/harness';
import { done, PASSWORD, RealGateway, register, TRADE_PASSWORD, type Person } from './real-gateway';

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await RealGateway.open({ hasHistory: false });
});
afterAll(() => gateway.close());

const cashOf = (answer: { cash: readonly { asset: string; available: string }[] }) =>
  answer.cash.find(({ asset }) => asset === 'USDT')?.available;

test('from registration to log-out', async () => {
  const lin = gateway.person();
  const tab = await lin.tab();
  const { api } = tab;

  await register(gateway, tab, 'lin@example.com');
  const { session } = await eventOf(tab, 'session');
  expect(session).toMatchObject({ state: 'open' });
  const info = done(await api.invoke('userInfo', {}));
  expect(info).toMatchObject({
    nickname: 'Lin',
    hasTradePassword: false,
    ...(session.state === 'open' && { id: session.userId }),
  });

  // An order before there is a trade password: code 300, and nothing has moved.
  const intentId = randomUUID();
  const order = { planId: 'd30', amount: '1000', tradePassword: TRADE_PASSWORD };
  expect(await api.invoke('createCustodyOrder', order, tab.confirmed(intentId))).toMatchObject({
    error: { code: 'needs-trade-password' },
  });
  expect(cashOf(done(await api.invoke('assets', {})))).toBe('10000.000000');

  done(await api.invoke('bindTradePassword', { tradePassword: TRADE_PASSWORD, password: PASSWORD }));
  expect(await api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ isStale: true });
  expect(done(await api.invoke('userInfo', {}))).toMatchObject({ hasTradePassword: true });

  // The same intent, now with a trade password.
  const quote = done(await api.invoke('custodyQuote', { planId: 'd30', amount: '1000' }));
  const placed = done(await api.invoke('createCustodyOrder', order, tab.confirmed(intentId)));
  expect(placed.order).toMatchObject({
    principal: '1000.000000',
    status: 'in-progress',
    interestToCome: quote.interestTotal,
  });
  expect(await api.invoke('assets', {}, { source: 'cache' })).toMatchObject({ isStale: true });
  expect(cashOf(done(await api.invoke('assets', {})))).toBe('9000.000000');

  await readOffline(lin, tab, placed);
  const unsent = await api.invoke('createCustodyOrder', order, tab.confirmed());
  expect(unsent).toMatchObject({ ok: false });
  lin.isReachable = true;

  await redeemPart(tab, placed.order);

  const token = lin.seen.at(-1)?.token ?? '';
  expect(await gateway.send('userInfo', {}, token)).toMatchObject({ code: 200 });
  await api.logout();
  expect((await eventOf(tab, 'session')).session).toEqual({ state: 'anonymous' });
  expect(await api.invoke('assets', {}, { source: 'cache' })).toMatchObject({ error: { code: 'session-closed' } });
  const stored = await lin.device.everythingStored();
  for (const trace of ['lin@example.com', token, placed.order.id + '"', 'rab-user'])
    expect(stored).not.toContain(trace);
  // Nobody waits for the gateway to be told.
  await expect.poll(async () => (await gateway.send('userInfo', {}, token)).code, { timeout: 60_000 }).toBe(401);

  done(await api.invoke('logInByEmail', { loginName: 'lin@example.com', password: PASSWORD }));
  expect(done(await api.invoke('custodyOrders', {})).items).toMatchObject([
    { id: placed.order.id, principal: '599.500000' },
  ]);
  expect(lin.uris().filter((uri) => uri === calls.redeemCustodyOrder.uri)).toHaveLength(2);
});

/** Rows that were read are readable without a network, each as the gateway told it. */
async function readOffline(lin: Person, { api }: Tab, placed: CallOutput<'createCustodyOrder'>): Promise<void> {
  const orders = done(await api.invoke('custodyOrders', { limit: 20 }));
  const changes = done(await api.invoke('custodyChanges', { limit: 20 }));
  const statement = done(await api.invoke('accountStatement', { account: 'cash', limit: 20 }));
  expect(orders.items.map(({ id }) => id)).toEqual([placed.order.id]);
  expect(changes.items).toMatchObject([{ kind: 'placed', orderId: placed.order.id, journalId: placed.journalId }]);
  expect(statement.items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['custody-place', '-1000.000000'],
    ['demo-credit', '1000.00000000'],
    ['demo-credit', '10000.000000'],
  ]);
  lin.isReachable = false;
  expect(await api.invoke('custodyOrders', { limit: 20 }, { source: 'cache' })).toMatchObject({
    ok: true,
    data: orders,
  });
  expect(await api.invoke('custodyChanges', { limit: 20 }, { source: 'cache' })).toMatchObject({ data: changes });
  expect(await api.invoke('accountStatement', { account: 'cash', limit: 20 }, { source: 'cache' })).toMatchObject({
    data: statement,
  });
}

/** Part of it is redeemed: free of charge within the first day, and exactly as quoted. */
async function redeemPart(
  tab: Tab,
  { id: orderId, version }: CallOutput<'createCustodyOrder'>['order'],
): Promise<void> {
  const { api } = tab;
  const terms = done(await api.invoke('redemptionQuote', { orderId, amount: '400.5' }));
  expect(terms).toMatchObject({ isFreeUndo: true, fee: '0.000000', received: '400.500000', remaining: '599.500000' });
  const redemption = { orderId, version, amount: '400.5', tradePassword: TRADE_PASSWORD };
  const redeemed = done(await api.invoke('redeemCustodyOrder', redemption, tab.confirmed()));
  expect(redeemed).toMatchObject({ redeemed: { received: '400.500000' }, order: { principal: '599.500000' } });
  const stale = await api.invoke('redeemCustodyOrder', { ...redemption, amount: '100' }, tab.confirmed());
  expect(stale).toMatchObject({
    error: { code: 'stale-version', data: { current: { version: redeemed.order.version } } },
  });
  expect(cashOf(done(await api.invoke('assets', {})))).toBe('9400.500000');
}
