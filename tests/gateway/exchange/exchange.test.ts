import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toAmount, toUnits, type AssetCode } from '../../../contract/money';
import { saveGuidePrice } from '../../../gateway/domain/exchange/repo';
import { reconcileExchange } from '../../../gateway/domain/exchange/reconcile-repo';
import { poolFree, systemBalance } from '../../../gateway/ledger/balances';
import { openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { cash, move, system } from '../support/ledger';
import { act, actAsTwo } from '../support/operators';
import { foundAfter } from '../support/planted';
import { stockTreasury } from './stock';

const tradePassword = TRADE_PASSWORD;

describeOnDatabase('exchange', (fixture) => {
  let world: GatewayWorld;
  const statePrice = (price = '0.125') =>
    fixture.tx((tx) => saveGuidePrice(tx, { price: toUnits(price, 'USDT'), source: 'operator', asOf: world.time.now }));
  const inventory = (asset: AssetCode) => poolFree(fixture.database.db, 'treasury', asset);
  const stock = (usdt: string) => fixture.tx((tx) => stockTreasury(tx, usdt, world.time.now));
  const quote = (who: Person, amount: string, from: AssetCode = 'USDT') =>
    world.call(who, 'exchangeQuote', { from, to: from === 'USDT' ? 'RAB' : 'USDT', amount });
  const fill = (who: Person, quoteId: string, key?: string) =>
    world.call(who, 'exchangeAssets', { quoteId, tradePassword }, key);
  const refusedQuote = (who: Person, amount: string, from: AssetCode = 'USDT') =>
    world.refused(who, 'exchangeQuote', { from, to: from === 'USDT' ? 'RAB' : 'USDT', amount });
  const refusedFill = (who: Person, quoteId: string) =>
    world.refused(who, 'exchangeAssets', { quoteId, tradePassword });
  async function cashOf(who: Person): Promise<Record<string, string>> {
    const assets = await world.call(who, 'assets', {});
    return Object.fromEntries(assets.cash.map(({ asset, available }) => [asset, available]));
  }

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await stock('1000');
  });
  beforeEach(() => statePrice());

  it('fills a quote at exactly its figures, in one journal against the treasury, and names it in the statement', async () => {
    const who = await world.person('100');
    const before = { RAB: await inventory('RAB'), USDT: await inventory('USDT') };
    expect(await world.call(who, 'exchangeFigures', {})).toMatchObject({
      guidePrice: { price: '0.125000', source: 'operator', asOf: world.time.now },
      isOpen: true,
      quoteMs: 15_000,
      available: { RAB: '0.00000000', USDT: '100.000000' },
    });
    const offered = await quote(who, '100');
    expect(offered).toMatchObject({
      given: '100.000000',
      received: '796.01990049',
      rate: '0.125625',
      expiresAt: world.time.now + 15_000,
      validMs: 15_000,
    });
    // A price that is worse for the holder changes nothing: the quote is filled at its own figures.
    await statePrice('0.1');
    const { exchange } = await fill(who, offered.id);
    const { expiresAt: _e, validMs: _v, ...terms } = offered;
    expect(exchange).toMatchObject({ ...terms, createdAt: world.time.now });
    expect(await cashOf(who)).toMatchObject({ USDT: '0.000000', RAB: '796.01990049' });
    expect((await inventory('USDT')) - before.USDT).toBe(100_000_000n);
    expect(before.RAB - (await inventory('RAB'))).toBe(79_601_990_049n);
    const { items } = await world.call(who, 'accountStatement', { account: 'cash', kind: 'exchange' });
    expect(
      items.map(({ asset, amount, reference, journalId }) => [asset, amount, reference, journalId]).sort(),
    ).toEqual([
      ['RAB', '796.01990049', exchange.id, exchange.journalId],
      ['USDT', '-100.000000', exchange.id, exchange.journalId],
    ]);
    await statePrice();
    const back = await fill(who, (await quote(who, '796.01990049', 'RAB')).id);
    expect(back.exchange).toMatchObject({ rate: '0.124375', received: '99.004975' });
    const list = await world.call(who, 'exchanges', { limit: 1 });
    expect(list.items).toEqual([back.exchange]);
    const rest = await world.call(who, 'exchanges', { limit: 1, cursor: list.nextCursor ?? '' });
    expect(rest).toEqual({ items: [exchange], nextCursor: null });
    expect(await world.findings()).toEqual([]);
  });

  it('holds a quote up to its last millisecond, and not one longer', async () => {
    const who = await world.person('100');
    const first = await quote(who, '1');
    world.time.now = first.expiresAt - 1;
    expect((await fill(who, first.id)).exchange.id).toBe(first.id);
    const second = await quote(who, '1');
    world.time.now = second.expiresAt;
    expect(await refusedFill(who, second.id)).toMatchObject({ code: 'quote-expired' });
    expect(await cashOf(who)).toMatchObject({ USDT: '99.000000' });
  });

  it('fills one quote once, of twenty at once; the same intent gets the first answer again', async () => {
    const who = await world.person('100');
    const { id } = await quote(who, '1');
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => fill(who, id)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(new Set(codes)).toEqual(new Set(['quote-used']));
    expect(await cashOf(who)).toMatchObject({ USDT: '99.000000', RAB: '7.96019900' });
    const key = randomUUID();
    const next = await quote(who, '1');
    const answer = await fill(who, next.id, key);
    world.time.now += 3_600_000;
    expect(await fill(who, next.id, key)).toEqual(answer);
    expect((await world.call(who, 'exchanges', {})).items).toHaveLength(2);
  });

  it('never gives more than the inventory has, whoever comes at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person('100')));
    for (const who of people) await fill(who, (await quote(who, '100')).id);
    // 99.0… USDT for each of them, and enough for three.
    const target = toUnits('300', 'USDT');
    const surplus = (await inventory('USDT')) - target;
    const sink = await world.person('0');
    await fixture.tx((tx) => move(tx, system('treasury'), cash(sink.accountId), surplus));
    const quotes = await Promise.all(people.map((who) => quote(who, '796.01990049', 'RAB')));
    const ends = await Promise.allSettled(people.map((who, index) => fill(who, quotes[index]?.id ?? '')));
    const refusals = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: string }] : []));
    expect(refusals).toHaveLength(5);
    const left = await inventory('USDT');
    expect(left).toBe(target - 3n * 99_004_975n);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['inventory-too-low']));
    const last = people[ends.findIndex(({ status }) => status === 'rejected')];
    if (!last) throw new Error('nobody was refused');
    expect(await cashOf(last)).toMatchObject({ RAB: '796.01990049', USDT: '0.000000' });
    // The next quote is refused at once, with what there is.
    expect(await refusedQuote(last, '796.01990049', 'RAB')).toMatchObject({
      code: 'inventory-too-low',
      data: { limit: toAmount(left, 'USDT') },
    });
    expect(await world.findings()).toEqual([]);
  });

  it('refuses when the price is not kept up, at the quote and at the filling', async () => {
    const who = await world.person('100');
    world.time.now += 50_000;
    const offered = await quote(who, '1');
    world.time.now += 10_000;
    expect((await world.call(who, 'exchangeFigures', {})).isOpen).toBe(true);
    world.time.now += 1;
    expect((await world.call(who, 'exchangeFigures', {})).isOpen).toBe(false);
    expect(await refusedQuote(who, '1')).toMatchObject({
      code: 'price-too-old',
    });
    expect(await refusedFill(who, offered.id)).toMatchObject({ code: 'price-too-old' });
    await statePrice('0.12');
    expect((await fill(who, offered.id)).exchange).toMatchObject({ received: offered.received });
  });

  it('refuses a wrong trade password and what one has not; each leaves nothing behind', async () => {
    const who = await world.person('100');
    const offered = await quote(who, '80');
    expect(await world.refused(who, 'exchangeAssets', { quoteId: offered.id, tradePassword: '000001' })).toMatchObject({
      code: 'wrong-trade-password',
      data: { triesLeft: 4 },
    });
    expect((await world.call(who, 'exchanges', {})).items).toEqual([]);
    await fill(who, offered.id);
    const other = await quote(who, '15');
    const { id: toAccountId } = await world.call(who, 'createSubAccount', { name: 'Second' });
    await world.call(who, 'transferToAccount', { toAccountId, asset: 'USDT', amount: '6', tradePassword });
    expect(await refusedFill(who, other.id)).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '14.000000' },
    });
    const sub = { userId: who.userId, accountId: toAccountId };
    await world.call(sub, 'transferToAccount', {
      toAccountId: who.accountId,
      asset: 'USDT',
      amount: '6',
      tradePassword,
    });
    expect(await refusedQuote(who, '21')).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '20.000000' },
    });
    expect(await refusedQuote(who, '20.000001')).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '20.000000' },
    });
    expect(await refusedQuote(who, '0.00000001', 'RAB')).toMatchObject({
      code: 'amount-too-small',
      data: { limit: '0.00000804' },
    });
    expect(await world.findings()).toEqual([]);
  });

  it('cannot be given more than its rate, nor changed once it is filled, by the database itself', async () => {
    const who = await world.person('100');
    const filled = await quote(who, '1');
    await fill(who, filled.id);
    const open = await quote(who, '1');
    const change = (id: string, set: ReturnType<typeof sql.raw>) =>
      fixture.tx((tx) => tx.execute(sql`UPDATE exchange_quotes SET ${set} WHERE id = ${id}::bigint`));
    await expect(change(open.id, sql.raw('received = received + 1'))).rejects.toThrow();
    await expect(change(filled.id, sql.raw('executed_at = executed_at'))).rejects.toThrow();
    await expect(change(open.id, sql.raw('user_id = user_id - 1'))).rejects.toThrow();
    const copy = sql`INSERT INTO exchange_quotes (account_id, user_id, replaced_at, from_asset, to_asset, given, received, price,
      price_source, price_as_of, spread, quoted_at, expires_at) SELECT account_id, user_id, quoted_at, from_asset, to_asset, given, received + 1, price,
      price_source, price_as_of, spread, quoted_at, expires_at FROM exchange_quotes WHERE id = ${open.id}::bigint`;
    await expect(fixture.tx((tx) => tx.execute(copy))).rejects.toThrow();
  });

  it('is compared with its journal: what was changed behind the ledger’s back is found', async () => {
    const who = await world.person('100');
    const { id } = await quote(who, '10');
    const { journalId } = (await fill(who, id)).exchange;
    const planted: [statement: string, subject: string][] = [
      [`UPDATE exchange_quotes SET received = received - 1 WHERE id = ${id}`, `exchange ${id}`],
      [`UPDATE exchange_quotes SET journal_id = journal_id - 1 WHERE id = ${id}`, `exchange ${id}`],
      [`UPDATE exchange_quotes SET executed_at = NULL, journal_id = NULL WHERE id = ${id}`, `journal ${journalId}`],
    ];
    for (const [statement, subject] of planted) {
      const found = await foundAfter(fixture, statement, reconcileExchange);
      expect(found, statement).toContainEqual(expect.objectContaining({ subject }));
    }
    expect(await fixture.tx(reconcileExchange)).toEqual([]);
    expect(await act(world.deps, 'reconcile', {})).toMatchObject({
      ok: true,
    });
  });

  describe('the guide price', () => {
    it('is set by the operator with an audit row, and then RAB is valued at it too', async () => {
      const set = (rabUsdt: string) => act(world.deps, 'price set', { rabUsdt });
      expect(await set('0.1234')).toMatchObject({ ok: true, data: { before: '0.125000', after: '0.123400' } });
      expect(await set('1e3')).toMatchObject({ ok: false, fault: 'input' });
      const who = await world.person('1');
      const { guidePrice } = await world.call(who, 'assets', {});
      expect(guidePrice).toMatchObject({ price: '0.123400', asOf: world.time.now });
      const audit = await act(world.deps, 'audit list', { limit: 1 });
      expect(audit).toMatchObject({ data: [{ act: 'price set', subject: 'RAB/USDT' }] });
    });

    it('pays out of operator capital, and takes no other source into the inventory', async () => {
      const fund = (input: object) =>
        actAsTwo(world.deps, 'fund-pool', {
          pool: 'exchange',
          amount: '5',
          reason: 'stock',
          runId: randomUUID(),
          ...input,
        });
      const before = await systemBalance(fixture.database.db, 'treasury', 'USDT');
      expect(await fund({ asset: 'USDT', from: 'operator-capital' })).toMatchObject({ ok: true });
      expect((await systemBalance(fixture.database.db, 'treasury', 'USDT')) - before).toBe(5_000_000n);
      expect(await fund({ asset: 'USDT', from: 'fee-revenue' })).toMatchObject({ ok: false, fault: 'input' });
      expect(await fund({ asset: 'RAB', from: 'operator-capital' })).toMatchObject({ ok: false, fault: 'input' });
    });
  });
});
