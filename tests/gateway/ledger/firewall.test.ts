/** Source firewall (docs/rules.md §1): which accounts may feed which. */
import { beforeAll, expect, it } from 'vitest';
import type { SystemAccount } from '../../../gateway/ledger/chart';
import { post, type AccountRef } from '../../../gateway/ledger/post';
import { describeOnDatabase } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, refusalOf, revenueFee, system } from '../support/ledger';

describeOnDatabase('source firewall', (fixture) => {
  let owner = '';

  beforeAll(async () => {
    await fixture.tx(async (tx) => {
      owner = await fundedOwner(tx, 10_000n);
      await move(tx, cash(owner), cash(owner, 'USDT', 'user_custody'), 1_000n);
      await move(tx, cash(owner), cash(owner, 'USDT', 'user_escrow'), 1_000n);
      await move(tx, cash(owner), system('machine-sales'), 1_000n);
      const revenue = revenueFee(owner, 2_000n);
      const shares = { ...revenue.shares, revenue: 1_000n, promotion: 1_000n };
      const legs = [{ account: cash(owner), amount: -2_000n }];
      const fees = [{ ...revenue, shares }];
      await post(tx, { transferId: newTransfer('fee'), kind: 'withdrawal', at: AT, legs, fees });
      for (const name of ['treasury', 'insurance', 'rounding', 'operator-drawings'] as const)
        await move(tx, cash(owner), system(name), 1_000n);
      await move(tx, system('operator-capital'), system('mining-receipts'), 1_000n);
      await move(tx, system('operator-capital'), system('yield-pool'), 8_000n, {});
      await move(tx, system('yield-pool'), system('custody-reserve'), 1_000n);
    });
  });

  const sources = (): Record<string, AccountRef> => ({
    user_cash: cash(owner),
    user_custody: cash(owner, 'USDT', 'user_custody'),
    user_escrow: cash(owner, 'USDT', 'user_escrow'),
    pool: system('yield-pool'),
    reserve: system('custody-reserve'),
    treasury: system('treasury'),
    fee_revenue: system('fee-revenue'),
    fee_share: system('promotion-fees'),
    mining_receipts: system('mining-receipts'),
    machine_sales: system('machine-sales'),
    insurance: system('insurance'),
    rounding: system('rounding'),
    operator_drawings: system('operator-drawings'),
    operator_capital: system('operator-capital'),
    external_deposits: system('external-deposits'),
    external_withdrawals: system('external-withdrawals'),
    demo_funding: system('demo-funding'),
  });

  const ALLOWED: [SystemAccount, string[]][] = [
    ['promotion-fees', []],
    ['dividend-pool', ['fee_revenue', 'fee_share', 'mining_receipts', 'operator_capital', 'pool', 'reserve']],
    ['custody-reserve', ['pool', 'reserve']],
    ['mining-receipts', ['operator_capital']],
    ['operator-capital', ['fee_revenue', 'mining_receipts', 'pool']],
    ['fee-revenue', ['pool', 'user_cash', 'user_custody', 'user_escrow']],
    ['treasury', ['operator_capital', 'treasury', 'user_cash', 'user_escrow']],
  ];

  it.each(ALLOWED)('lets %s take money from clean sources only', async (name, allowed) => {
    const taken: string[] = [];
    for (const [kind, account] of Object.entries(sources())) {
      if ('system' in account && account.system === name && name !== 'treasury' && name !== 'custody-reserve') continue;
      const refusal = await refusalOf(fixture.tx((tx) => move(tx, account, system(name), 1n)));
      if (refusal === 'nothing was refused') taken.push(kind);
      else expect(['source-refused', 'fee-refused']).toContain(refusal);
    }
    expect(taken.sort()).toEqual(allowed);
  });
});
