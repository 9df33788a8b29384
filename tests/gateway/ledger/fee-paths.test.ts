/**
 * Fees are the only way on which a user's money reaches pools (docs/rules.md §1, §7). Journals of every kind, with any fees declared, try to take principal,
 * deposits and machine sales along: whatever the ledger posts has moved no unit more than fees that may be taken there.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { STATEMENT_KINDS } from '../../../contract/calls/profile';
import { SYSTEM_ACCOUNTS, type SystemAccount } from '../../../gateway/ledger/chart';
import type { Fee, FeeShares, FeeSource } from '../../../gateway/ledger/fees';
import { post, type AccountRef, type Journal } from '../../../gateway/ledger/post';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, refusalOf, system } from '../support/ledger';

const JOURNAL_OF: Record<FeeSource, string> = {
  withdrawal: 'withdrawal',
  'custody-redeem': 'custody-redeem',
  'otc-rab': 'otc-trade',
  'otc-usdt': 'otc-trade',
  'machine-service': 'machine-service',
};
const SOURCES = Object.keys(JOURNAL_OF) as FeeSource[];
/** Every kind that a statement tells, and those that touch no user. */
const KINDS = [...new Set([...STATEMENT_KINDS, ...Object.values(JOURNAL_OF), 'machine-buy', 'pool-fund', 'fee-share'])];
const USERS = ['user_cash', 'user_custody', 'user_escrow'] as const;
const NAMES = (Object.keys(SYSTEM_ACCOUNTS) as SystemAccount[]).filter((name) => name !== 'issuance');
const isClean = (name: string) =>
  ['pool', 'reserve', 'fee_share', 'fee_revenue', 'mining_receipts', 'operator_capital'].includes(
    SYSTEM_ACCOUNTS[name as SystemAccount],
  );
const ofKind = (kind: string) => NAMES.filter((name) => SYSTEM_ACCOUNTS[name] === kind);

const units = fc.bigInt({ min: 0n, max: 3n });
const shares = fc.record({ revenue: units, insurance: units, promotion: units, management: units, dynamic: units });
const total = (of: FeeShares) => Object.values(of).reduce((sum, one) => sum + one, 0n);
/** Somebody who is in the journal, or somebody else. */
const fee = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    shares,
    base: fc.bigInt({ min: 1n, max: 20n }),
    isOther: fc.boolean(),
  })
  .filter((one) => total(one.shares) > 0n);
const place = fc.constantFrom<string[]>(...USERS, ...NAMES);
const journal = fc.record({
  kind: fc.constantFrom(...KINDS),
  from: fc.array(place, { minLength: 1, maxLength: 2 }),
  to: fc.array(place, { maxLength: 2 }),
  amounts: fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 4, maxLength: 4 }),
  fees: fc.array(fee, { maxLength: 2 }),
});
/** Nobody stands above whoever pays the service fee of machines, and nothing of it comes back. */
const ofNobody = (all: Fee['shares']): Fee['shares'] => ({
  ...all,
  revenue: all.revenue + all.promotion + all.management + all.dynamic,
  promotion: 0n,
  management: 0n,
  dynamic: 0n,
});
/** Most random journals are refused at once; these are fees as they are taken, with one thing of it changed or none. */
const likely = fc
  .record({ ofSource: fc.constantFrom(...SOURCES), one: journal, fee })
  .map(({ ofSource, one, fee: taken }) => ({
    ...one,
    kind: JOURNAL_OF[ofSource],
    from: [ofSource === 'machine-service' ? 'mining-pool' : 'user_cash'],
    fees: [
      { ...taken, source: ofSource, shares: ofSource === 'machine-service' ? ofNobody(taken.shares) : taken.shares },
    ],
  }));

/** Nobody alone pays the service fee of machines. */
const payerOf = (source: FeeSource, user: string) => (source === 'machine-service' ? null : user);

