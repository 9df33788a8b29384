/**
 * Any sequence of commands on the USDT market against the reference in memory: every answer, every unit, every version and every
 * timeline is what the reference says; nothing is made or lost, nobody is negative, escrow is empty when all has ended.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { unitsToDecimal, toAmount } from '../../../../contract/money';
import { Refusal } from '../../../../gateway/domain/call-context';
import { ModelRun } from '../../../support/model-run';
import { TRADE_PASSWORD } from '../../custody/world';
import { describeOnDatabase } from '../../support/database';
import { Reference, type Offer, type Party, type Purse, type Trade } from './reference';
import { openUsdtWorld, type TraderPerson, type UsdtWorld } from './world';

const model = new ModelRun('USDT market', 10);
/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  take: 4,
  pay: 2.6,
  place: 2.1,
  cancel: 2,
  confirm: 1.8,
  rule: 1.4,
  dispute: 1.3,
  pass: 1.3,
  withdraw: 0.8,
  ruling: 0.8,
  'ruling refused': 0.8,
  'trade cancelled': 1.4,
  'trade completed': 0.4,
  'not-now': 2.4,
  'order-closed': 1.4,
  'stale-version': 0.7,
  'amount-too-large': 0.6,
  'lot-taken': 0.3,
  'own-order': 0.1,
  'amount-too-small': 0.08,
};

const PEOPLE = 3;
/** Enough for one of the biggest offers, and not for two. */
const PURSE = '60000';
const MINUTE = 60_000;

