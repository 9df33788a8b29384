/** A world for parts that measure jobs in one database: a PostgreSQL that syncs to the disk, with people and rows written by plain SQL. */
import pg from 'pg';
import { openDatabase } from '../gateway/db/client';
import { migrate } from '../gateway/db/migrate';
import { openGatewayWorld, type GatewayWorld } from '../tests/gateway/world';
import { startPostgres } from '../tests/gateway/support/postgres-server';
import type { Comparison } from './measure';
import type { PartResult } from './part';

export interface DurableWorld {
  world: GatewayWorld;
  /** A superuser's connection of its own, whose statements may take as long as they need. */
  sql: pg.Client;
}

/** Says which server a part ran on. */
export async function describeServer(sql: pg.Client): Promise<string> {
  const { rows } = await sql.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  return `PostgreSQL ${rows[0]?.version} on this machine (fsync on)`;
}

/** Runs `measure` in a migrated database on a server that nobody else uses. */
export async function onDurableWorld(measure: (opened: DurableWorld) => Promise<Comparison[]>): Promise<PartResult> {
  const server = await startPostgres({ isDurable: true });
  const url = `${server.url}postgres`;
  const sql = new pg.Client({ connectionString: url });
  try {
    await sql.connect();
    await sql.query('SET statement_timeout = 0');
    const database = await openDatabase({ kind: 'postgres', url });
    await migrate(database);
    const comparisons = await measure({ world: await openGatewayWorld(database, Date.now()), sql });
    await database.close();
    return { comparisons, ranOn: await describeServer(sql) };
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** Opens accounts of so many people. @returns their ids */
export async function openAccounts(world: GatewayWorld, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await world.person('0')).accountId);
  return ids;
}

/**
 * Writes rows without the triggers that ask for what usually comes before them, e.g. a payment: bringing a hundred thousand about by calls
 * would take as long as the benchmark.
 */
export async function fill(sql: pg.Client, insert: string, values: unknown[]): Promise<void> {
  await sql.query('SET session_replication_role = replica');
  await sql.query(insert, values);
  await sql.query('SET session_replication_role = DEFAULT');
  await sql.query('VACUUM ANALYZE');
}

/** Counts rows per second. @param work answers how many rows it wrote */
export async function rowsPerSecond(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const rows = await work();
  return (rows * 1_000) / (performance.now() - startedAt);
}
