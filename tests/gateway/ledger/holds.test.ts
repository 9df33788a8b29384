import { expect, it } from 'vitest';
import { hold, release } from '../../../gateway/ledger/holds';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { describeOnDatabase, type DatabaseFixture } from '../support/database';
import { AT, cash, fundedOwner, move, newTransfer, refusalOf, system } from '../support/ledger';

async function held(fixture: DatabaseFixture, funds: bigint, amount: bigint) {
  return fixture.tx(async (tx) => {
    const owner = await fundedOwner(tx, funds);
    const holdId = await hold(tx, { transferId: newTransfer('hold'), account: cash(owner), amount, at: AT });
    return { owner, holdId };
  });
}

describeOnDatabase('holds', (fixture) => {
  it("refuses to post more than is held, somebody else's hold, and a hold that does not exist", async () => {
    const { owner, holdId } = await held(fixture, 100n, 70n);
    const other = await held(fixture, 100n, 70n);
    expect(await refusalOf(fixture.tx((tx) => move(tx, cash(owner), system('fee-revenue'), 71n, { holdId })))).toBe(
      'hold-exceeded',
    );
    expect(
      await refusalOf(fixture.tx((tx) => move(tx, cash(other.owner), system('fee-revenue'), 1n, { holdId }))),
    ).toBe('unknown-hold');
    expect(await refusalOf(fixture.tx((tx) => release(tx, '999999')))).toBe('unknown-hold');
    expect(await refusalOf(fixture.tx((tx) => release(tx, holdId, 0n)))).toBe('hold-exceeded');
    expect(await refusalOf(fixture.tx((tx) => release(tx, holdId, 71n)))).toBe('hold-exceeded');
  });

  it('is made once per transfer id, and refuses amounts that are none', async () => {
    const owner = await fixture.tx((tx) => fundedOwner(tx, 100n));
    const request = { transferId: newTransfer('hold'), account: cash(owner), amount: 10n, at: AT };
    await fixture.tx((tx) => hold(tx, request));
    expect(await refusalOf(fixture.tx((tx) => hold(tx, request)))).toBe('duplicate-transfer');
    for (const amount of [0n, -1n, 10n ** 36n]) {
      const work = fixture.tx((tx) => hold(tx, { ...request, transferId: newTransfer('hold'), amount }));
      expect(await refusalOf(work)).toBe('amount-out-of-range');
    }
  });

  it('ends once when post and release race', async () => {
    const { owner, holdId } = await held(fixture, 100n, 70n);
    const outcomes = await Promise.all([
      refusalOf(fixture.tx((tx) => move(tx, cash(owner), system('external-withdrawals'), 70n, { holdId }))),
      refusalOf(fixture.tx((tx) => release(tx, holdId))),
      refusalOf(fixture.tx((tx) => release(tx, holdId))),
    ]);
    expect(outcomes.sort()).toEqual(['hold-exceeded', 'hold-exceeded', 'nothing was refused']);
    expect(await fixture.tx(reconcile)).toEqual([]);
  });
});
