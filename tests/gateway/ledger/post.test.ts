import { expect, it } from 'vitest';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { availableOf, balancesOf, poolFree, systemBalance } from '../../../gateway/ledger/balances';
import type { SystemAccount } from '../../../gateway/ledger/chart';
import { post, type AccountRef } from '../../../gateway/ledger/post';
import { sealAppendAccounts } from '../../../gateway/ledger/seal';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, legsOf, move, newOwner, newTransfer, refusalOf, system } from '../support/ledger';

describeOnDatabase('posting', (fixture) => {
  it('moves money between accounts and answers the balances after it', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const posted = await fixture.tx((tx) => move(tx, cash(owner), cash(owner, 'USDT', 'user_custody'), 400n));
    expect(
      posted.entries.map(({ amount, accountSeq, balanceAfter }) => ({ amount, accountSeq, balanceAfter })),
    ).toEqual([
      { amount: -400n, accountSeq: '2', balanceAfter: 600n },
      { amount: 400n, accountSeq: '1', balanceAfter: 400n },
    ]);
    const balances = await balancesOf(fixture.database.db, owner);
    expect(balances.map(({ kind, asset, balance }) => [kind, asset, balance])).toEqual([
      ['user_cash', 'USDT', 600n],
      ['user_custody', 'USDT', 400n],
    ]);
  });

  it('refuses what does not balance, per asset and not only in total', async () => {
    const owner = newOwner();
    const oneSided = [{ account: system('external-deposits'), amount: -5n }];
    const crossed = [...oneSided, { account: cash(owner, 'RAB'), amount: 5n }];
    for (const legs of [oneSided, crossed]) {
      const work = fixture.tx((tx) => post(tx, { transferId: newTransfer(), kind: 'adjust', at: AT, legs }));
      expect(await refusalOf(work)).toBe('unbalanced');
    }
  });

  it('refuses a balance outside the range', async () => {
    const owner = newOwner();
    const big = 10n ** 36n - 1n;
    await fixture.tx((tx) => move(tx, system('demo-funding'), cash(owner), big));
    expect(await refusalOf(fixture.tx((tx) => move(tx, system('demo-funding'), cash(owner), big)))).toBe(
      'amount-out-of-range',
    );
    await fixture.tx((tx) => move(tx, cash(owner), system('demo-funding'), big));
  });

  it('refuses accounts that do not exist and kinds that a user cannot have', async () => {
    const missing = fixture.tx((tx) => move(tx, { id: '999999999' }, cash(newOwner()), 1n));
    expect(await refusalOf(missing)).toBe('unknown-account');
  });

  it('posts a transfer id once when many try together', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    const legs = legsOf(cash(owner), system('insurance'), 100n);
    const journal = { transferId: newTransfer('together'), kind: 'adjust', at: AT, legs };
    const one = () => refusalOf(fixture.tx((tx) => post(tx, journal)));
    const results = await Promise.all(Array.from({ length: 12 }, one));
    expect(results.filter((result) => result === 'nothing was refused')).toHaveLength(1);
    expect(results.filter((result) => result === 'duplicate-transfer')).toHaveLength(11);
    expect(await availableOf(fixture.database.db, { owner, kind: 'user_cash', asset: 'USDT' })).toBe(900n);
  });

  it('does not deadlock when two owners pay each other all the time', async () => {
    const [a, b] = await fixture.tx(
      async (tx) => [await fundedOwner(tx, 1_000n), await fundedOwner(tx, 1_000n)] as const,
    );
    const payments = Array.from({ length: 40 }, (_, i) => (i % 2 ? ([a, b] as const) : ([b, a] as const)));
    await Promise.all(payments.map(([from, to]) => fixture.tx((tx) => move(tx, cash(from), cash(to), 7n))));
    const left = await Promise.all(
      [a, b].map((owner) => availableOf(fixture.database.db, { owner, kind: 'user_cash', asset: 'USDT' })),
    );
    expect(left).toEqual([1_000n, 1_000n]);
  });

  it('issues a fixed supply once, and no boundary account can make more of it', async () => {
    await fixture.tx((tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 21n * 10n ** 15n, at: AT }));
    expect(await poolFree(fixture.database.db, 'treasury', 'RAB')).toBe(21n * 10n ** 15n);
    const moving = (from: SystemAccount, to: AccountRef) =>
      refusalOf(fixture.tx((tx) => move(tx, system(from, 'RAB'), to, 1n)));
    const again = fixture.tx((tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 1n, at: AT }));
    expect(await refusalOf(again)).toBe('duplicate-transfer');
    expect(await moving('issuance', system('treasury', 'RAB'))).toBe('account-refused');
    expect(await moving('operator-capital', system('airdrop-pool', 'RAB'))).toBe('insufficient-funds');
    expect(await moving('external-deposits', cash(newOwner(), 'RAB'))).toBe('insufficient-funds');
    await fixture.tx(async (tx) => {
      await move(tx, system('treasury', 'RAB'), system('operator-capital', 'RAB'), 500n);
      await move(tx, system('operator-capital', 'RAB'), system('airdrop-pool', 'RAB'), 500n);
    });
    expect(await poolFree(fixture.database.db, 'airdrop-pool', 'RAB')).toBe(500n);
  });

  it('counts append accounts before, while and after they are sealed, and does not overdraw them', async () => {
    const before = await systemBalance(fixture.database.db, 'insurance', 'USDT');
    const owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    await Promise.all(
      Array.from({ length: 10 }, () => fixture.tx((tx) => move(tx, cash(owner), system('insurance'), 10n))),
    );
    await fixture.tx((tx) => sealAppendAccounts(tx, 4));
    await fixture.tx((tx) => move(tx, cash(owner), system('insurance'), 5n));
    expect(await systemBalance(fixture.database.db, 'insurance', 'USDT')).toBe(before + 105n);
    const payouts = Array.from({ length: 4 }, () =>
      refusalOf(fixture.tx((tx) => move(tx, system('insurance'), cash(owner), before + 50n))),
    );
    const refused = (await Promise.all(payouts)).filter((result) => result === 'insufficient-funds');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    let sealed = 1;
    while (sealed > 0) sealed = await fixture.tx((tx) => sealAppendAccounts(tx, 1_000));
    expect(await systemBalance(fixture.database.db, 'insurance', 'USDT')).toBeGreaterThanOrEqual(0n);
  });
});
