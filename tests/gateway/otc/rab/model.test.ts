/**
 * Any sequence of placing, cancelling, posting rests and waiting on the RAB market: nothing is made or lost, what is refused changes nothing, nobody
 * can trade past a better price or with themselves, each timer rings once, and in the end nothing is held and nothing left in escrow.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { toAmount } from '../../../../contract/money';
import { Refusal } from '../../../../gateway/domain/call-context';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { systemBalance } from '../../../../gateway/ledger/balances';
import { ModelRun } from '../../../support/model-run';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { feesTaken } from '../../support/fees';
import { openRabWorld, type RabWorld } from './world';

const model = new ModelRun('RAB market', 12);

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  'pending-match': 3,
  'order-closed': 3,
  'lot-taken': 1,
  cancelled: 0.7,
  'insufficient-funds': 0.7,
  completed: 0.6,
  'match-ended': 0.5,
  'amount-too-small': 0.4,
  'stale-version': 0.4,
  'fill-too-small': 0.35,
  'price-out-of-band': 0.2,
  'own-order': 0.05,
};

const seldom = (times: number) => fc.nat(times).map((one) => one === 0);
/** Buyers offer about what sellers ask, so that most orders find somebody. */
const PRICES = { buy: fc.bigInt(123_301n, 125_003n), sell: fc.bigInt(122_001n, 124_007n) };
const QUANTITIES = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(40n, 60n, 80n, 100n, 150n).map((rabs) => rabs * 100_000_000n) },
  { weight: 8, arbitrary: fc.bigInt(800_000_000n, 20_000_000_000n) },
  { weight: 1, arbitrary: fc.bigInt(1n, 800_000_000n) },
);
const place = fc
  .record({
    act: fc.constant('place' as const),
    who: fc.nat(3),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: QUANTITIES,
    isOut: seldom(40),
    canSplit: seldom(4).map((isWhole) => !isWhole),
    mode: seldom(5).map((isNow) => (isNow ? ('now' as const) : ('rest' as const))),
  })
  .chain(({ isOut, ...rest }) =>
    (isOut ? fc.constant(200_000n) : PRICES[rest.side]).map((price) => ({ ...rest, price })),
  );
/** An act on one of the orders, at its version or one before. */
const change = <A extends string>(act: A) => fc.record({ act: fc.constant(act), pick: fc.nat(30), isStale: seldom(4) });
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: place },
    { weight: 1, arbitrary: change('cancel' as const) },
    { weight: 2, arbitrary: change('post-rest' as const) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<number[]>(1_000, 1_500_000, 1_800_000, 50_000_000)
        .map((ms) => ({ act: 'wait' as const, ms })),
    },
    { weight: 1, arbitrary: fc.constantFrom('1', '0.3', '0.3').map((rate) => ({ act: 'deposit' as const, rate })) },
  ),
  { maxLength: 40, size: 'max' },
);
type Act = (typeof acts extends fc.Arbitrary<infer A> ? A : never) extends readonly (infer One)[] ? One : never;

interface OrderRow {
  id: string;
  version: number;
  account: string;
  owner: string;
  side: 'buy' | 'sell';
  price: string;
  remaining: string;
  status: string;
  isOn: boolean;
}

/** All that acts may change for these people. */
interface Market {
  orders: OrderRow[];
  purses: { account: string; kind: string; asset: string; balance: string; held: string }[];
}

