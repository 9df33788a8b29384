/** Machines, tickets and mining receipts against the ledger and the incomes, to the unit. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';
import { INPUTS, SHARE } from './receipts-repo';
import { OUTPUT_CAUSE } from './repo';

export type MachineCheck =
  | 'machine-payment'
  | 'machine-sales'
  | 'machine-stock'
  | 'ticket-grants'
  | 'mining-receipts'
  | 'mining-output';

const CHECKS: Record<MachineCheck, SQL> = {
  'machine-payment': sql`
    SELECT 'machine ' || machine_id AS subject,
           format('cost %s and %s tickets; %s went to the sales, %s came from its owner, %s tickets were used', price, tickets, sold, debited, used) AS detail
      FROM machines_unpaid`,
  'machine-sales': sql`
    SELECT 'journal ' || e.journal_id AS subject, format('credits %s to the sales for no machine', e.amount) AS detail
      FROM entries e JOIN accounts a ON a.id = e.account_id AND a.name = 'machine-sales'
     WHERE e.amount > 0 AND NOT EXISTS (SELECT FROM machines m WHERE m.journal_id = e.journal_id)`,
  'machine-stock': sql`
    SELECT 'machine model ' || d.id AS subject, format('counts %s sold, there are %s', d.sold, coalesce(m.n, 0)) AS detail
      FROM machine_models d LEFT JOIN (SELECT model_id, count(*) AS n FROM machines GROUP BY model_id) m ON m.model_id = d.id
     WHERE d.sold <> coalesce(m.n, 0)`,
  'ticket-grants': sql`
    SELECT 'ticket grant ' || g.id AS subject, format('granted %s, there are %s', g.tickets, coalesce(k.n, 0)) AS detail
      FROM ticket_grants g LEFT JOIN (SELECT grant_id, account_id, count(*) AS n FROM machine_tickets GROUP BY grant_id, account_id) k
        ON k.grant_id = g.id AND k.account_id = g.account_id
     WHERE g.tickets <> coalesce(k.n, 0)`,
  'mining-receipts': sql`
    SELECT 'receipts of ' || r.day AS subject,
           format('%s less %s; the pool received %s and paid a fee of %s', r.receipts, r.fee, coalesce(p.credited, 0), coalesce(f.fee, 0)) AS detail
      FROM mining_receipts r
      LEFT JOIN (SELECT e.journal_id, sum(e.amount) AS credited FROM entries e JOIN accounts a ON a.id = e.account_id AND a.name = 'mining-pool'
                  GROUP BY e.journal_id) p ON p.journal_id = r.journal_id
      LEFT JOIN (SELECT j.reference, sum(x.amount) AS fee FROM fees x JOIN journals j ON j.id = x.journal_id WHERE x.source = 'machine-service'
                  GROUP BY j.reference) f ON f.reference = r.day::text
     WHERE coalesce(p.credited, 0) <> r.receipts OR coalesce(f.fee, 0) <> r.fee`,
  'mining-output': sql`
    WITH due AS (
      SELECT m.account_id, ${OUTPUT_CAUSE} AS cause, ${SHARE} AS amount, ${INPUTS} AS inputs, r.distributed_at IS NOT NULL OR m.id <= r.through_id AS is_due
        FROM mining_receipts r JOIN machines m ON m.first_day <= r.day AND m.end_day > r.day
    ), sums AS (
      SELECT r.day, r.output, r.machines, r.hashrate, sum(${SHARE}) AS total, count(*) AS ran, sum(m.hashrate) AS rate
        FROM mining_receipts r LEFT JOIN machines m ON m.first_day <= r.day AND m.end_day > r.day GROUP BY r.id)
    SELECT 'machine ' || coalesce(d.cause, i.cause) AS subject, format('is due %s, its income says %s', d.amount, i.amount) AS detail
      FROM (SELECT * FROM due WHERE is_due AND amount > 0) d
      FULL JOIN (SELECT * FROM incomes WHERE source = 'machine-output') i ON i.cause = d.cause AND i.account_id = d.account_id
     WHERE d.amount IS DISTINCT FROM i.amount OR d.inputs IS DISTINCT FROM i.inputs OR i.pool <> 'mining-pool'
    UNION ALL
    SELECT 'receipts of ' || day, format('%s for %s machines with %s T; %s machines with %s T have %s', output, machines, hashrate, ran, rate, total)
      FROM sums WHERE (output, machines, hashrate) IS DISTINCT FROM (total, ran, rate)`,
};

/** Runs each check. @returns the differences that they find; empty when all agree */
export async function reconcileMachines(tx: Tx): Promise<CheckFinding<MachineCheck>[]> {
  return runChecks(tx, CHECKS);
}
