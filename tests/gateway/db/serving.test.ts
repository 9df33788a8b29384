/**
 * The role that serves is refused these statements, whoever makes it run SQL of their own (docs/operating.md, "Roles of the
 * database").
 */
import { expect, it } from 'vitest';
import { grantServing, EMBEDDED_ROLE } from '../../../gateway/db/serving';
import { sqlFailure } from '../../../gateway/db/errors';
import { GRANTS } from '../../../gateway/db/grants';
import { describeOnDatabase } from '../support/database';
import { fundedOwner } from '../support/ledger';

/** insufficient_privilege; for a setting of superusers as well. */
const DENIED = '42501';

const REFUSED = [
  'DROP TRIGGER immutable ON entries',
  'ALTER TABLE entries DISABLE TRIGGER ALL',
  'SET session_replication_role = replica',
  'UPDATE entries SET amount = amount + 1',
  'DELETE FROM entries',
  'TRUNCATE entries',
  'UPDATE journals SET memo = memo',
  'UPDATE audit_log SET actor = actor',
  'DELETE FROM audit_log',
  'INSERT INTO audit_chain SELECT * FROM audit_chain',
  'DELETE FROM accounts',
  `INSERT INTO flow_rules VALUES ('pool', 'user_cash', 'any')`,
  `UPDATE account_kinds SET may_be_negative = true`,
  `DELETE FROM schema_migrations`,
  'CREATE TABLE own (n int)',
  'CREATE TEMPORARY TABLE accounts (n int)',
  `CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  `CREATE OR REPLACE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
  'ALTER TABLE entries OWNER TO CURRENT_USER',
  'GRANT ALL ON entries TO CURRENT_USER',
  'CREATE ROLE another SUPERUSER',
  `COPY (SELECT 1) TO PROGRAM 'true'`,
];

describeOnDatabase('the role that serves', (fixture) => {
  it.each(REFUSED)('cannot: %s', async (statement) => {
    await fixture.tx((tx) => fundedOwner(tx, 1000n));
    const failure = await fixture.database.pool.query(statement).then(() => null, sqlFailure);
    // PostgreSQL does not find objects of others, or says "must be owner of": both before any trigger is asked.
    if (!statement.startsWith('GRANT')) expect(failure?.code).toBe(DENIED);
  });

  it('gets nothing by granting itself', async () => {
    await fixture.database.pool.query('GRANT ALL ON entries TO CURRENT_USER').catch(() => undefined);
    const { rows } = await fixture.database.pool.query(
      `SELECT has_table_privilege('entries', 'UPDATE') OR has_table_privilege('entries', 'TRIGGER') AS may`,
    );
    expect(rows).toEqual([{ may: false }]);
  });

  it('has exactly the declared rights, whatever it had before', async () => {
    const { rows: who } = await fixture.database.pool.query<{ role: string }>('SELECT session_user AS role');
    const role = who[0]?.role ?? EMBEDDED_ROLE;
    await fixture.owner(async (owner) => {
      await owner.pool.query(`GRANT ALL ON entries TO ${role}; REVOKE ALL ON settings FROM ${role}`);
      await grantServing(owner, role);
    });
    const { rows } = await fixture.database.pool.query<{ name: string; rights: string[] }>(
      `SELECT c.relname AS name, array_agg(a.privilege_type::text) AS rights
         FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
        WHERE r.rolname = session_user AND c.relnamespace = 'public'::regnamespace AND c.relkind <> 'S' GROUP BY 1`,
    );
    const held = Object.fromEntries(rows.map(({ name, rights }) => [name, [...rights].sort()]));
    expect(held).toEqual(
      Object.fromEntries(Object.entries(GRANTS).map(([name, rights]) => [name, [...rights].sort()])),
    );
  });

  it('is not served a table that nobody has decided about', async () => {
    await fixture.owner(async (owner) => {
      await owner.pool.query('CREATE TABLE undecided (n int)');
      try {
        await expect(grantServing(owner, EMBEDDED_ROLE)).rejects.toThrow(/undecided.*add a line.*grants\.ts/);
      } finally {
        await owner.pool.query('DROP TABLE undecided');
      }
    });
  });
});
