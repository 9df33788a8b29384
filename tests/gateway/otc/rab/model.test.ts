/**
 * Any sequence of placing, cancelling, posting rests and waiting does to the gateway what it does to the reference in memory: each
 * answer, every balance after every act, fees and insurance to the unit, each timer once; and in the end nothing is left in escrow.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RabOrder } from '../../../../contract/calls/otc-rab';
import { toAmount, toUnits } from '../../../../contract/money';
import type { Database } from '../../../../gateway/db/client';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { systemBalance } from '../../../../gateway/ledger/balances';
import { ModelRun } from '../../../support/model-run';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../../custody/world';
import { describeOnDatabase } from '../../support/database';
import { feesTaken } from '../../support/fees';
import {
  endedBy,
  feeOf,
  filledOf,
  heldOf,
  ReferenceMarket,
  statusOf,
  type Code,
  type Intent,
  type Order,
} from './reference';
import { openRabWorld, type RabWorld } from './world';

const model = new ModelRun('RAB market', 12);
const tradePassword = TRADE_PASSWORD;
/** Ann's main account and a sub-account, and two other people; what each has. */
const OWNERS = [0, 0, 1, 2];
const FUNDS = { usdt: ['60', '20', '90', '40'], rab: ['500', '150', '700', '100'] };

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

interface Real {
  world: RabWorld;
  accounts: Person[];
  /** The gateway's ids, by the reference's index. */
  ids: string[];
  before: { fees: bigint; insured: bigint };
}

type Act = fc.AsyncCommand<ReferenceMarket, Real>;

const usdt = (units: bigint) => toAmount(units, 'USDT');
const rab = (units: bigint) => toAmount(units, 'RAB');

/** The model and the gateway must agree on these facts of an order. */
function shown(order: Order) {
  const isBuy = order.side === 'buy';
  return {
    side: order.side,
    version: order.version,
    status: statusOf(order),
    endedBy: endedBy(order),
    remaining: rab(order.left),
    filled: rab(filledOf(order)),
    fee: usdt(feeOf(order)),
    held: isBuy ? usdt(heldOf(order)) : rab(heldOf(order)),
    restDueAt: order.dueAt,
  };
}

function agree(answer: RabOrder, order: Order): void {
  expect(answer).toMatchObject(shown(order));
}

async function balances({ world, accounts }: Real): Promise<string[]> {
  const { rows } = await world.deps.db.pool.query<Record<'owner' | 'asset' | 'free' | 'held', string>>(
    `SELECT owner_account_id::text AS owner, asset, (balance - held)::text AS free, held::text FROM accounts
      WHERE owner_account_id = ANY ($1::bigint[]) AND kind = 'user_cash'`,
    [accounts.map(({ accountId }) => accountId)],
  );
  return accounts.map(({ accountId }) => {
    const of = (asset: 'USDT' | 'RAB') => rows.find((row) => row.owner === accountId && row.asset === asset);
    const text = (asset: 'USDT' | 'RAB') =>
      `${asset} ${toAmount(BigInt(of(asset)?.free ?? 0), asset)} ${toAmount(BigInt(of(asset)?.held ?? 0), asset)}`;
    return `${text('USDT')}, ${text('RAB')}`;
  });
}

function expectedBalances(market: ReferenceMarket): string[] {
  return OWNERS.map((_, account) => {
    const [dollars, coins] = [market.available(account, 'usdt'), market.available(account, 'rab')];
    for (const units of [dollars, coins]) expect(units >= 0n).toBe(true);
    const held = { usdt: (market.usdt[account] ?? 0n) - dollars, rab: (market.rab[account] ?? 0n) - coins };
    return `USDT ${usdt(dollars)} ${usdt(held.usdt)}, RAB ${rab(coins)} ${rab(held.rab)}`;
  });
}

async function compare(market: ReferenceMarket, real: Real): Promise<void> {
  expect(await balances(real)).toEqual(expectedBalances(market));
  // Nobody can trade past a better price when no two prices cross.
  expect(market.crossed()).toBeNull();
}