const who = fc.nat(PEOPLE - 1);
const which = fc.nat(9);
const by = fc.constantFrom('buyer' as const, 'seller' as const);
const seldom = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
/** Now and then the version before. */
const isStale = seldom(9);
/** Mostly inputs that are accepted, now and then one that is not, or only just. */
const mostly = <T>(usual: readonly T[], rare: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

/** One of the commands, drawn in proportion to its weight. */
const drawn = <A extends string, Fields extends object>(
  weight: number,
  act: A,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) => ({
  weight,
  arbitrary: fc.tuple(fc.constant(act), fc.record(fields)).map(([name, rest]) => ({ act: name, ...rest })),
});
const mostlyBy = (party: Party) => fc.oneof({ weight: 5, arbitrary: fc.constant(party) }, { weight: 1, arbitrary: by });

const commands = fc.array(
  fc.oneof(
    drawn(5, 'place', {
      who,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: mostly(
        [33_333_333n, 100_000_000n, 2_500_000_001n],
        [9_999_999n, 10_000_000n, 49_999_999_999n, 50_000_000_001n],
      ),
      price: mostly([72_000n, 71_234n], [1n, 9_999_999n]),
      minFiat: mostly([1n], [10_000n, 100_000n]),
      maxFiat: mostly([10_000_000n], [50_000n]),
    }),
    drawn(9, 'take', { who, which, part: mostly([1n, 3n, 10n], [0n]), isStale }),
    drawn(6, 'pay', { which, by: mostlyBy('buyer'), isStale }),
    drawn(4, 'confirm', { which, by: mostlyBy('seller'), isStale }),
    drawn(5, 'cancel', { which, by, withdraw: seldom(4), isStale }),
    drawn(3, 'dispute', { which, by, isStale }),
    drawn(3, 'rule', { which, outcome: by, actor: fc.constantFrom('ann', 'bob') }),
    drawn(2, 'withdraw', { which, isStale }),
    drawn(3, 'pass', {
      ms: mostly([5 * MINUTE, 15 * MINUTE, 30 * MINUTE], [25 * 60 * MINUTE]),
      ticks: fc.boolean(),
    }),
  ),
  { minLength: 10, maxLength: 30 },
);
type Command = (typeof commands extends fc.Arbitrary<infer A> ? A : never) extends readonly (infer One)[] ? One : never;

describeOnDatabase('the USDT market', (fixture) => {
  let world: UsdtWorld;
  let people: TraderPerson[];
  let proofs: string[];
  let reference: Reference;
  let feesBefore: bigint;
  let runs = 0;

  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });

  /** Picks one of all, counted from the newest. */
  const chosen = <T>(all: readonly T[], index: number): T | undefined => all.at(-1 - (index % (all.length || 1)));
  const person = (index: number) => people[index] ?? people[0]!;
  const of = (trade: Trade, party: Party) => (party === 'buyer' ? trade.buyer : trade.seller);
  const versionOf = ({ version }: Offer | Trade, stale: boolean) => version - (stale ? 1 : 0);

  /** Reads everybody's balances in one query. */
  async function purses(): Promise<Purse[]> {
    const { rows } = await fixture.database.pool.query<{ owner: string; kind: string; balance: string; held: string }>(
      `SELECT owner_account_id::text AS owner, kind, balance::text, held::text FROM accounts
        WHERE asset = 'USDT' AND owner_account_id = ANY ($1::bigint[])`,
      [people.map(({ accountId }) => accountId)],
    );
    return people.map(({ accountId }) => {
      const cash = rows.find(({ owner, kind }) => owner === accountId && kind === 'user_cash');
      const escrow = rows.find(({ owner, kind }) => owner === accountId && kind === 'user_escrow');
      const [balance, held] = [BigInt(cash?.balance ?? 0), BigInt(cash?.held ?? 0)];
      return { available: balance - held, held, escrow: BigInt(escrow?.balance ?? 0) };
    });
  }

  /** Makes new people for each sequence: leftovers of one sequence do not matter to the next, nor to its own shorter form. */
  async function begin(): Promise<void> {
    runs += 1;
    people = [await world.trader(PURSE), await world.trader(PURSE), await world.trader(PURSE)];
    proofs = [];
    for (const one of people) proofs.push(await world.upload(one));
    reference = new Reference(await purses(), world.time.now);
    feesBefore = await world.fees();
  }

  /** @returns what it was refused with, or the id that it answered */
  async function asked(call: () => Promise<{ id: string }>): Promise<{ refused: string } | { id: string }> {
    try {
      return { id: (await call()).id };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.code };
      throw error;
    }
  }

  async function place(command: Extract<Command, { act: 'place' }>): Promise<void> {
    const { side, quantity, price, minFiat, maxFiat } = command;
    const one = person(command.who);
    const order = {
      kind: 'place' as const,
      quantity: toAmount(quantity, 'USDT'),
      price: unitsToDecimal(price, 4),
      minFiat: unitsToDecimal(minFiat, 2),
      maxFiat: unitsToDecimal(maxFiat, 2),
      methodIds: side === 'sell' ? [one.cardId] : [],
    };
    const input = { order, fee: '1000', tradePassword: TRADE_PASSWORD };
    const call = side === 'sell' ? 'sellUsdt' : 'buyUsdt';
    const answer = await asked(async () => (await world.call(one, call, input)).order);
    const refused = reference.place(command.who, side, { price, quantity, minFiat, maxFiat });
    compare(answer, refused);
    const offer = reference.offers.at(-1);
    if (offer && 'id' in answer) offer.id = answer.id;
  }

  async function take(command: Extract<Command, { act: 'take' }>): Promise<void> {
    const offer = chosen(reference.offers, command.which);
    if (!offer) return;
    // Now and then the maker.
    const taker = command.who === 2 && command.isStale ? offer.maker : (offer.maker + 1 + (command.who % 2)) % PEOPLE;
    const one = person(taker);
    // Parts of what is left; 0: a unit more than there is.
    const quantity =
      command.part === 0n ? offer.remaining + 1n : (offer.remaining + command.part - 1n) / command.part || 1n;
    const version = versionOf(offer, command.isStale) || 99;
    const methodIds = offer.side === 'buy' ? [one.cardId] : [];
    const order = {
      kind: 'take' as const,
      offerId: offer.id,
      version,
      quantity: toAmount(quantity, 'USDT'),
      methodIds,
    };
    const input = { order, fee: '1000', tradePassword: TRADE_PASSWORD };
    const call = offer.side === 'sell' ? 'buyUsdt' : 'sellUsdt';
    const answer = await asked(async () => (await world.call(one, call, input)).order);
    const refused = reference.take(taker, offer, quantity, version);
    compare(answer, refused);
    const trade = reference.trades.at(-1);
    if (trade && 'id' in answer) trade.id = answer.id;
  }

  function compare(answer: { refused: string } | { id: string }, refused: string | null): void {
    expect('refused' in answer ? answer.refused : null).toBe(refused);
    if (refused !== null) model.met(refused);
  }

  async function onTrade(command: Extract<Command, { act: 'pay' | 'confirm' | 'cancel' | 'dispute' }>): Promise<void> {
    const trade = chosen(reference.trades, command.which);
    if (!trade) return;
    const one = person(of(trade, command.by));
    const version = versionOf(trade, command.isStale) || 99;
    const seen = { id: trade.id, version };
    const proof = proofs[of(trade, command.by)] ?? '';
    const answer = await asked(async () => {
      switch (command.act) {
        case 'pay':
          return (await world.call(one, 'reportPayment', { ...seen, reference: 'R', proofs: [proof] })).trade;
        case 'confirm':
          return (await world.call(one, 'confirmPayment', { ...seen, tradePassword: TRADE_PASSWORD })).trade;
        case 'cancel':
          return (await world.call(one, 'cancelOfferOrTrade', { ...seen, withdraw: command.withdraw })).order;
        case 'dispute':
          return (await world.call(one, 'disputeTrade', { ...seen, text: 'x', images: [] })).trade;
      }
    });
    const said = {
      pay: () => reference.pay(trade, command.by, version),
      confirm: () => reference.confirm(trade, command.by, version),
      cancel: () => reference.cancel(trade, command.by, 'withdraw' in command && command.withdraw, version),
      dispute: () => reference.dispute(trade, version),
    };
    compare(answer, said[command.act]());
  }

  async function withdraw(command: Extract<Command, { act: 'withdraw' }>): Promise<void> {
    const offer = chosen(reference.offers, command.which);
    if (!offer) return;
    const version = versionOf(offer, command.isStale) || 99;
    const input = { id: offer.id, version };
    const answer = await asked(async () => (await world.call(person(offer.maker), 'cancelOfferOrTrade', input)).order);
    compare(answer, reference.withdraw(offer, version));
  }

  async function rule(trade: Trade, outcome: Party, actor: string): Promise<void> {
    const input = { id: trade.id, for: outcome, reason: 'x' };
    // Each run has operators of its own: their rulings are counted for a day.
    const { ok } = await world.operator('otc rule', input, `${actor}-${runs}`);
    expect(ok).toBe(reference.rule(trade, actor, outcome));
    model.met(ok ? 'ruling' : 'ruling refused');
  }

  async function pass(ms: number, ticks: boolean): Promise<void> {
    world.pass(ms);
    reference.now = world.time.now;
    // Each timer once: another round finds nothing to do.
    if (ticks) expect([await world.tick(), await world.tick()]).toEqual([reference.tick(), 0]);
  }

  function perform(command: Command): Promise<void> {
    switch (command.act) {
      case 'place':
        return place(command);
      case 'take':
        return take(command);
      case 'withdraw':
        return withdraw(command);
      case 'pass':
        return pass(command.ms, command.ticks);
      case 'rule': {
        const trade = chosen(reference.trades, command.which);
        return trade ? rule(trade, command.outcome, command.actor) : Promise.resolve();
      }
      default:
        return onTrade(command);
    }
  }

  async function check(): Promise<void> {
    expect(await purses()).toEqual(reference.purses);
  }

  /** Rows, timelines and fees are the reference's as well. */
  async function checkRecords(): Promise<void> {
    const ids = reference.trades.map(({ id }) => id);
    const { rows } = await fixture.database.pool.query<{ id: string; version: number; state: string; steps: string }>(
      `SELECT t.id::text, t.version, t.state, (SELECT string_agg(e.step, ' ' ORDER BY e.id) FROM otc_usdt_events e WHERE e.trade_id = t.id) AS steps
         FROM otc_usdt_trades t WHERE t.id = ANY ($1::bigint[]) ORDER BY t.id`,
      [ids],
    );
    expect(rows).toEqual(
      reference.trades.map(({ id, version, state, steps }) => ({ id, version, state, steps: steps.join(' ') })),
    );
    const offers = await fixture.database.pool.query<{
      id: string;
      version: number;
      remaining: string;
      completed: string;
      held: string;
      is_open: boolean;
    }>(
      `SELECT id::text, version, remaining::text, completed::text, held::text, state = 'open' AS is_open FROM otc_usdt_offers
        WHERE id = ANY ($1::bigint[]) ORDER BY otc_usdt_offers.id`,
      [reference.offers.map(({ id }) => id)],
    );
    expect(offers.rows).toEqual(
      reference.offers.map(({ id, version, remaining, completed, held, isOpen }) => ({
        id,
        version,
        remaining: String(remaining),
        completed: String(completed),
        held: String(held),
        is_open: isOpen,
      })),
    );
    expect((await world.fees()) - feesBefore).toBe(reference.fees);
  }

  /** Everything comes to its end: by time, by withdrawing, by two operators. */
  async function settle(outcome: Party): Promise<void> {
    for (const offer of reference.offers.filter(({ isOpen }) => isOpen)) {
      await world.call(person(offer.maker), 'cancelOfferOrTrade', { id: offer.id, version: offer.version });
      expect(reference.withdraw(offer, offer.version)).toBeNull();
    }
    await pass(25 * 60 * MINUTE, true);
    await pass(30 * MINUTE, true);
    for (const trade of reference.trades.filter((one) => !reference.isOver(one))) {
      await rule(trade, outcome, 'ann');
      if (!reference.isOver(trade)) await rule(trade, outcome, 'bob');
    }
  }

  it('does what the reference says and conserves every unit', { timeout: model.limitMs }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, by, async (sequence, outcome) => {
        await begin();
        for (const side of ['sell', 'buy'] as const) {
          const first = { quantity: 2_500_000_001n, price: 72_000n, minFiat: 1n, maxFiat: 10_000_000n };
          await place({ act: 'place', who: side === 'sell' ? 0 : 1, side, ...first });
        }
        const total = (all: readonly Purse[]) =>
          all.reduce((sum, one) => sum + one.available + one.held + one.escrow, 0n);
        const before = total(reference.purses);
        for (const command of sequence) {
          model.met(command.act);
          await perform(command);
          await check();
        }
        await checkRecords();
        await settle(outcome);
        await check();
        await checkRecords();
        const after = await purses();
        expect(after.map(({ held, escrow }) => [held, escrow])).toEqual(after.map(() => [0n, 0n]));
        expect(total(after) + reference.fees).toBe(before);
        for (const { state } of reference.trades) model.met(`trade ${state}`);
        if (runs % 100 === 0) expect(await world.findings()).toEqual([]);
      }),
      model.settings,
    );
    expect(await world.findings()).toEqual([]);
    model.expectMet(COVERAGE);
  });
});
