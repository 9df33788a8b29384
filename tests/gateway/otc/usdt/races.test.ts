/** Many at once on the USDT market, on a real server; and a gateway whose database is gone at the moment of the commit. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { openDatabase, type Database } from '../../../../gateway/db/client';
import { Refusal } from '../../../../gateway/domain/call-context';
import { TRADE_PASSWORD } from '../../custody/world';
import { asOwner, createMigrated, type TestDatabase } from '../../support/database';
import { MINUTE_MS, openUsdtWorld, usdt, type UsdtWorld } from './world';

let created: TestDatabase;
let db: Database;
let world: UsdtWorld;

beforeAll(async () => {
  created = await createMigrated('postgres');
  db = await openDatabase(created.config);
  world = await openUsdtWorld(db);
});
afterAll(async () => {
  await db.close();
  await created.drop();
});

/** Counts the ends: `done`, or the code of the refusal. */
async function outcomes(all: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of await Promise.allSettled(all)) {
    if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
    const how = one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).code;
    counts[how] = (counts[how] ?? 0) + 1;
  }
  return counts;
}

/** As many at a time as there are connections, so that none waits for one: what is raced for is the lot. */
const AT_ONCE = 20;

async function inTurns<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) done.push(await work(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

test('two hundred take the last lot: one has it, the others are told', async () => {
  const seller = await world.trader('1000');
  const offer = await world.sellOffer(seller);
  const racers = await inTurns(200, async () => ({ ...(await world.person('0')), name: '', cardId: '' }));
  await db.pool.query(`UPDATE users SET identity_status = 'approved' WHERE id = ANY ($1::bigint[])`, [
    racers.map(({ userId }) => userId),
  ]);
  const results = await inTurns(racers.length, async (index) => {
    const one = racers[index] ?? seller;
    return outcomes([world.call(one, 'buyUsdt', world.taking(one, offer, '100'))]);
  });
  expect(results.filter((one) => one['done'] === 1)).toHaveLength(1);
  expect(results.filter((one) => one['lot-taken'] === 1)).toHaveLength(199);
  expect(await world.escrow(seller)).toBe(usdt('100.2'));
  expect(await world.held(seller)).toBe(0n);
});

test('one buyer takes five at once: no more than may be unpaid', async () => {
  const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
  const offers = [];
  for (let n = 0; n < 5; n += 1) offers.push(await world.sellOffer(seller));
  const taking = offers.map((offer) => world.call(buyer, 'buyUsdt', world.taking(buyer, offer, '20')));
  expect(await outcomes(taking)).toEqual({ done: 3, 'limit-reached': 2 });
});

/** Does two acts at once on the same version: one is done, the other sees that it is late. */
async function oneOf(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  expect(await outcomes([first(), second()])).toEqual({ done: 1, 'stale-version': 1 });
}

test('confirm against dispute, pay against cancel, two who agree to cancel', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { id, seller, buyer } = await world.tradeIn('disputable');
    const { version } = await world.trade(seller, id);
    await oneOf(
      () => world.call(seller, 'confirmPayment', { id, version, tradePassword: TRADE_PASSWORD }),
      () => world.call(buyer, 'disputeTrade', { id, version, text: 'x', images: [] }),
    );
    const unpaid = await world.tradeIn('awaiting-payment');
    const seen = { id: unpaid.id, version: 1 };
    const proofs = [await world.upload(unpaid.buyer)];
    await oneOf(
      () => world.call(unpaid.buyer, 'reportPayment', { ...seen, reference: 'R', proofs }),
      () => world.call(unpaid.buyer, 'cancelOfferOrTrade', seen),
    );
    const paid = await world.tradeIn('paid');
    await oneOf(
      () => world.call(paid.buyer, 'cancelOfferOrTrade', { id: paid.id, version: 2 }),
      () => world.call(paid.seller, 'cancelOfferOrTrade', { id: paid.id, version: 2 }),
    );
  }
  expect(await world.findings()).toEqual([]);
});

test('taking against withdrawing: the offer is in one of both', async () => {
  for (let n = 0; n < 2; n += 1) {
    const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
    const offer = await world.sellOffer(seller);
    const { id, version } = offer;
    const counts = await outcomes([
      world.call(buyer, 'buyUsdt', world.taking(buyer, offer, '100')),
      world.call(seller, 'cancelOfferOrTrade', { id, version }),
    ]);
    expect(counts['done']).toBe(1);
    expect(await world.held(seller)).toBe(0n);
  }
});

