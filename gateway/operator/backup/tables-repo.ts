/** All rows of a database, out of it and into an empty one; as its owner. */
import type pg from 'pg';
import { GRANTS } from '../../db/grants';

type Client = pg.PoolClient;

/** Tables that a backup leaves out: counters that begin anew, and the migrations' own table. */
const LEFT_OUT = new Set(['schema_migrations', 'rate_limits']);
const BATCH = 500;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name) && name in GRANTS);
}

/** A table's rows as of the transaction's moment, as JSON arrays of some hundreds. */
export async function* rowsOf(client: Client, table: string): AsyncGenerator<{ json: string; count: number }> {
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoted(table)} t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${BATCH} FROM copied`);
    if (rows.length === 0) break;
    yield { json: `[${rows.map(({ row }) => row).join(',')}]`, count: rows.length };
  }
  await client.query('CLOSE copied');
}

const SEQUENCES = `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' ORDER BY 1`;

/** Each sequence and the number that it gives next. */
export async function sequencesOf(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  const numbers: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN 1 ELSE 0 END)::text AS next FROM ${name}`,
    );
    numbers[name] = found.rows[0]?.next ?? '1';
  }
  return numbers;
}

export async function migrationsOf(client: Pick<Client, 'query'>): Promise<Record<string, string>> {
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM schema_migrations',
  );
  return Object.fromEntries(rows.map(({ number, checksum }) => [String(number), checksum]));
}

/** True for a database that nothing was ever migrated into. */
export async function isEmpty(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')) AS is`,
  );
  return rows[0]?.is === true;
}

/** Foreign keys, and checks that older rows need not hold to: away while rows come in any order. @returns what brings them back */
async function dropConstraints(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND (contype = 'f' OR NOT convalidated)`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
}

/**
 * Empties the migrated database, and has `fill` bring the rows in; all in the transaction that the client is in.
 * @returns how many rows each table has then
 */
export async function replaceRows(client: Client, fill: () => Promise<void>): Promise<Record<string, number>> {
  const tables = await tablesOf(client);
  const constraints = await dropConstraints(client);
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
  await fill();
  for (const constraint of constraints) await client.query(constraint);
  for (const table of tables) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*)::text AS count FROM ${quoted(table)}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** Lists a table's columns, without those that the database computes. */
async function columnsOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [quoted(table)],
  );
  return rows[0]?.columns ?? '';
}

export async function insertRows(client: Client, table: string, json: string): Promise<void> {
  const columns = await columnsOf(client, table);
  await client.query(
    `INSERT INTO ${quoted(table)} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${quoted(table)}, $1::jsonb)`,
    [json],
  );
}

export async function setSequences(client: Client, sequences: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, next] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, $2::bigint, false)', [name, next]);
  }
}

/** A copy is never the one that was paid from: gateways find another lineage and halt (docs/rules.md §4, "Halts"). */
export async function markRestored(client: Client): Promise<void> {
  await client.query(`UPDATE payout_mark SET lineage = 'restored:' || gen_random_uuid()`);
}