/** Runs a call; the order, or the code that it was refused with. */
async function outcome(run: () => Promise<{ order: RabOrder }>): Promise<RabOrder | string> {
  try {
    return (await run()).order;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}

async function checked(market: ReferenceMarket, real: Real, expected: Code | Order, actual: RabOrder | string) {
  model.met(typeof expected === 'string' ? expected : statusOf(expected));
  if (typeof expected === 'string' || typeof actual === 'string') expect(actual).toBe(expected);
  else agree(actual, expected);
  await compare(market, real);
}

class Place implements Act {
  constructor(readonly intent: Intent) {}
  check = () => true;
  async run(market: ReferenceMarket, real: Real): Promise<void> {
    const { account, side, price, quantity, canSplit, mode } = this.intent;
    const expected = market.place(this.intent);
    const who = real.accounts[account]!;
    const input = real.world.placing({ price: usdt(price), quantity: rab(quantity), canSplit, mode });
    const name = side === 'buy' ? 'buyRab' : 'sellRab';
    const actual = await outcome(() => real.world.call(who, name, input));
    if (typeof expected !== 'string' && typeof actual !== 'string') real.ids[expected.index] = actual.id;
    await checked(market, real, expected, actual);
  }
  toString = () =>
    `${this.intent.account} ${this.intent.side} ${rab(this.intent.quantity)} at ${usdt(this.intent.price)} ${this.intent.mode}${this.intent.canSplit ? '' : ' whole'}`;
}

/** An act on one of the orders, at its version or one before. */
abstract class Change implements Act {
  constructor(
    readonly pick: number,
    readonly isStale: boolean,
  ) {}
  check = (market: Readonly<ReferenceMarket>) => market.orders.length > 0;
  abstract expected(market: ReferenceMarket, order: Order, version: number): Code | Order;
  abstract actual(real: Real, who: Person, seen: { id: string; version: number }): Promise<{ order: RabOrder }>;
  async run(market: ReferenceMarket, real: Real): Promise<void> {
    const order = market.orders[this.pick % market.orders.length]!;
    const version = this.isStale && order.version > 1 ? order.version - 1 : order.version;
    const expected = this.expected(market, order, version);
    const who = real.accounts[order.account]!;
    const seen = { id: real.ids[order.index]!, version };
    await checked(market, real, expected, await outcome(() => this.actual(real, who, seen)));
  }
  toString = () => `${this.constructor.name} ${this.pick}${this.isStale ? ' stale' : ''}`;
}

class Cancel extends Change {
  expected = (market: ReferenceMarket, order: Order, version: number) => market.cancel(order, version);
  actual = ({ world }: Real, who: Person, seen: { id: string; version: number }) =>
    world.call(who, 'cancelRabOrder', seen);
}

class PostRest extends Change {
  expected = (market: ReferenceMarket, order: Order, version: number) => market.postRest(order, version);
  actual = ({ world }: Real, who: Person, seen: { id: string; version: number }) =>
    world.call(who, 'postTheRest', { ...seen, tradePassword });
}

class Wait implements Act {
  constructor(readonly ms: number) {}
  check = () => true;
  async run(market: ReferenceMarket, real: Real): Promise<void> {
    real.world.time.now += this.ms;
    expect(await lapseRabOrders(real.world.deps)).toBe(market.wait(this.ms));
    expect(await lapseRabOrders(real.world.deps)).toBe(0);
    await compare(market, real);
  }
  toString = () => `wait ${this.ms}`;
}

class Deposit implements Act {
  constructor(readonly tenths: bigint) {}
  check = () => true;
  async run(market: ReferenceMarket, { world }: Real): Promise<void> {
    market.deposit = this.tenths;
    await world.set('otc.depositRate', this.tenths === 10n ? '1' : `0.${this.tenths}`);
  }
  toString = () => `deposit ${this.tenths}`;
}

const seldom = (times: number) => fc.nat(times).map((one) => one === 0);
const change = { pick: fc.nat(30), isStale: seldom(4) };
/** Buyers offer about what sellers ask, so that most orders find somebody. */
const PRICES = { buy: fc.bigInt(123_301n, 125_003n), sell: fc.bigInt(122_001n, 124_007n) };
const QUANTITIES = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(40n, 60n, 80n, 100n, 150n).map((rabs) => rabs * 100_000_000n) },
  { weight: 8, arbitrary: fc.bigInt(800_000_000n, 20_000_000_000n) },
  { weight: 1, arbitrary: fc.bigInt(1n, 800_000_000n) },
);
const place = fc
  .record({
    account: fc.nat(3),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: QUANTITIES,
    isOut: seldom(40),
    canSplit: seldom(4).map((isWhole) => !isWhole),
    mode: seldom(5).map((isNow) => (isNow ? ('now' as const) : ('rest' as const))),
  })
  .chain(({ isOut, ...rest }) =>
    (isOut ? fc.constant(200_000n) : PRICES[rest.side]).map((price): Act => new Place({ ...rest, price })),
  );
