/** The exchanges' rows against the ledger: each was paid by exactly its journal, and no journal is without its exchange. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type ExchangeCheck = 'exchange-journal' | 'exchange-orphan';

export type ExchangeFinding = CheckFinding<ExchangeCheck>;

const CHECKS: Record<ExchangeCheck, SQL> = {
  // The treasury's legs need no check: each asset of a journal sums to zero, and nobody else is in it.
  'exchange-journal': sql`
    SELECT 'exchange ' || q.id AS subject,
           format('gave %s %s for %s %s; journal %s (%s, %s) took %s and paid %s, %s legs of others', q.given, q.from_asset,
                  q.received, q.to_asset, q.journal_id, coalesce(j.kind, 'missing'), coalesce(j.transfer_id, '-'),
                  l.taken, l.paid, l.others) AS detail
      FROM exchange_quotes q
      LEFT JOIN journals j ON j.id = q.journal_id
      CROSS JOIN LATERAL (
        SELECT coalesce(-sum(e.amount) FILTER (WHERE a.owner_account_id = q.account_id AND a.kind = 'user_cash' AND e.asset = q.from_asset), 0) AS taken,
               coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = q.account_id AND a.kind = 'user_cash' AND e.asset = q.to_asset), 0) AS paid,
               count(*) FILTER (WHERE a.name IS DISTINCT FROM 'treasury'
                 AND (a.owner_account_id IS DISTINCT FROM q.account_id OR a.kind <> 'user_cash')) AS others
          FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = q.journal_id) l
     WHERE q.executed_at IS NOT NULL
       AND (j.kind IS DISTINCT FROM 'exchange' OR j.transfer_id IS DISTINCT FROM 'exchange:' || q.id
            OR l.taken <> q.given OR l.paid <> q.received OR l.others > 0)`,
  'exchange-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('%s is of no exchange', j.transfer_id) AS detail
      FROM journals j LEFT JOIN exchange_quotes q ON q.journal_id = j.id
     WHERE j.kind = 'exchange' AND q.id IS NULL`,
};

/** Runs each check. @returns the differences that they find; empty when exchanges and ledger agree */
export async function reconcileExchange(tx: Tx): Promise<ExchangeFinding[]> {
  return runChecks(tx, CHECKS);
}
