/**
 * Any sequence of ledger operations conserves each asset, never makes a user's or pool's balance negative, and does exactly
 * what the reference model says.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../gateway/db/transaction';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { balancesOf, poolFree, systemBalance, type UserBalance } from '../../../gateway/ledger/balances';
import { hold, release } from '../../../gateway/ledger/holds';
import { postAll, type Journal, type Leg } from '../../../gateway/ledger/post';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { sealAppendAccounts } from '../../../gateway/ledger/seal';
import { describeOnDatabase } from '../support/database';
import { ModelRun } from '../../support/model-run';
import { AT, cash, legsOf, move, newOwner, newTransfer, refusalOf, revenueFee, system } from '../support/ledger';
import { ModelLedger, OWNERS, type Operation, type Outcome } from './model';

/** Most of them on PostgreSQL, which is faster. */
const RUNS = { embedded: 25, postgres: 100 };

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  deposit: 1.8,
  'insufficient-funds': 1.2,
  draw: 0.5,
  'post-hold': 0.5,
  release: 0.4,
  hold: 0.2,
  seal: 0.18,
  fund: 0.18,
  transfer: 0.14,
  fee: 0.12,
  place: 0.1,
  buy: 0.1,
  'duplicate-transfer': 0.08,
  'amount-out-of-range': 0.12,
  'hold-exceeded': 0.02,
};

const owner = fc.constantFrom(...OWNERS);
const amount = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt({ min: 1n, max: 300n }) },
  { weight: 1, arbitrary: fc.constantFrom(10n ** 36n, 10n ** 45n) },
);
const small = fc.bigInt({ min: 1n, max: 300n });
const index = fc.nat({ max: 5 });

/** An operation of this type with these values, as often as `weight` says. */
const often = <T extends Operation['type'], V extends object>(
  weight: number,
  type: T,
  values: { [K in keyof V]: fc.Arbitrary<V[K]> },
) => ({ weight, arbitrary: fc.record(values).map((given) => ({ ...given, type })) });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  often(3, 'deposit', { owner, amount }),
  often(3, 'transfer', { from: owner, to: owner, amount }),
  often(2, 'fee', { owner, amount }),
  often(2, 'place', { owner, amount, interest: small }),
  often(3, 'draw', { owner, amount }),
  often(2, 'fund', {
    source: fc.constantFrom('operator-capital' as const, 'fee-revenue' as const),
    amount,
    spread: fc.boolean(),
  }),
  often(2, 'buy', { owner, usdt: small, rab: small }),
  often(3, 'hold', { owner, amount }),
  often(2, 'release', { hold: index, amount: fc.option(small) }),
  often(3, 'post-hold', { hold: index, amount, releaseRest: fc.boolean() }),
  often(1, 'retry', {}),
  often(1, 'seal', {}),
);

/** Owners begin with something or nothing: without, most that they do is refused. */
const funding = fc.record({
  type: fc.constant('deposit' as const),
  owner,
  amount: fc.bigInt({ min: 100n, max: 600n }),
});
const operations = fc
  .tuple(
    fc.array(funding, { maxLength: OWNERS.length }),
    fc.array<Operation>(operation, { minLength: 1, maxLength: 14 }),
  )
  .map(([first, rest]): Operation[] => [...first, ...rest]);

/** Runs operations on the real ledger inside one transaction that is rolled back at the end: every run starts alike. */
class RealLedger {
  readonly owners = OWNERS.map(() => newOwner());
  private readonly holds: { id: string; owner: string }[] = [];
  private last: Journal[] = [];

  constructor(private readonly tx: Tx) {}

  /** A refused operation rolls back to its savepoint, as a refused call rolls back its transaction. */
  async apply(one: Operation): Promise<Outcome> {
    const outcome = await refusalOf(this.tx.transaction((inner) => this.run(inner, one)));
    return outcome === 'nothing was refused' ? 'done' : outcome;
  }

  private async postNew(tx: Tx, ...journals: Leg[][]): Promise<void> {
    return this.postAll(
      tx,
      journals.map((legs) => ({ legs })),
    );
  }

  private async postAll(tx: Tx, journals: (Pick<Journal, 'legs' | 'fees'> & { kind?: string })[]): Promise<void> {
    const input = journals.map((one) => ({ kind: 'property', ...one, transferId: newTransfer('property'), at: AT }));
    await postAll(tx, input);
    this.last = input;
  }

  private async run(tx: Tx, one: Operation): Promise<void> {
    const journals = this.journalsOf(one);
    return journals ? this.postNew(tx, ...journals) : this.runOther(tx, one);
  }

