/** Time in the database, as `pg_stat_statements` counts it. */
import type { Database } from '../../gateway/db/client';

/** A server that counts: settings for `startPostgres`. */
export const COUNTING = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on'];

/** Execution and planning of all statements of this database so far, ms. */
export async function readStatementsMs({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(`
    SELECT coalesce(sum(total_exec_time + total_plan_time), 0)::float AS ms FROM pg_stat_statements s
      JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database() WHERE query NOT LIKE '%pg_stat_statements%'`);
  return rows[0]?.ms ?? NaN;
}
