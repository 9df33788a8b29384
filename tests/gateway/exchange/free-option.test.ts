/**
 * No quote is an option that the treasury gives away (docs/rules.md §4): whatever the price does, and whoever asks for and fills what and
 * when, no filling leaves anybody with more than they had at the price of that moment.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toAmount, toUnits, type AssetCode } from '../../../contract/money';
import { saveGuidePrice } from '../../../gateway/domain/exchange/repo';
import { openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';
import { stockTreasury } from './stock';

const tradePassword = TRADE_PASSWORD;
describeOnDatabase('the exchange gives no free option', (fixture) => {
  let world: GatewayWorld;
  const statePrice = (price: bigint) =>
    fixture.tx((tx) => saveGuidePrice(tx, { price, source: 'operator', asOf: world.time.now }));
  const quote = (who: Person, amount: string, from: AssetCode = 'USDT') =>
    world.call(who, 'exchangeQuote', { from, to: from === 'USDT' ? 'RAB' : 'USDT', amount });
  const fill = (who: Person, quoteId: string) => world.call(who, 'exchangeAssets', { quoteId, tradePassword });
  const refusedFill = (who: Person, quoteId: string) =>
    world.refused(who, 'exchangeAssets', { quoteId, tradePassword });
  const refusedQuote = (who: Person, amount: string, from: AssetCode = 'USDT') =>
    world.refused(who, 'exchangeQuote', { from, to: from === 'USDT' ? 'RAB' : 'USDT', amount });
  async function subOf(who: Person): Promise<Person> {
    const { id } = await world.call(who, 'createSubAccount', { name: 'Second' });
    return { userId: who.userId, accountId: id };
  }
  async function cashOf(who: Person, asset: AssetCode): Promise<bigint> {
    const { cash } = await world.call(who, 'assets', {});
    return toUnits(cash.find((one) => one.asset === asset)?.available ?? '0', asset);
  }
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await fixture.tx((tx) => stockTreasury(tx, '1000000', world.time.now));
  });
  /** Each test begins a day after the one before: what was exchanged until then counts no more. */
  beforeEach(async () => {
    world.time.now += 86_400_000;
    await statePrice(125_000n);
  });

  it('to who holds five quotes while the price rises by a tenth: one is open, and that is refused', async () => {
    const who = await world.person('5000');
    const quotes = await Promise.all(Array.from({ length: 5 }, () => quote(who, '1000')));
    world.time.now += 1_000;
    await statePrice(137_500n);
    const refusals = await Promise.all(quotes.map(({ id }) => refusedFill(who, id)));
    const codes = refusals.map(({ code }) => code).sort();
    expect(codes).toEqual(['price-moved', ...Array.from({ length: 4 }, () => 'quote-expired')]);
    expect(refusals.find(({ code }) => code === 'price-moved')?.data).toEqual({ price: '0.137500' });
    expect(await cashOf(who, 'USDT')).toBe(5_000_000_000n);
    // A new quote is at the price of now, and is filled.
    await fill(who, (await quote(who, '1000')).id);
    const back = await fill(who, (await quote(who, toAmount(await cashOf(who, 'RAB'), 'RAB'), 'RAB')).id);
    expect(Number(back.exchange.received)).toBeLessThan(1_000);
    expect(await world.findings()).toEqual([]);
  });

  it('in either direction, nor to a sub-account beside the main one', async () => {
    const who = await world.person('100');
    const sub = await subOf(who);
    await fill(who, (await quote(who, '50')).id);
    const held = await quote(who, '100', 'RAB');
    await statePrice(124_375n);
    expect((await fill(who, held.id)).exchange.received).toBe('12.437500');
    const next = await quote(who, '100', 'RAB');
    await statePrice(123_752n);
    expect(await refusedFill(who, next.id)).toMatchObject({ code: 'price-moved', data: { price: '0.123752' } });
    await world.call(who, 'transferToAccount', {
      toAccountId: sub.accountId,
      asset: 'USDT',
      amount: '20',
      tradePassword,
    });
    const [first, second] = [await quote(who, '10'), await quote(sub, '10')];
    expect(await refusedFill(who, first.id)).toMatchObject({ code: 'quote-expired' });
    await fill(sub, second.id);
  });

  it('beyond what a user, and everybody together, may exchange in a day', async () => {
    const [who, other] = [await world.person('1000'), await world.person('1000')];
    await world.set('exchange.userDaily', '100');
    const sub = await subOf(who);
    await world.call(who, 'transferToAccount', {
      toAccountId: sub.accountId,
      asset: 'USDT',
      amount: '50',
      tradePassword,
    });
    await fill(who, (await quote(who, '60')).id);
    expect(await refusedQuote(sub, '41')).toMatchObject({
      code: 'day-limit',
      data: { limit: '100', available: '40.000000' },
    });
    // Both directions count, by their USDT.
    await fill(who, (await quote(who, '80', 'RAB')).id);
    const last = await quote(sub, '30.05');
    await world.set('exchange.userDaily', '80');
    expect(await refusedFill(sub, last.id)).toMatchObject({ code: 'day-limit', data: { available: '10.050000' } });
    await world.set('exchange.userDaily', '10000');
    await world.set('exchange.treasuryDaily', '170');
    expect(await refusedQuote(other, '101')).toMatchObject({ code: 'day-limit', data: { limit: '170' } });
    const both = [await quote(who, '60'), await quote(other, '60')];
    const ends = await Promise.allSettled([fill(who, both[0]?.id ?? ''), fill(other, both[1]?.id ?? '')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    world.time.now += 86_400_000;
    await statePrice(125_000n);
    await fill(other, (await quote(other, '101')).id);
    await world.set('exchange.treasuryDaily', '100000');
    expect(await world.findings()).toEqual([]);
  });
});

describeOnDatabase('a stated price', (fixture) => {
  it('counts every price of the last day: small steps need a second operator like one jump', async () => {
    const { deps, time } = await openGatewayWorld(fixture.database);
    const isProposed = async (rabUsdt: string) => {
      time.now += 1_000;
      const reply = await act(deps, 'price set', { rabUsdt });
      if (!reply.ok) throw new Error('refused');
      return 'proposal' in (reply.data as object);
    };
    // 0.125 is the reference; each step is less than a twentieth.
    expect(await isProposed('0.1250')).toBe(false);
    expect(await isProposed('0.1290')).toBe(false);
    expect(await isProposed('0.1312')).toBe(false);
    expect(await isProposed('0.1313')).toBe(true);
    // Down again in small steps: what counts is how far it is from the highest.
    expect(await isProposed('0.1280')).toBe(false);
    expect(await isProposed('0.1246')).toBe(true);
    // A price is forgotten when a day has passed since it held.
    time.now += 86_400_000 - 1_000;
    expect(await isProposed('0.1330')).toBe(false);
    // Two operators' price is where counting begins anew.
    time.now += 1_000;
    expect(await actAsTwo(deps, 'price set', { rabUsdt: '0.2' })).toMatchObject({ ok: true });
    expect(await isProposed('0.21')).toBe(false);
    expect(await isProposed('0.2101')).toBe(true);
    expect(await isProposed('0.1901')).toBe(true);
  });
});