  /** The legs of an operation that is nothing but postings. */
  private journalsOf(one: Operation): Leg[][] | null {
    const user = (i: number) => cash(this.owners[i]!);
    switch (one.type) {
      case 'deposit':
        return [legsOf(system('external-deposits'), user(one.owner), one.amount)];
      case 'transfer':
        return [legsOf(user(one.from), user(one.to), one.amount)];
      case 'place':
        return [
          legsOf(user(one.owner), cash(this.owners[one.owner]!, 'USDT', 'user_custody'), one.amount),
          legsOf(system('yield-pool'), system('custody-reserve'), one.interest),
        ];
      case 'draw':
        return [legsOf(system('yield-pool'), user(one.owner), one.amount)];
      case 'fund':
        return [
          [
            { account: system(one.source), amount: -one.amount },
            { account: system('yield-pool'), amount: one.amount, spread: one.spread },
          ],
        ];
      case 'buy':
        return [
          [
            ...legsOf(user(one.owner), system('treasury'), one.usdt),
            ...legsOf(system('treasury', 'RAB'), cash(this.owners[one.owner]!, 'RAB'), one.rab),
          ],
        ];
      default:
        return null;
    }
  }

  private async runOther(tx: Tx, one: Operation): Promise<void> {
    switch (one.type) {
      case 'hold': {
        const request = {
          transferId: newTransfer('property-hold'),
          account: cash(this.owners[one.owner]!),
          amount: one.amount,
          at: AT,
        };
        this.holds.push({ id: await hold(tx, request), owner: this.owners[one.owner]! });
        return;
      }
      case 'fee': {
        const payer = this.owners[one.owner]!;
        const legs = [{ account: cash(payer), amount: -one.amount }];
        return this.postAll(tx, [{ kind: 'withdrawal', legs, fees: [revenueFee(payer, one.amount)] }]);
      }
      case 'release': {
        const found = this.holds[one.hold % this.holds.length];
        if (found) await release(tx, found.id, one.amount ?? undefined);
        return;
      }
      case 'post-hold': {
        const found = this.holds[one.hold % this.holds.length];
        if (!found) return;
        const { amount: units, releaseRest } = one;
        const whence = { holdId: found.id, releaseRest };
        return this.postNew(tx, legsOf(cash(found.owner), system('external-withdrawals'), units, whence));
      }
      case 'retry':
        await postAll(tx, this.last);
        return;
      case 'seal':
        await sealAppendAccounts(tx, 3);
    }
  }
}

/** Everything that the model knows, as the database has it. */
async function stateOf(tx: Tx, owners: string[]) {
  const accounts: UserBalance[][] = [];
  for (const one of owners) accounts.push(await balancesOf(tx, one));
  const of = (kind: string, asset: string, field: 'balance' | 'held') =>
    accounts.map((all) => all.find((one) => one.kind === kind && one.asset === asset)?.[field] ?? 0n);
  return {
    cash: of('user_cash', 'USDT', 'balance'),
    held: of('user_cash', 'USDT', 'held'),
    custody: of('user_custody', 'USDT', 'balance'),
    rab: of('user_cash', 'RAB', 'balance'),
    pool: await poolFree(tx, 'yield-pool', 'USDT'),
    fees: await systemBalance(tx, 'fee-revenue', 'USDT'),
    treasuryRab: await poolFree(tx, 'treasury', 'RAB'),
  };
}

class RolledBack extends Error {}

describeOnDatabase('any sequence of operations', (fixture) => {
  const run = new ModelRun(`ledger (${fixture.kind})`, RUNS[fixture.kind]);

  beforeAll(async () => {
    await fixture.tx(async (tx) => {
      await issueFixedSupply(tx, { asset: 'RAB', supply: 2_000n, at: AT });
      await move(tx, system('operator-capital'), system('yield-pool'), 500n, {});
    });
  });

  it('does what the model says and conserves every asset', { timeout: run.limitMs }, async () => {
    const sums = sql`SELECT coalesce(max(abs(total)), 0)::text AS off FROM (SELECT sum(amount) AS total FROM entries GROUP BY asset) t`;
    const lowest = sql`SELECT coalesce(min(balance - held), 0)::text AS low FROM accounts WHERE NOT may_be_negative`;
    let runs = 0;
    const property = fc.asyncProperty(operations, async (all) => {
      runs += 1;
      const whole = runs % 25 === 0;
      const work = fixture.tx(async (tx) => {
        const real = new RealLedger(tx);
        const { pool, fees, treasuryRab } = await stateOf(tx, real.owners);
        const model = new ModelLedger(pool, fees, treasuryRab);
        for (const one of all) {
          const outcome = model.apply(one);
          expect({ one, outcome: await real.apply(one) }).toEqual({ one, outcome });
          run.met(outcome === 'done' ? one.type : outcome);
        }
        const { cash: money, held, custody, rab } = model;
        const expected = {
          cash: money,
          held,
          custody,
          rab,
          pool: model.pool,
          fees: model.fees,
          treasuryRab: model.treasuryRab,
        };
        expect(await stateOf(tx, real.owners)).toEqual(expected);
        expect((await tx.execute<{ off: string }>(sums)).rows[0]?.off).toBe('0');
        expect(Number((await tx.execute<{ low: string }>(lowest)).rows[0]?.low)).toBeGreaterThanOrEqual(0);
        if (whole) expect(await reconcile(tx)).toEqual([]);
        throw new RolledBack();
      });
      await work.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    });
    await fc.assert(property, run.settings);
    expect(runs).toBeGreaterThanOrEqual(run.numRuns);
    run.expectMet(COVERAGE);
  });
});
