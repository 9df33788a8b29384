/** Withdrawals' rows against the ledger: a hold is open exactly while one is pending, and one that was paid has its one journal. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type WithdrawalCheck = 'withdrawal-hold' | 'withdrawal-journal' | 'withdrawal-boundary';

const CHECKS: Record<WithdrawalCheck, SQL> = {
  'withdrawal-hold': sql`
    SELECT 'withdrawal ' || w.id AS subject,
           format('is %s over %s; its hold is of %s, posted %s, released %s', w.state, w.amount + w.fee, h.amount, h.posted, h.released) AS detail
      FROM withdrawals w JOIN holds h ON h.id = w.hold_id JOIN accounts a ON a.id = h.account_id
     WHERE h.amount <> w.amount + w.fee OR a.owner_account_id <> w.account_id OR a.kind <> 'user_cash' OR a.asset <> 'USDT'
        OR h.posted <> CASE w.state WHEN 'success' THEN h.amount ELSE 0 END
        OR h.released <> CASE WHEN w.state IN ('rejected', 'cancelled', 'failed') THEN h.amount ELSE 0 END`,
  'withdrawal-journal': sql`
    SELECT coalesce('withdrawal ' || w.id, 'journal ' || j.id) AS subject,
           CASE WHEN w.id IS NULL THEN 'it is of no withdrawal that was paid' WHEN j.id IS NULL THEN 'was paid without its journal'
             ELSE format('paid %s with a fee of %s, its journal %s and %s', w.amount, w.fee, coalesce(j.paid, 0), coalesce(j.fee, 0)) END AS detail
      FROM (SELECT * FROM withdrawals WHERE state = 'success') w
      FULL JOIN (SELECT j.id, j.transfer_id, sum(e.amount) FILTER (WHERE a.name = 'external-withdrawals') AS paid,
                        (SELECT sum(f.amount) FROM fees f WHERE f.journal_id = j.id) AS fee
                   FROM journals j JOIN entries e ON e.journal_id = j.id JOIN accounts a ON a.id = e.account_id
                  WHERE j.kind = 'withdrawal' GROUP BY j.id) j
        ON j.id = w.journal_id AND j.transfer_id = 'withdrawal:' || w.id
     WHERE w.id IS NULL OR j.id IS NULL OR w.amount <> coalesce(j.paid, 0) OR w.fee <> coalesce(j.fee, 0)`,
  'withdrawal-boundary': sql`
    SELECT 'external-withdrawals' AS subject, format('withdrawals paid %s, the ledger has %s', w.paid, e.moved) AS detail
      FROM (SELECT coalesce(sum(amount), 0) AS paid FROM withdrawals WHERE state = 'success') w,
           (SELECT coalesce(sum(e.amount), 0) AS moved FROM entries e JOIN accounts a ON a.id = e.account_id
             WHERE a.name = 'external-withdrawals' AND a.asset = 'USDT') e
     WHERE w.paid <> e.moved`,
};

/** Runs each check. @returns the differences that they find; empty when withdrawals and ledger agree */
export async function reconcileWithdrawals(tx: Tx): Promise<CheckFinding<WithdrawalCheck>[]> {
  return runChecks(tx, CHECKS);
}
