/** Fees (docs/rules.md §7): the split to the unit, and what the database refuses to call a fee. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE } from '../../../contract/money';
import { systemBalance } from '../../../gateway/ledger/balances';
import type { SystemAccount } from '../../../gateway/ledger/chart';
import { splitFee, type Fee, type FeeShares } from '../../../gateway/ledger/fees';
import { post, type Leg } from '../../../gateway/ledger/post';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, newTransfer, refusalOf, revenueFee, system } from '../support/ledger';

const anyRate = fc.bigInt({ min: 0n, max: RATE_SCALE });
const anyRates = fc.record({ insurance: anyRate, promotion: anyRate, management: anyRate, dynamic: anyRate });
const anyFee = fc.bigInt({ min: 1n, max: 10n ** 30n });
const total = (shares: FeeShares) => Object.values(shares).reduce((sum, one) => sum + one, 0n);

describe('the split of a fee', () => {
  it('sums to the fee, whatever its size and the rates; no share is negative or more than its rate', () => {
    fc.assert(
      fc.property(anyFee, anyRates, (amount, rates) => {
        const shares = splitFee(amount, rates);
        expect(total(shares)).toBe(amount);
        for (const [share, units] of Object.entries(shares)) {
          expect(units).toBeGreaterThanOrEqual(0n);
          if (share !== 'revenue') expect(units * RATE_SCALE).toBeLessThanOrEqual(amount * rates[share as 'dynamic']);
        }
      }),
    );
  });

  it('gives each share to the unit while all of them fit, and the remainder is revenue', () => {
    const quarter = fc.bigInt({ min: 0n, max: RATE_SCALE / 4n });
    const rates = fc.record({ insurance: quarter, promotion: quarter, management: quarter, dynamic: quarter });
    fc.assert(
      fc.property(anyFee, rates, (amount, chosen) => {
        const shares = splitFee(amount, chosen);
        for (const share of ['insurance', 'promotion', 'management', 'dynamic'] as const)
          expect(shares[share]).toBe((amount * chosen[share]) / RATE_SCALE);
      }),
    );
  });
});

const SHARES = { revenue: 76n, insurance: 5n, promotion: 10n, management: 3n, dynamic: 6n };
const ACCOUNTS = ['fee-revenue', 'insurance', 'promotion-fees', 'dynamic-fees'] as const;

describeOnDatabase('fees in the database', (fixture) => {
  const balances = () => Promise.all(ACCOUNTS.map((name) => systemBalance(fixture.database.db, name, 'USDT')));

  const taking = async (legs: (owner: string) => Leg[], fees: (owner: string) => Fee[]) => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const journal = { transferId: newTransfer('fee'), kind: 'withdrawal', at: AT };
    return refusalOf(fixture.tx((tx) => post(tx, { ...journal, legs: legs(owner), fees: fees(owner) })));
  };
  const fee = (payer: string, shares: FeeShares = SHARES): Fee => ({ ...revenueFee(payer, total(shares)), shares });
  const paying = (amount: bigint) => (owner: string) => [{ account: cash(owner), amount: -amount }];

  it('credits each share within the journal of the fee itself', async () => {
    const before = await balances();
    expect(await taking(paying(100n), (owner) => [fee(owner)])).toBe('nothing was refused');
    expect((await balances()).map((units, index) => units - before[index]!)).toEqual([76n, 5n, 13n, 6n]);
  });

  it.each(['fee-revenue', 'promotion-fees', 'dynamic-fees'] as const)(
    'refuses money of users in %s that no fee declares, also beside a fee',
    async (name: SystemAccount) => {
      const plain = (owner: string) => [...paying(10n)(owner), { account: system(name), amount: 10n }];
      expect(await taking(plain, () => [])).toBe('fee-refused');
      const beside = (owner: string) => [...paying(110n)(owner), { account: system(name), amount: 10n }];
      expect(await taking(beside, (owner) => [fee(owner)])).toBe('fee-refused');
    },
  );

  it('refuses fees that the journal does not credit, also when they are written later', async () => {
    const { journalId } = await fixture.tx(async (tx) => {
      const owner = await fundedOwner(tx, 100n);
      const legs = [...paying(10n)(owner), { account: system('insurance'), amount: 10n }];
      return post(tx, { transferId: newTransfer('no-fee'), kind: 'adjust', at: AT, legs });
    });
    const row = `INSERT INTO fees (journal_id, line, payer_account_id, source, asset, base, amount, revenue, insurance, promotion, management, dynamic, at)
      VALUES (${journalId}, 1, 1, 'withdrawal', 'USDT', 10, 10, 0, 0, 10, 0, 0, now())`;
    await expect(fixture.database.pool.query(row)).rejects.toThrow(/fee-refused/);
    await expect(fixture.database.pool.query(row.replace('10, 10, 0', '10, 9, 0'))).rejects.toThrow(/fees_whole/);
  });
});
