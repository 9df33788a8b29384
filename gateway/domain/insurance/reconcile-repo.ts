/** The insurance fund's rows against the ledger: the days that were counted, and each payout by exactly its journal. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type InsuranceCheck = 'insurance-days' | 'insurance-payout' | 'insurance-orphan';

export type InsuranceFinding = CheckFinding<InsuranceCheck>;

const CHECKS: Record<InsuranceCheck, SQL> = {
  // From all entries, whatever was counted: a movement counts once, on its own day.
  'insurance-days': sql`
    SELECT format('insurance %s %s', asset, day) AS subject,
           format('counts %s in and %s out over %s entries, the ledger has %s, %s and %s', coalesce(c.inflow, 0), coalesce(c.outflow, 0),
                  coalesce(c.entries, 0), coalesce(l.inflow, 0), coalesce(l.outflow, 0), coalesce(l.entries, 0)) AS detail
      FROM (SELECT asset, day, sum(inflow) AS inflow, sum(outflow) AS outflow, sum(entries) AS entries FROM insurance_movements GROUP BY asset, day) c
      FULL JOIN (SELECT e.asset, (j.created_at AT TIME ZONE 'UTC')::date AS day, sum(greatest(e.amount, 0)) AS inflow,
                        sum(greatest(-e.amount, 0)) AS outflow, count(*) AS entries
                   FROM accounts a JOIN entries e ON e.account_id = a.id JOIN journals j ON j.id = e.journal_id
                  WHERE a.name = 'insurance' GROUP BY 1, 2) l USING (asset, day)
     WHERE (c.inflow, c.outflow, c.entries) IS DISTINCT FROM (l.inflow, l.outflow, l.entries)`,
  'insurance-payout': sql`
    SELECT 'insurance payout ' || p.id AS subject,
           format('paid %s; journal %s (%s) took %s and paid %s', p.amount, p.journal_id, coalesce(j.kind, 'missing'), m.taken, m.paid) AS detail
      FROM insurance_payouts p LEFT JOIN journals j ON j.id = p.journal_id
     CROSS JOIN LATERAL (
       SELECT coalesce(-sum(e.amount) FILTER (WHERE a.name = 'insurance'), 0) AS taken,
              coalesce(sum(e.amount) FILTER (WHERE CASE WHEN p.user_id IS NULL THEN a.name = 'operator-drawings'
                ELSE a.kind = 'user_cash' AND t.user_id = p.user_id END), 0) AS paid
         FROM entries e JOIN accounts a ON a.id = e.account_id LEFT JOIN trading_accounts t ON t.id = a.owner_account_id
        WHERE e.journal_id = p.journal_id AND e.asset = p.asset) m
     WHERE j.kind IS DISTINCT FROM 'insurance-payout' OR m.taken <> p.amount OR m.paid <> p.amount`,
  'insurance-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('takes %s %s from the fund without a payout', -sum(e.amount), e.asset) AS detail
      FROM accounts a JOIN entries e ON e.account_id = a.id AND e.amount < 0 JOIN journals j ON j.id = e.journal_id
     WHERE a.name = 'insurance' AND NOT EXISTS (SELECT FROM insurance_payouts p WHERE p.journal_id = j.id)
     GROUP BY j.id, e.asset`,
};

/** Runs each check. @returns the differences that they find; empty when the fund's rows and the ledger agree */
export async function reconcileInsurance(tx: Tx): Promise<InsuranceFinding[]> {
  return runChecks(tx, CHECKS);
}
