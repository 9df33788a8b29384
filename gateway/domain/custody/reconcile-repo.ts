/** Custody's rows against the ledger: what the orders say is in custody and in reserve must be there, to the unit. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type CustodyCheck = 'custody-principal' | 'custody-reserve' | 'custody-interest' | 'custody-changes';

export type CustodyFinding = CheckFinding<CustodyCheck>;

const CHECKS: Record<CustodyCheck, SQL> = {
  'custody-principal': sql`
    SELECT 'trading account ' || coalesce(o.account_id, a.owner_account_id) AS subject,
           format('its running orders hold %s, its custody account %s', coalesce(o.principal, 0), coalesce(a.balance, 0)) AS detail
      FROM (SELECT account_id, sum(principal) AS principal FROM custody_orders GROUP BY account_id) o
      FULL JOIN (SELECT owner_account_id, balance FROM accounts WHERE kind = 'user_custody' AND asset = 'USDT') a
        ON a.owner_account_id = o.account_id
     WHERE coalesce(o.principal, 0) <> coalesce(a.balance, 0)`,
  'custody-reserve': sql`
    SELECT 'custody-reserve' AS subject, format('the orders have %s to come, the reserve holds %s', o.owed, r.held) AS detail
      FROM (SELECT coalesce(sum(div(accrued + principal * (daily_rate * 10000000000)::numeric(20, 0) * (days - days_accrued), 10000000000)
                                - interest_paid), 0) AS owed
              FROM custody_orders WHERE status = 'in-progress') o,
           (SELECT coalesce(sum(balance), 0) AS held FROM accounts WHERE name = 'custody-reserve' AND asset = 'USDT') r
     WHERE o.owed <> r.held`,
  'custody-interest': sql`
    SELECT 'custody order ' || o.id AS subject,
           format('says %s paid over %s days, its days sum to %s over %s', o.interest_paid, o.days_accrued, coalesce(i.total, 0), coalesce(i.n, 0)) AS detail
      FROM custody_orders o
      LEFT JOIN (SELECT order_id, sum(amount) AS total, count(*) AS n FROM custody_interest GROUP BY order_id) i ON i.order_id = o.id
     WHERE o.interest_paid <> coalesce(i.total, 0) OR o.days_accrued <> coalesce(i.n, 0)`,
  'custody-changes': sql`
    SELECT 'custody order ' || o.id AS subject, format('has %s in custody, its changes leave %s', o.principal, coalesce(c.total, 0)) AS detail
      FROM custody_orders o
      LEFT JOIN (SELECT order_id, sum(after - before) AS total FROM custody_changes GROUP BY order_id) c ON c.order_id = o.id
     WHERE o.principal <> coalesce(c.total, 0)`,
};

/** Runs each check. @returns the differences that they find; empty when custody and ledger agree */
export async function reconcileCustody(tx: Tx): Promise<CustodyFinding[]> {
  return runChecks(tx, CHECKS);
}
