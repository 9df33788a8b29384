import { expect, it } from 'vitest';
import { withTransaction } from '../../../gateway/db/transaction';
import { poolFree } from '../../../gateway/ledger/balances';
import { post } from '../../../gateway/ledger/post';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { describeOnDatabase } from '../support/database';
import { AT, cash, legsOf, move, newOwner, newTransfer, refusalOf, system } from '../support/ledger';

describeOnDatabase('pools', (fixture) => {
  const free = (name: 'airdrop-pool' | 'dividend-pool' | 'yield-pool' | 'promotion-pool') =>
    poolFree(fixture.database.db, name, 'USDT');

  const fund = (name: 'airdrop-pool' | 'dividend-pool' | 'yield-pool' | 'promotion-pool', amount: bigint) =>
    fixture.tx((tx) =>
      post(tx, {
        transferId: newTransfer('fund'),
        kind: 'pool-fund',
        at: AT,
        legs: [
          { account: system('operator-capital'), amount: -amount },
          { account: system(name), amount, spread: true },
        ],
      }),
    );

  it('pays from one lane when one has enough, and gathers when none has', async () => {
    await fund('dividend-pool', 800n);
    const small = await fixture.tx((tx) => move(tx, system('dividend-pool'), cash(newOwner()), 60n));
    expect(small.entries).toHaveLength(2);
    const large = await fixture.tx((tx) => move(tx, system('dividend-pool'), cash(newOwner()), 740n));
    expect(large.entries).toHaveLength(9);
    expect(await free('dividend-pool')).toBe(0n);
    expect(await refusalOf(fixture.tx((tx) => move(tx, system('dividend-pool'), cash(newOwner()), 1n)))).toBe(
      'pool-empty',
    );
  });

  it('takes legs to one pool as one', async () => {
    await fund('promotion-pool', 800n);
    const [a, b] = [newOwner(), newOwner()];
    const { entries } = await fixture.tx((tx) =>
      post(tx, {
        transferId: newTransfer('two'),
        kind: 'promotion',
        at: AT,
        legs: [a, b].flatMap((owner) => legsOf(system('promotion-pool'), cash(owner), 400n)),
      }),
    );
    expect(entries.filter(({ amount }) => amount < 0n).reduce((sum, { amount }) => sum + amount, 0n)).toBe(-800n);
    expect(await free('promotion-pool')).toBe(0n);
  });

  it('lets payers go on while another transaction holds a lane', async () => {
    await fund('yield-pool', 80_000n);
    const other = fixture.kind === 'postgres' ? await fixture.database.pool.connect() : null;
    try {
      await other?.query('BEGIN');
      await other?.query(`SELECT 1 FROM accounts WHERE name = 'yield-pool' AND asset = 'USDT' AND lane < 7 FOR UPDATE`);
      for (let i = 0; i < 5; i += 1) await fixture.tx((tx) => move(tx, system('yield-pool'), cash(newOwner()), 10n));
    } finally {
      await other?.query('ROLLBACK');
      other?.release();
    }
    expect(await free('yield-pool')).toBe(79_950n);
  });

  it('pays exactly what it has when too many draw at once', async () => {
    const before = await free('yield-pool');
    const each = before / 30n + 1n;
    const draw = () =>
      // A draw that another one holds up waits for it: it need not be tried again because both wait for each other.
      withTransaction(fixture.database, (tx) => move(tx, system('yield-pool'), cash(newOwner()), each), { retries: 0 });
    const draws = Array.from({ length: 40 }, () => refusalOf(draw()));
    const outcomes = await Promise.all(draws);
    const paid = BigInt(outcomes.filter((one) => one === 'nothing was refused').length);
    expect(new Set(outcomes)).toEqual(new Set(['nothing was refused', 'pool-empty']));
    // Refused only when all lanes together had too little.
    expect(paid).toBe(before / each);
    expect(await free('yield-pool')).toBe(before - paid * each);
    expect(await fixture.tx(reconcile)).toEqual([]);
  });
});
