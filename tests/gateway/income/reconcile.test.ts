/** Incomes are compared with journals and fees: each fault that was planted behind the ledger's back is found. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { reconcileIncomes } from '../../../gateway/domain/income/reconcile-repo';
import { creditIncomes } from '../../../gateway/jobs/income';
import { DAY_MS, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { foundAfter } from '../support/planted';

describeOnDatabase('incomes against the ledger', (fixture) => {
  let world: GatewayWorld;
  let inviter: Person;
  let who: Person;

  /** Redeems 1000 USDT after a day of interest, for a fee of 20 USDT of which the inviter gets 2. */
  const redeem = async () => {
    const { id } = await world.place(who, '1000');
    world.time.now += DAY_MS;
    await world.redeem(who, id, '1000');
  };
  const idOf = async (query: string) => {
    const { rows } = await fixture.database.db.execute<{ id: string }>(sql.raw(query));
    return rows[0]?.id ?? 'none';
  };

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('1000');
    inviter = await world.person('10');
    who = await world.person('5000', inviter);
    await redeem();
    await creditIncomes(world.deps);
  });

  it('find what was changed, what is missing and what was paid twice', async () => {
    expect(await fixture.tx(reconcileIncomes)).toEqual([]);
    const interest = await idOf(`SELECT id::text FROM incomes WHERE source = 'custody-interest'`);
    const share = await idOf(`SELECT id::text FROM incomes WHERE source = 'promotion-fee'`);
    const fee = await idOf(`SELECT cause AS id FROM incomes WHERE source = 'promotion-fee'`);
    const paid = await idOf(`SELECT journal_id::text AS id FROM incomes WHERE id = ${interest}`);
    const paidShare = await idOf(`SELECT journal_id::text AS id FROM incomes WHERE id = ${share}`);
    const change = (what: string, id = interest) => `UPDATE incomes SET ${what} WHERE id = ${id}`;
    const planted: [statement: string, found: string[]][] = [
      [change('amount = amount + 1'), [`income-journal income ${interest}`]],
      [change(`account_id = ${inviter.accountId}`), [`income-journal income ${interest}`]],
      [change(`asset = 'RAB'`), [`income-journal income ${interest}`]],
      [change(`pool = 'yield-pool'`), [`income-journal income ${interest}`]],
      [change(`source = 'airdrop'`), [`income-journal income ${interest}`]],
      [`UPDATE journals SET kind = 'adjustment' WHERE id = ${paid}`, [`income-journal income ${interest}`]],
      [`DELETE FROM incomes WHERE id = ${interest}`, [`income-orphan journal ${paid}`]],
      [
        change('journal_id = NULL, arrived_at = NULL', share),
        [`income-orphan journal ${paidShare}`, `income-pending income ${share}`],
      ],
      [change('amount = amount - 1', share), [`income-journal income ${share}`, `income-shares fee ${fee}`]],
      [change(`pool = 'dynamic-pool'`, share), [`income-journal income ${share}`, `income-shares fee ${fee}`]],
      [change(`account_id = ${who.accountId}`, share), [`income-journal income ${share}`, `income-shares fee ${fee}`]],
      [
        `UPDATE fees SET promotion = 0, revenue = revenue + promotion WHERE id = ${fee}`,
        [`income-shares income ${share}`],
      ],
      [change(`cause = '999999'`, share), [`income-shares income ${share}`]],
      [
        `DELETE FROM incomes WHERE id = ${share};
         INSERT INTO system_jobs (name, state) VALUES ('income', '{"feesThrough": "${fee}"}') ON CONFLICT (name) DO UPDATE SET state = excluded.state`,
        [`income-orphan journal ${paidShare}`, `income-shares fee ${fee}`],
      ],
    ];
    for (const [statement, expected] of planted) {
      const found = await foundAfter(fixture, statement, reconcileIncomes);
      expect(
        found.map(({ check, subject }) => `${check} ${subject}`),
        statement,
      ).toEqual(expected);
    }
    expect(await world.findings()).toEqual([]);
  });

  it('find nothing in a fee that the job has not come to', async () => {
    await redeem();
    expect(await world.findings()).toEqual([]);
  });
});
