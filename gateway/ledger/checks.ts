/** Runs the checks of `reconcile`: each check is a query that names what is wrong. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/transaction';

export interface CheckFinding<Check extends string> {
  check: Check;
  /** The row that is wrong, e.g. `journal 12` or `account 7`. */
  subject: string;
  detail: string;
}

/** Per check at most this many findings: the first ones tell what happened. */
const MAX_FINDINGS = 100;

/** Runs checks whose queries give (subject, detail) of what is wrong, and nothing when all is well. */
export async function runChecks<Check extends string>(
  tx: Tx,
  checks: Readonly<Record<Check, SQL>>,
): Promise<CheckFinding<Check>[]> {
  const findings: CheckFinding<Check>[] = [];
  for (const [check, query] of Object.entries(checks) as [Check, SQL][]) {
    const { rows } = await tx.execute<{ subject: string; detail: string }>(
      sql`SELECT subject, detail FROM (${query}) found ORDER BY subject LIMIT ${MAX_FINDINGS}::int`,
    );
    findings.push(...rows.map(({ subject, detail }) => ({ check, subject, detail })));
  }
  return findings;
}
