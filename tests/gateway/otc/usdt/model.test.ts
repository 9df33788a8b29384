/**
 * Any sequence of commands on the USDT market: nothing is made or lost, what is refused changes nothing, a trade goes only where the table
 * of docs/rules.md §8 lets it, each timer rings once, and escrow is empty when all has ended.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { toAmount, unitsToDecimal } from '../../../../contract/money';
import { Refusal } from '../../../../gateway/domain/call-context';
import { ModelRun } from '../../../support/model-run';
import { TRADE_PASSWORD } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { MINUTE_MS, openUsdtWorld, type TraderPerson, type UsdtWorld } from './world';

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
  'trade cancelled': 1.4,
  'trade completed': 0.4,
  'not-now': 2.4,
  'order-closed': 1.4,
  'stale-version': 0.7,
  'lot-taken': 0.3,
};

const PEOPLE = 3;
/** Enough for one of the biggest offers, and not for two. */
const PURSE = '60000';

/** The states that a command or a timer may bring a trade to; a late command meets a timer that is due. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'awaiting-payment': ['late-hold', 'paid', 'dispute', 'cancelled'],
  'late-hold': ['dispute', 'cancelled'],
  paid: ['completed', 'cancelled', 'dispute'],
  dispute: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

type Party = 'buyer' | 'seller';
const which = fc.nat(9);
const by = fc.constantFrom<Party[]>('buyer', 'seller');
const mostlyBy = (party: Party) => fc.oneof({ weight: 5, arbitrary: fc.constant(party) }, { weight: 1, arbitrary: by });
const seldom = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
/** Mostly inputs that are accepted, now and then one that is not, or only just. */
const mostly = <T>(usual: readonly T[], rare: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

/** One of the commands, drawn in proportion to its weight; `isStale`: now and then with the version before. */
const drawn = <A extends string, Fields extends object>(
  weight: number,
  act: A,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) => ({
  weight,
  arbitrary: fc
    .tuple(fc.constant(act), fc.record(fields), seldom(9))
    .map(([name, rest, isStale]) => ({ act: name, ...rest, isStale })),
});

const commands = fc.array(
  fc.oneof(
    drawn(5, 'place', {
      who: fc.nat(PEOPLE - 1),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: mostly([33_333_333n, 100_000_000n, 2_500_000_001n], [9_999_999n, 49_999_999_999n]),
      price: mostly([72_000n, 71_234n], [1n, 9_999_999n]),
    }),
    drawn(9, 'take', { who: fc.nat(PEOPLE - 1), which, part: mostly([1n, 3n, 10n], [0n]) }),
    drawn(6, 'pay', { which, by: mostlyBy('buyer') }),
    drawn(4, 'confirm', { which, by: mostlyBy('seller') }),
    drawn(5, 'cancel', { which, by, withdraw: seldom(4) }),
    drawn(3, 'dispute', { which, by }),
    drawn(3, 'rule', { which, outcome: by, actor: fc.constantFrom('ann', 'bob') }),
    drawn(2, 'withdraw', { which }),
    drawn(3, 'pass', { ms: mostly([5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS], [25 * 60 * MINUTE_MS]) }),
  ),
  { minLength: 10, maxLength: 30 },
);
type Command = (typeof commands extends fc.Arbitrary<infer A> ? A : never) extends readonly (infer One)[] ? One : never;
type CommandOf<A extends Command['act']> = Extract<Command, { act: A }>;

interface OfferRow {
  id: string;
  version: number;
  account: string;
  side: 'buy' | 'sell';
  state: string;
  remaining: string;
}

interface TradeRow {
  id: string;
  version: number;
  buyer: string;
  seller: string;
  state: string;
}

/** All that commands may change for these people. */
interface Market {
  offers: OfferRow[];
  trades: TradeRow[];
  purses: { account: string; kind: string; balance: string; held: string }[];
}

describeOnDatabase('the USDT market', (fixture) => {
  let world: UsdtWorld;
  let people: TraderPerson[];
  let runs = 0;

  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });

  async function market(): Promise<Market> {
    const ids = [people.map(({ accountId }) => accountId)];
    const read = async <Row extends object>(text: string) =>
      (await fixture.database.pool.query<Row>(`${text} ORDER BY 1, 2`, ids)).rows;
    return {
      offers: await read<OfferRow>(
        `SELECT id::text, version, account_id::text AS account, side, state, remaining::text FROM otc_usdt_offers
          WHERE account_id = ANY ($1::bigint[])`,
      ),
      trades: await read<TradeRow>(
        `SELECT id::text, version, buyer_account_id::text AS buyer, seller_account_id::text AS seller, state FROM otc_usdt_trades
          WHERE buyer_account_id = ANY ($1::bigint[])`,
      ),
      purses: await read<Market['purses'][number]>(
        `SELECT owner_account_id::text AS account, kind, balance::text, held::text FROM accounts
          WHERE asset = 'USDT' AND kind IN ('user_cash', 'user_escrow') AND owner_account_id = ANY ($1::bigint[])`,
      ),
    };
  }
  const total = ({ purses }: Market) => purses.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  /** Picks one of all, counted from the newest. */
  const chosen = <T>(all: readonly T[], index: number): T | undefined => all.at(-1 - (index % (all.length || 1)));
  const holder = (account: string) => people.find(({ accountId }) => accountId === account)!;
  const seen = ({ id, version }: OfferRow | TradeRow, isStale: boolean) => ({
    id,
    version: isStale ? version - 1 || 99 : version,
  });

  async function place({ who, side, quantity, price }: Omit<CommandOf<'place'>, 'act' | 'isStale'>): Promise<void> {
    const one = people[who]!;
    const order = {
      kind: 'place' as const,
      quantity: toAmount(quantity, 'USDT'),
      price: unitsToDecimal(price, 4),
      minFiat: '0.01',
      maxFiat: '100000',
      methodIds: side === 'sell' ? [one.cardId] : [],
    };
    const call = side === 'sell' ? 'sellUsdt' : 'buyUsdt';
    await world.call(one, call, { order, fee: '1000', tradePassword: TRADE_PASSWORD });
  }

  async function take({ offers }: Market, command: CommandOf<'take'>): Promise<void> {
    const offer = chosen(offers, command.which);
    if (!offer) return;
    const taker = people[command.who]!;
    const remaining = BigInt(offer.remaining);
    // Parts of what is left; 0: a unit more than there is.
    const quantity = command.part === 0n ? remaining + 1n : (remaining + command.part - 1n) / command.part || 1n;
    const { id: offerId, version } = seen(offer, command.isStale);
    const methodIds = offer.side === 'buy' ? [taker.cardId] : [];
    const order = { kind: 'take' as const, offerId, version, quantity: toAmount(quantity, 'USDT'), methodIds };
    const call = offer.side === 'sell' ? 'buyUsdt' : 'sellUsdt';
    await world.call(taker, call, { order, fee: '1000', tradePassword: TRADE_PASSWORD });
  }

  async function onTrade(trade: TradeRow, command: CommandOf<'pay' | 'confirm' | 'cancel' | 'dispute'>): Promise<void> {
    const one = holder(trade[command.by]);
    const what = seen(trade, command.isStale);
    switch (command.act) {
      case 'pay':
        await world.call(one, 'reportPayment', { ...what, reference: 'R', proofs: [await world.upload(one)] });
        return;
      case 'confirm':
        await world.call(one, 'confirmPayment', { ...what, tradePassword: TRADE_PASSWORD });
        return;
      case 'cancel':
        await world.call(one, 'cancelOfferOrTrade', { ...what, withdraw: command.withdraw });
        return;
      case 'dispute':
        await world.call(one, 'disputeTrade', { ...what, text: 'x', images: [] });
    }
  }

  /** Each run has operators of its own: their rulings are counted for a day. @returns whether it was taken */
  const ruled = async ({ id }: TradeRow, outcome: Party, actor: string) =>
    (await world.operator('otc rule', { id, for: outcome, reason: 'x' }, `${actor}-${runs}`)).ok;

  async function pass(ms: number): Promise<void> {
    world.pass(ms);
    await world.tick();
    // Each timer once: another round finds nothing to do.
    expect(await world.tick()).toBe(0);
  }

  async function perform(now: Market, command: Command): Promise<void> {
    switch (command.act) {
      case 'place':
        return place(command);
      case 'take':
        return take(now, command);
      case 'pass':
        return pass(command.ms);
      case 'withdraw': {
        const offer = chosen(now.offers, command.which);
        if (offer) await world.call(holder(offer.account), 'cancelOfferOrTrade', seen(offer, command.isStale));
        return;
      }
      case 'rule': {
        const trade = chosen(now.trades, command.which);
        if (trade && !(await ruled(trade, command.outcome, command.actor))) expect(trade.state).not.toBe('dispute');
        return;
      }
      default: {
        const trade = chosen(now.trades, command.which);
        if (trade) await onTrade(trade, command);
      }
    }
  }

  /** Performs it and checks what it did. @returns the market afterwards */
  async function step(before: Market, command: Command): Promise<Market> {
    model.met(command.act);
    const refused = await perform(before, command).then(
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
    // Nothing is done by who saw another version.
    if (command.isStale && 'which' in command && command.act !== 'rule') expect(after).toEqual(before);
    for (const { id, state } of before.trades) {
      const next = after.trades.find((one) => one.id === id)?.state;
      if (next !== state) expect(ARROWS[state], `${command.act}: ${state} → ${next}`).toContain(next);
      // No timer ends a dispute.
      if (command.act === 'pass' && state === 'dispute') expect(next).toBe('dispute');
    }
    return after;
  }

  /** Trades whose fiat or fee is not rounded up (docs/rules.md §2), or whose fee would take all that the buyer gets. */
  async function wrongFigures(): Promise<unknown[]> {
    const { rows } = await fixture.database.pool.query(
      `SELECT * FROM otc_usdt_trades WHERE fiat_amount <> ceil(quantity * price / 100000000)
           OR buyer_fee <> least(ceil(quantity * 0.002), quantity - 1) OR seller_fee > ceil(quantity * 0.002)`,
    );
    return rows;
  }

  /** Everything comes to its end: by withdrawing, by time, by two operators. */
  async function settle(outcome: Party): Promise<Market> {
    for (const { account, id, version, state } of (await market()).offers)
      if (state === 'open') await world.call(holder(account), 'cancelOfferOrTrade', { id, version });
    for (const ms of [25 * 60 * MINUTE_MS, 30 * MINUTE_MS]) await pass(ms);
    for (const actor of ['ann', 'bob'])
      for (const trade of (await market()).trades)
        if (trade.state === 'dispute') expect(await ruled(trade, outcome, actor)).toBe(true);
    return market();
  }

  it('conserves every unit, and ends every trade once', { timeout: model.limitMs }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, by, async (sequence, outcome) => {
        runs += 1;
        // New people for each sequence: leftovers of one do not matter to the next, nor to its own shorter form.
        people = [await world.trader(PURSE), await world.trader(PURSE), await world.trader(PURSE)];
        for (const [who, side] of (['sell', 'buy'] as const).entries())
          await place({ who, side, quantity: 2_500_000_001n, price: 72_000n });
        let now = await market();
        const [begun, fees] = [total(now), await world.fees()];
        for (const command of sequence) {
          now = await step(now, command);
          expect(total(now) + (await world.fees())).toBe(begun + fees);
        }
        const end = await settle(outcome);
        expect(total(end) + (await world.fees())).toBe(begun + fees);
        expect(end.purses.filter(({ kind, balance }) => kind === 'user_escrow' && balance !== '0')).toEqual([]);
        expect(end.purses.filter(({ held }) => held !== '0')).toEqual([]);
        for (const { state } of end.trades) {
          expect(['completed', 'cancelled']).toContain(state);
          model.met(`trade ${state}`);
        }
        expect(await wrongFigures()).toEqual([]);
        // Figures of offers and trades against their journals, holds and escrow.
        expect(await world.findings()).toEqual([]);
      }),
      model.settings,
    );
    model.expectMet(COVERAGE);
  });
});
