/** Fees that were taken before they were split: the migration writes them down as what they were. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { migrate } from '../../../gateway/db/migrate';
import { grantServing } from '../../../gateway/db/serving';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { DAY_MS } from '../custody/world';
import { openRabWorld } from '../otc/rab/world';
import { describeOnDatabase } from '../support/database';

/** Takes the migration back, as if it had never run: journals that are all revenue are what they were before it. */
const BEFORE = `
  SET session_replication_role = replica;
  DROP TABLE fees, rebate_rates CASCADE;
  DROP FUNCTION ledger_refuse_fees, fees_at_commit;
  DELETE FROM accounts WHERE kind = 'fee_share' OR name = 'dynamic-pool';
  DELETE FROM flow_rules WHERE 'fee_share' IN (credit_kind, debit_kind);
  DELETE FROM account_kinds WHERE kind = 'fee_share';
  DELETE FROM schema_migrations WHERE name LIKE '%_fees.sql' OR name LIKE '%_fee_journals.sql';
  SET session_replication_role = origin`;

describeOnDatabase('the migration of fees', (fixture) => {
  it('makes all of each fee of before revenue, by payer and source', async () => {
    await fixture.tx((tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 10n ** 17n, at: 0 }));
    const world = await openRabWorld(fixture.database);
    await world.fundPool('1000');
    await world.set('fees.insuranceRate', '0');
    const [seller, buyer] = [await world.trader('2000', '1000'), await world.trader('1000', '0')];
    await world.sell(seller, { quantity: '1000' });
    await world.buy(buyer, { quantity: '1000' });
    const { id } = await world.place(seller, '1000');
    world.time.now += DAY_MS;
    await world.redeem(seller, id, '500');
    const rows = async () => {
      const found = await fixture.database.db.execute(sql`
        SELECT journal_id::text, line, payer_account_id::text, source, asset, base::text, amount::text, revenue::text, at::text FROM fees ORDER BY journal_id, line`);
      return found.rows;
    };
    const taken = await rows();
    expect(taken).toHaveLength(3);
    await fixture.owner(async (owner) => {
      // A later migration's view reads fees, and goes with the table.
      const { rows: views } = await owner.pool.query<{ text: string }>(
        `SELECT pg_get_viewdef('insurance_movements') AS text`,
      );
      await owner.pool.query(BEFORE);
      expect(await migrate(owner)).toEqual([expect.stringMatching(/_fees/), expect.stringMatching(/_fee_journals/)]);
      await owner.pool.query(`CREATE VIEW insurance_movements AS ${views[0]!.text}`);
      const { rows: roles } = await fixture.database.pool.query<{ role: string }>('SELECT current_user AS role');
      if (fixture.kind === 'postgres') await grantServing(owner, roles[0]!.role, 'any');
      else await grantServing(owner, 'rab_serving');
    });
    expect(await rows()).toEqual(taken);
    expect(await world.findings()).toEqual([]);
    await world.set('fees.insuranceRate', '0.05');
    await world.redeem(seller, id, '500');
    expect(await world.findings()).toEqual([]);
  });
});
