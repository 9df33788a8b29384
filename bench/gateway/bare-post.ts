/**
 * The limit of a money call: what a posting is at the very least, as plain SQL. One transaction with one journal, two
 * entries and two balances; no constraint but the primary keys, no trigger, no function, no idempotency.
 */
import pg from 'pg';

const TABLES = `
  CREATE TABLE accounts (id int PRIMARY KEY, balance numeric NOT NULL) WITH (fillfactor = 70);
  CREATE TABLE journals (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text, created_at timestamptz);
  CREATE TABLE entries (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, journal_id bigint, account_id int, amount numeric);`;

const STATEMENTS = {
  journal: `INSERT INTO journals (kind, created_at) VALUES ('custody-place', now()) RETURNING id`,
  entry: 'INSERT INTO entries (journal_id, account_id, amount) VALUES ($1, $2, $3)',
  balance: 'UPDATE accounts SET balance = balance + $2 WHERE id = $1',
};

/** The same statements for pgbench; each client has two accounts of its own. */
export const PGBENCH_SCRIPT = `
\\set debit :client_id * 2
\\set credit :client_id * 2 + 1
BEGIN;
${STATEMENTS.journal} \\gset
INSERT INTO entries (journal_id, account_id, amount) VALUES (:id, :debit, -101000000);
INSERT INTO entries (journal_id, account_id, amount) VALUES (:id, :credit, 101000000);
UPDATE accounts SET balance = balance - 101000000 WHERE id = :debit;
UPDATE accounts SET balance = balance + 101000000 WHERE id = :credit;
COMMIT;
`;

export interface BarePost {
  /** Each client has two accounts of its own. */
  post(client: number): Promise<void>;
  close(): Promise<void>;
}

/** @param url an empty database */
export async function openBarePost(url: string, maxClients: number): Promise<BarePost> {
  const pool = new pg.Pool({ connectionString: url, max: maxClients });
  await pool.query(TABLES);
  await pool.query('INSERT INTO accounts SELECT n, 0 FROM generate_series(0, $1::int) n', [maxClients * 2 - 1]);
  async function inTransaction(client: pg.PoolClient, debit: number, credit: number): Promise<void> {
    const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
      client.query<{ id: string }>({ name, text: STATEMENTS[name], values });
    await client.query('BEGIN');
    const { rows } = await run('journal', []);
    const journal = rows[0]?.id;
    await run('entry', [journal, debit, '-101000000']);
    await run('entry', [journal, credit, '101000000']);
    await run('balance', [debit, '-101000000']);
    await run('balance', [credit, '101000000']);
    await client.query('COMMIT');
  }
  return {
    async post(client) {
      const connection = await pool.connect();
      try {
        await inTransaction(connection, client * 2, client * 2 + 1);
        connection.release();
      } catch (error) {
        connection.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