describeOnDatabase('the RAB market', (fixture) => {
  let world: RabWorld;
  /** Ann's main account and a sub-account, and two other people. */
  let people: Person[];

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });

  async function newPeople(): Promise<void> {
    const [main, second, third] = [
      await world.trader('60', '500'),
      await world.trader('90', '700'),
      await world.trader('40', '100'),
    ];
    const { id } = await world.call(main, 'createSubAccount', { name: 'Second' });
    const sub = { userId: main.userId, accountId: id };
    await world.fund(sub, { usdt: '20', rab: '150' });
    people = [main, sub, second, third];
  }

  async function market(): Promise<Market> {
    const ids = people.map(({ accountId }) => accountId);
    const read = async <Row extends object>(text: string, ...values: unknown[]) =>
      (await fixture.database.pool.query<Row>(text, [ids, ...values])).rows;
    return {
      orders: await read<OrderRow>(
        `SELECT id::text, version, account_id::text AS account, user_id::text AS owner, side, price::text, remaining::text, status,
                remaining > 0 AND expires_at > $2 AS "isOn"
           FROM otc_rab_orders WHERE account_id = ANY ($1::bigint[]) ORDER BY otc_rab_orders.id`,
        new Date(world.time.now),
      ),
      purses: await read<Market['purses'][number]>(
        `SELECT owner_account_id::text AS account, kind, asset, balance::text, held::text FROM accounts
          WHERE owner_account_id = ANY ($1::bigint[]) ORDER BY 1, 2, 3`,
      ),
    };
  }

  /** Sums what people, fees and the insurance fund have of each asset. */
  async function total({ purses }: Market): Promise<Record<string, bigint>> {
    const { db } = fixture.database;
    const { amount, insurance } = await feesTaken(db);
    const fund = await systemBalance(db, 'insurance', 'USDT');
    const sums: Record<string, bigint> = { USDT: amount - insurance + fund, RAB: 0n };
    for (const { asset, balance } of purses) sums[asset] = (sums[asset] ?? 0n) + BigInt(balance);
    return sums;
  }

  async function changed(now: Market, { act, pick, isStale }: Extract<Act, { act: 'cancel' | 'post-rest' }>) {
    const order = now.orders[pick % now.orders.length];
    if (!order) return;
    const who = people.find(({ accountId }) => accountId === order.account)!;
    const seen = { id: order.id, version: isStale && order.version > 1 ? order.version - 1 : order.version };
    const answer =
      act === 'cancel'
        ? await world.call(who, 'cancelRabOrder', seen)
        : await world.call(who, 'postTheRest', { ...seen, tradePassword: TRADE_PASSWORD });
    expect(seen.version).toBe(order.version);
    model.met(answer.order.status);
  }

  async function perform(now: Market, act: Act): Promise<void> {
    switch (act.act) {
      case 'place': {
        const { who, side, price, quantity, canSplit, mode } = act;
        const given = { price: toAmount(price, 'USDT'), quantity: toAmount(quantity, 'RAB'), canSplit, mode };
        const { order } = await world.call(people[who]!, side === 'buy' ? 'buyRab' : 'sellRab', world.placing(given));
        model.met(order.status);
        return;
      }
      case 'wait':
        world.time.now += act.ms;
        await lapseRabOrders(world.deps);
        // Each timer once: another round finds nothing to do.
        expect(await lapseRabOrders(world.deps)).toBe(0);
        return;
      case 'deposit':
        return world.set('otc.depositRate', act.rate);
      default:
        return changed(now, act);
    }
  }

  /** Performs it and checks what it did. @returns the market afterwards */
  async function step(before: Market, act: Act): Promise<Market> {
    const refused = await perform(before, act).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      },
    );
    const after = await market();
    if (refused !== null) {
      model.met(refused);
      expect(after, refused).toEqual(before);
    }
    // Nobody can trade past a better price when no two prices cross.
    const open = after.orders.filter(({ isOn }) => isOn);
    for (const buy of open.filter(({ side }) => side === 'buy'))
      for (const sell of open.filter(({ side, owner }) => side === 'sell' && owner !== buy.owner))
        expect(BigInt(buy.price), `${buy.id} and ${sell.id}`).toBeLessThan(BigInt(sell.price));
    return after;
  }

  /** Fills that no order allows: with a person's own, or at a price beyond that of either side. */
  async function wrongFills(): Promise<unknown[]> {
    const { rows } = await fixture.database.pool.query(
      `SELECT f.* FROM otc_rab_fills f JOIN otc_rab_orders b ON b.id = f.buy_order_id JOIN otc_rab_orders s ON s.id = f.sell_order_id
        WHERE b.user_id = s.user_id OR f.price > b.price OR f.price < s.price`,
    );
    return rows;
  }

  it('conserves every unit, and fills orders as they allow it', { timeout: model.limitMs }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        await world.set('otc.depositRate', '1');
        await newPeople();
        let now = await market();
        const begun = await total(now);
        try {
          for (const act of sequence) {
            now = await step(now, act);
            expect(await total(now)).toEqual(begun);
          }
        } finally {
          // Past every timer; also after a failure, so that the next sequence does not meet its orders.
          now = await step(now, { act: 'wait', ms: 2 * DAY_MS });
        }
        expect(await total(now)).toEqual(begun);
        expect(now.orders.filter(({ status }) => !['completed', 'cancelled'].includes(status))).toEqual([]);
        expect(now.purses.filter(({ kind, balance }) => kind === 'user_escrow' && balance !== '0')).toEqual([]);
        expect(now.purses.filter(({ held }) => held !== '0')).toEqual([]);
        expect(await wrongFills()).toEqual([]);
        // Figures of orders and fills against their journals, holds and escrow.
        expect(await world.findings()).toEqual([]);
      }),
      model.settings,
    );
    // A model that meets only refusals shows nothing.
    model.expectMet(COVERAGE);
  });
});