const acts = [
  ...[place, place, place, place],
  fc.record(change).map(({ pick, isStale }): Act => new Cancel(pick, isStale)),
  fc.record(change).map(({ pick, isStale }): Act => new PostRest(pick, isStale)),
  fc.record(change).map(({ pick, isStale }): Act => new PostRest(pick, isStale)),
  fc.constantFrom(1_000, 1_500_000, 1_800_000, 50_000_000).map((ms): Act => new Wait(ms)),
  fc.constantFrom(10n, 3n, 3n).map((tenths): Act => new Deposit(tenths)),
];

async function people(world: RabWorld): Promise<Person[]> {
  const [main, second, third] = await Promise.all([
    world.trader(FUNDS.usdt[0], FUNDS.rab[0]),
    world.trader(FUNDS.usdt[2], FUNDS.rab[2]),
    world.trader(FUNDS.usdt[3], FUNDS.rab[3]),
  ]);
  const { id } = await world.call(main, 'createSubAccount', { name: 'Second' });
  const sub = { userId: main.userId, accountId: id };
  await world.fund(sub, { usdt: FUNDS.usdt[1] ?? '', rab: FUNDS.rab[1] ?? '' });
  return [main, sub, second, third];
}

async function revenue(database: Database) {
  const { amount, insurance } = await feesTaken(database.db);
  return { fees: amount, insured: (await systemBalance(database.db, 'insurance', 'USDT')) - insurance };
}

/** Past every timer: nobody has anything held, nothing is in escrow, and every order ended as in the reference. */
async function toTheEnd(market: ReferenceMarket, real: Real, database: Database): Promise<void> {
  await new Wait(2 * DAY_MS).run(market, real);
  for (const order of market.orders) {
    const { order: found } = await real.world.call(real.accounts[order.account]!, 'rabOrder', {
      id: real.ids[order.index]!,
    });
    agree(found, order);
    expect(found.closedAt).not.toBeNull();
  }
  const after = await revenue(database);
  expect(after.fees - real.before.fees).toBe(market.fees);
  expect(after.insured - real.before.insured).toBe(market.insured);
  const { rows } = await database.pool.query<{ left: string }>(
    `SELECT coalesce(sum(balance), 0)::text AS left FROM accounts WHERE kind = 'user_escrow'`,
  );
  expect(rows[0]?.left).toBe('0');
  const total = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
  const put = (all: readonly string[], asset: 'USDT' | 'RAB') => total(all.map((one) => toUnits(one, asset)));
  expect(total(market.usdt) + market.fees + market.insured).toBe(put(FUNDS.usdt, 'USDT'));
  expect(total(market.rab)).toBe(put(FUNDS.rab, 'RAB'));
}

describeOnDatabase('the RAB market', (fixture) => {
  it('does to every order and every unit what the reference does', { timeout: model.limitMs }, async () => {
    const { database } = fixture;
    const world = await openRabWorld(database);
    const setup = async () => {
      await world.set('otc.depositRate', '1');
      const real: Real = { world, accounts: await people(world), ids: [], before: await revenue(database) };
      const units = (all: string[], asset: 'USDT' | 'RAB') => all.map((one) => toUnits(one, asset));
      const market = new ReferenceMarket(world.time.now, OWNERS, units(FUNDS.usdt, 'USDT'), units(FUNDS.rab, 'RAB'));
      return { market, real };
    };
    await fc.assert(
      fc.asyncProperty(fc.commands(acts, { maxCommands: 40, size: 'max' }), async (sequence) => {
        const { market, real } = await setup();
        try {
          await fc.asyncModelRun(() => ({ model: market, real }), sequence);
          await toTheEnd(market, real, database);
        } finally {
          // Clears what a failed sequence left, so that the next one does not meet it.
          world.time.now += 3 * DAY_MS;
          await lapseRabOrders(world.deps);
        }
      }),
      model.settings,
    );
    expect(await world.findings()).toEqual([]);
    // A model that meets only refusals shows nothing.
    model.expectMet(COVERAGE);
  });
});