describeOnDatabase('fees as a path into pools', (fixture) => {
  let [owner, other] = ['', ''];
  const refOf = (name: string): AccountRef =>
    USERS.some((kind) => kind === name)
      ? cash(owner, 'USDT', name as (typeof USERS)[number])
      : system(name as SystemAccount);

  beforeAll(async () => {
    await fixture.tx(async (tx) => {
      owner = await fundedOwner(tx, 1_000_000n);
      other = await fundedOwner(tx, 1_000n);
      for (const kind of ['user_custody', 'user_escrow'] as const)
        await move(tx, cash(owner), cash(owner, 'USDT', kind), 100_000n);
      for (const name of [
        'machine-sales',
        'insurance',
        'treasury',
        'rounding',
        'fee-revenue',
        'operator-drawings',
      ] as const)
        await move(tx, cash(owner), system(name), 10_000n);
      for (const name of ofKind('pool')) await move(tx, system('operator-capital'), system(name), 10_000n);
      for (const name of ofKind('reserve')) await move(tx, system('yield-pool'), system(name), 1_000n);
    });
  });

  const posted = async (one: Omit<Journal, 'transferId' | 'at'>) =>
    refusalOf(fixture.tx((tx) => post(tx, { ...one, transferId: newTransfer('fee-path'), at: AT })));

  it('is as wide as the fees of withdrawals, redemptions, trades and mining, and no wider', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(journal, { arbitrary: likely, weight: 3 }), { minLength: 40, maxLength: 60 }),
        async (journals) => {
          for (const { kind, from, to, amounts, fees: declared } of journals) {
            const fees = declared.map(({ isOther, ...one }): Fee => ({
              ...one,
              payer: payerOf(one.source, isOther ? other : owner),
              asset: 'USDT',
            }));
            const debits = from.map((name, index) => ({ name, amount: -amounts[index]! }));
            const charged = fees.reduce((sum, one) => sum + total(one.shares), 0n);
            debits[0]!.amount -= charged;
            // The places share the remainder in equal parts; the first one takes the rest.
            const left = -debits.reduce((sum, { amount }) => sum + amount, 0n) - charged;
            const part = left / BigInt(Math.max(to.length, 1));
            const credits = to.map((name, index) => ({
              name,
              amount: index === 0 ? left - part * BigInt(to.length - 1) : part,
            }));
            if (to.length === 0) debits[0]!.amount += left;
            const moves = [...debits, ...credits].filter(({ amount }) => amount !== 0n);
            const legs = moves.map(({ name, amount }) => ({ account: refOf(name), amount }));
            if ((await posted({ kind, legs, fees })) !== 'nothing was refused') continue;
            const clean = moves.filter(({ name }) => isClean(name)).reduce((sum, { amount }) => sum + amount, 0n);
            const what = { kind, moves, fees };
            // Beside the fees nothing has come in where pools are filled from.
            expect(
              clean <= 0n,
              JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
            ).toBe(true);
            for (const { source, shares: parts, base, payer } of fees) {
              taken += 1;
              expect(kind).toBe(JOURNAL_OF[source]);
              if (source !== 'withdrawal') expect(total(parts)).toBeLessThanOrEqual(base);
              if (source === 'machine-service') expect(from.filter((name) => name !== 'mining-pool')).toEqual([]);
              else
                expect([payer, from.concat(to).some((name) => USERS.some((user) => user === name))]).toEqual([
                  owner,
                  true,
                ]);
            }
          }
        },
      ),
      { numRuns: 3 },
    );
    // Fees are taken among all that is refused.
    expect(taken).toBeGreaterThan(10);
    expect(await fixture.tx((tx) => reconcile(tx))).toEqual([]);
  });

  const revenue = { revenue: 10n, insurance: 0n, promotion: 0n, management: 0n, dynamic: 0n };
  const withFee = (kind: string, source: FeeSource, from: string, rest: Partial<Fee> = {}) =>
    posted({
      kind,
      legs: [{ account: refOf(from), amount: -10n }],
      fees: [{ payer: payerOf(source, owner), source, asset: 'USDT', base: 10n, shares: revenue, ...rest }],
    });

  it('is closed to a fee of more than it is charged on, to one of somebody else, and to a service fee that a user pays', async () => {
    expect(await withFee('custody-redeem', 'custody-redeem', 'user_custody')).toBe('nothing was refused');
    expect(await withFee('custody-redeem', 'custody-redeem', 'user_custody', { base: 9n })).toBe('fee-refused');
    expect(await withFee('custody-redeem', 'custody-redeem', 'user_custody', { payer: other })).toBe('fee-refused');
    expect(await withFee('machine-service', 'machine-service', 'mining-pool')).toBe('nothing was refused');
    expect(await withFee('machine-service', 'machine-service', 'user_cash')).toBe('fee-refused');
    expect(await withFee('machine-service', 'machine-service', 'mining-pool', { payer: owner })).toBe('fee-refused');
    expect(await withFee('custody-redeem', 'custody-redeem', 'user_custody', { payer: null })).toBe('fee-refused');
  });
});