test('two gateways and a late payment at once: each timer once, and the payment is shown or too late', async () => {
  const trades = [await world.tradeIn('awaiting-payment'), await world.tradeIn('awaiting-payment')];
  world.pass(15 * MINUTE_MS);
  const [, , paid] = await Promise.all([
    world.tick(),
    world.tick(),
    outcomes(trades.map(({ id, buyer }) => world.pay(buyer, id))),
  ]);
  expect((paid['done'] ?? 0) + (paid['stale-version'] ?? 0)).toBe(2);
  await world.tick();
  const { rows } = await db.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM otc_usdt_events WHERE step = 'payment-overdue' AND trade_id = ANY ($1::bigint[])`,
    [trades.map(({ id }) => id)],
  );
  expect(rows[0]?.n).toBe(2);
  expect(await world.findings()).toEqual([]);
});

describe('the database is gone when a step commits', () => {
  /** Ends the connection of whoever commits something to this table next, before anything is there. */
  async function breakCommitsOf(table: string): Promise<void> {
    await asOwner(db, ({ pool }) =>
      pool.query(`
      CREATE OR REPLACE FUNCTION test_cut() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER test_cut AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION test_cut()`),
    );
  }
  const mend = (table: string) => asOwner(db, ({ pool }) => pool.query(`DROP TRIGGER test_cut ON ${table}`));

  /** All that a step may change. */
  async function everything(): Promise<string> {
    const { rows } = await db.pool.query<{ all: string }>(`
      SELECT md5(string_agg(part, '|' ORDER BY part)) AS all FROM (
        SELECT 'account ' || a::text AS part FROM accounts a UNION ALL SELECT 'offer ' || o::text FROM otc_usdt_offers o
        UNION ALL SELECT 'trade ' || t::text FROM otc_usdt_trades t UNION ALL SELECT 'event ' || e::text FROM otc_usdt_events e
        UNION ALL SELECT 'live ' || l::text FROM live_events l UNION ALL SELECT 'key ' || k::text FROM idempotency_keys k
        UNION ALL SELECT 'hold ' || h::text FROM holds h UNION ALL SELECT 'journal ' || j::text FROM journals j) parts`);
    return rows[0]?.all ?? '';
  }

  /** Nothing has happened, and the same key again does it once, and once more answers the same. */
  async function cut(table: string, step: (key: string) => Promise<UsdtTrade>): Promise<UsdtTrade> {
    const [key, before] = [randomUUID(), await everything()];
    await breakCommitsOf(table);
    await expect(step(key)).rejects.toThrow();
    await mend(table);
    expect(await everything()).toBe(before);
    const done = await step(key);
    expect(await step(key)).toEqual(done);
    expect(await world.findings()).toEqual([]);
    return done;
  }

  const tradeIn = (answer: { order: unknown }) => answer.order as UsdtTrade;

  test('every step happens whole or not at all', async () => {
    const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
    const offer = await world.sellOffer(seller);
    const taking = world.taking(buyer, offer, '40');
    const taken = await cut('otc_usdt_trades', async (key) => tradeIn(await world.call(buyer, 'buyUsdt', taking, key)));
    const payment = { id: taken.id, version: 1, reference: 'R', proofs: [await world.upload(buyer)] };
    await cut('otc_usdt_trades', async (key) => (await world.call(buyer, 'reportPayment', payment, key)).trade);
    const sure = { id: taken.id, version: 2, tradePassword: TRADE_PASSWORD };
    await cut('live_events', async (key) => (await world.call(seller, 'confirmPayment', sure, key)).trade);
    expect(await world.available(buyer)).toBe(usdt('39.92'));
    const again = await world.take(buyer, offer.id, '20');
    const cancel = { id: again.id, version: 1 };
    await cut('otc_usdt_offers', async (key) => tradeIn(await world.call(buyer, 'cancelOfferOrTrade', cancel, key)));
    const { id, buyer: other } = await world.tradeIn('disputable');
    const dispute = { id, version: 2, text: 'x', images: [] };
    await cut('otc_usdt_trades', async (key) => (await world.call(other, 'disputeTrade', dispute, key)).trade);
  });

  test('the job goes on where it was', async () => {
    const late = await world.tradeIn('awaiting-payment');
    world.pass(15 * MINUTE_MS);
    await breakCommitsOf('otc_usdt_trades');
    expect(await world.tick()).toBe(0);
    await mend('otc_usdt_trades');
    expect((await world.trade(late.buyer, late.id)).state).toBe('awaiting-payment');
    expect(await world.tick()).toBeGreaterThan(0);
    expect((await world.trade(late.buyer, late.id)).state).toBe('late-hold');
  });
});
