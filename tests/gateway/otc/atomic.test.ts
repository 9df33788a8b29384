/**
 * The database is gone at the moment at which a step of either market commits: nothing of it has happened, and asked for again with the same
 * key, or by the job's next round, it happens once. That a killed process leaves no more behind is tests/gateway/crash.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { lapseRabOrders } from '../../../gateway/jobs/otc-rab';
import { DAY_MS, TRADE_PASSWORD } from '../world';
import { describeOnDatabase } from '../support/database';
import { openRabWorld, type RabWorld } from './rab/world';
import { MINUTE_MS, OFFER, openUsdtWorld, type UsdtWorld } from './usdt/world';

const tradePassword = TRADE_PASSWORD;

/** By name; each asks with the same key whenever it is called. @throws Error when it was not done */
type Steps = Record<string, () => Promise<unknown>>;

async function usdtSteps(world: UsdtWorld): Promise<Steps> {
  const [maker, seller, buyer] = [await world.trader('1000'), await world.trader('1000'), await world.trader('0')];
  const order = { kind: 'place' as const, ...OFFER, methodIds: [maker.cardId] };
  const taking = world.taking(buyer, await world.sellOffer(seller), '40');
  const [disputable, unpaid] = [await world.tradeIn('disputable'), await world.tradeIn('awaiting-payment')];
  const payment = { id: unpaid.id, version: 1, reference: 'R', proofs: [await world.upload(unpaid.buyer)] };
  const [paid, unwanted] = [await world.tradeIn('paid'), await world.tradeIn('awaiting-payment')];
  const sure = { id: paid.id, version: 2, tradePassword };
  const dispute = { id: disputable.id, version: 2, text: 'Nothing came.', images: [] };
  const [place, take, pay, confirm, cancel, argue] = Array.from({ length: 6 }, () => randomUUID());
  return {
    'placing an offer': () => world.call(maker, 'sellUsdt', { order, fee: '1000', tradePassword }, place),
    'taking one': () => world.call(buyer, 'buyUsdt', taking, take),
    'telling a payment': () => world.call(unpaid.buyer, 'reportPayment', payment, pay),
    'confirming it': () => world.call(paid.seller, 'confirmPayment', sure, confirm),
    'cancelling a trade': () =>
      world.call(unwanted.buyer, 'cancelOfferOrTrade', { id: unwanted.id, version: 1 }, cancel),
    'opening a dispute': () => world.call(disputable.seller, 'disputeTrade', dispute, argue),
  };
}

async function rabSteps(world: RabWorld): Promise<Steps> {
  const [seller, keeper] = [await world.trader('0', '200'), await world.trader('0', '100')];
  const [buyer, late] = [await world.trader('100', '0'), await world.trader('100', '0')];
  await world.set('otc.depositRate', '0.3');
  await world.sell(seller);
  const { id, version } = await world.buy(late, { mode: 'now' });
  await world.set('otc.depositRate', '1');
  const kept = await world.sell(keeper, { price: '0.13' });
  await world.sell(seller);
  const [fill, rest, cancel] = Array.from({ length: 3 }, () => randomUUID());
  return {
    'filling a lot': () => world.call(buyer, 'buyRab', world.placing({ mode: 'now' }), fill),
    'posting the rest': () => world.call(late, 'postTheRest', { id, version, tradePassword }, rest),
    'cancelling an order': () => world.call(keeper, 'cancelRabOrder', { id: kept.id, version: 1 }, cancel),
  };
}

describeOnDatabase('a step of a market whose commit fails', (fixture) => {
  let world: UsdtWorld;
  let rab: RabWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
    rab = await openRabWorld(fixture.database, world.time.now);
  });

  /** Each step announces itself: whoever commits an announcement loses the connection before anything is there. */
  async function whileCut(work: () => Promise<void>): Promise<void> {
    await fixture.owner(({ pool }) =>
      pool.query(`
        CREATE OR REPLACE FUNCTION test_cut() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER test_cut AFTER INSERT ON live_events DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION test_cut()`),
    );
    try {
      await work();
    } finally {
      await fixture.owner(({ pool }) => pool.query('DROP TRIGGER test_cut ON live_events'));
    }
  }

  /** All that a step may change. */
  async function everything(): Promise<string[]> {
    const tables = ['accounts', 'holds', 'journals', 'entries', 'otc_usdt_offers', 'otc_usdt_trades', 'otc_usdt_events']
      .concat('otc_rab_orders', 'otc_rab_fills', 'live_events', 'idempotency_keys', 'audit_log')
      .map((table) => `SELECT '${table}' || t::text AS row FROM ${table} t`);
    const { rows } = await fixture.database.pool.query<{ row: string }>(`${tables.join(' UNION ALL ')} ORDER BY row`);
    return rows.map(({ row }) => row);
  }

  it('has not happened, and happens once when it is asked for again and again', async () => {
    const steps = Object.entries({ ...(await usdtSteps(world)), ...(await rabSteps(rab)) });
    const before = await everything();
    await whileCut(async () => {
      for (const [name, ask] of steps) await expect(ask(), name).rejects.toThrow();
    });
    expect(await everything()).toEqual(before);
    const answers: unknown[] = [];
    for (const [, ask] of steps) answers.push(await ask());
    const after = await everything();
    for (const [index, [name, ask]] of steps.entries()) expect(await ask(), name).toEqual(answers[index]);
    expect(await everything()).toEqual(after);
    expect(await world.findings()).toEqual([]);
  });

  it('of an operator or of a job is done when it comes round again', async () => {
    const [overdue, disputed] = [await world.tradeIn('awaiting-payment'), await world.tradeIn('dispute')];
    const forgetful = await rab.trader('0', '100');
    await rab.sell(forgetful, { price: '0.135' });
    rab.time.now += DAY_MS;
    world.pass(15 * MINUTE_MS);
    const before = await everything();
    await whileCut(async () => {
      expect([await world.tick(), await lapseRabOrders(rab.deps)]).toEqual([0, 0]);
      await expect(world.ruled(disputed.id, 'buyer')).rejects.toThrow();
    });
    expect(await everything()).toEqual(before);
    expect(await world.ruled(disputed.id, 'buyer')).toContain('by 1 of 1');
    expect(await world.tick()).toBeGreaterThan(0);
    expect(await lapseRabOrders(rab.deps)).toBeGreaterThan(0);
    expect([await world.tick(), await lapseRabOrders(rab.deps)]).toEqual([0, 0]);
    expect((await world.trade(overdue.buyer, overdue.id)).state).toBe('late-hold');
    expect((await world.trade(disputed.buyer, disputed.id)).state).toBe('completed');
    expect(await rab.funds(forgetful)).toBe('USDT 0/0 RAB 100/0');
    expect(await world.findings()).toEqual([]);
  });
});
