/** Checks the whole ledger against itself, set-wise in SQL, and names what is wrong. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/transaction';
import { runChecks, type CheckFinding } from './checks';

export type ReconcileCheck =
  | 'asset-sum'
  | 'journal-sum'
  | 'journal-legs'
  | 'orphan-entry'
  | 'account-balance'
  | 'account-numbering'
  | 'running-balance'
  | 'account-rules'
  | 'negative-balance'
  | 'held'
  | 'hold-posted'
  | 'seal-continuity'
  | 'seal-coverage'
  | 'firewall'
  | 'fee-split'
  | 'idempotency-answer';

export type LedgerFinding = CheckFinding<ReconcileCheck>;

const CHECKS: Record<ReconcileCheck, SQL> = {
  'asset-sum': sql`
    SELECT 'asset ' || asset AS subject, 'all entries sum to ' || sum(amount) AS detail FROM entries
     GROUP BY asset HAVING sum(amount) <> 0`,
  'journal-sum': sql`
    SELECT 'journal ' || journal_id AS subject, asset || ' sums to ' || sum(amount) AS detail FROM entries
     GROUP BY journal_id, asset HAVING sum(amount) <> 0`,
  'journal-legs': sql`
    SELECT 'journal ' || j.id AS subject, format('%s legs declared, %s found', j.leg_count, count(e.id)) AS detail
      FROM journals j LEFT JOIN entries e ON e.journal_id = j.id
     GROUP BY j.id HAVING count(e.id) <> j.leg_count OR count(e.id) < 2`,
  'orphan-entry': sql`
    SELECT 'entry ' || e.id AS subject, CASE WHEN j.id IS NULL THEN 'its journal does not exist'
             WHEN a.id IS NULL THEN 'its account does not exist' WHEN a.asset <> e.asset THEN 'its asset is not its account''s'
             ELSE 'its hold is of another account' END AS detail
      FROM entries e LEFT JOIN journals j ON j.id = e.journal_id LEFT JOIN accounts a ON a.id = e.account_id
      LEFT JOIN holds h ON h.id = e.hold_id
     WHERE j.id IS NULL OR a.id IS NULL OR a.asset <> e.asset OR (e.hold_id IS NOT NULL AND h.account_id IS DISTINCT FROM e.account_id)`,
  'account-balance': sql`
    SELECT 'account ' || a.id AS subject, format('has %s, its entries sum to %s', a.balance, coalesce(sum(e.amount), 0)) AS detail
      FROM accounts a LEFT JOIN entries e ON e.account_id = a.id WHERE a.mode = 'checked'
     GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0)`,
  'account-numbering': sql`
    SELECT 'account ' || a.id AS subject, format('counts %s entries, has %s, numbered %s to %s', a.entry_count, count(e.id),
             coalesce(min(e.account_seq)::text, '-'), coalesce(max(e.account_seq)::text, '-')) AS detail
      FROM accounts a LEFT JOIN entries e ON e.account_id = a.id WHERE a.mode = 'checked'
     GROUP BY a.id HAVING a.entry_count <> count(e.id) OR count(DISTINCT e.account_seq) <> count(e.id)
         OR (count(e.id) > 0 AND (min(e.account_seq) <> 1 OR max(e.account_seq) <> count(e.id)))`,
  'running-balance': sql`
    SELECT 'entry ' || id AS subject, format('says %s after it, should be %s', balance_after, total) AS detail
      FROM (SELECT e.id, e.balance_after, sum(e.amount) OVER (PARTITION BY e.account_id ORDER BY e.account_seq) AS total
              FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.mode = 'checked') t
     WHERE balance_after IS DISTINCT FROM total`,
  'account-rules': sql`
    SELECT 'account ' || a.id AS subject, 'its mode or sign is not its kind''s, or it was issued more than once' AS detail
      FROM accounts a JOIN account_kinds k ON k.kind = a.kind JOIN assets s ON s.code = a.asset
     WHERE a.mode <> k.mode OR (k.holder = 'user') <> (a.owner_account_id IS NOT NULL)
        OR a.may_be_negative <> (k.may_be_negative AND (a.kind = 'issuance' OR s.supply = 'open'))
        OR (a.kind = 'issuance' AND a.entry_count > 1)`,
  'negative-balance': sql`
    SELECT 'account ' || id AS subject, format('has %s, of which %s held', total, held) AS detail
      FROM (SELECT id, held, CASE mode WHEN 'append' THEN ledger_append_balance(id) ELSE balance END AS total
              FROM accounts WHERE NOT may_be_negative) t WHERE total - held < 0`,
  held: sql`
    SELECT 'account ' || a.id AS subject, format('holds %s, its open holds sum to %s', a.held, coalesce(h.open, 0)) AS detail
      FROM accounts a LEFT JOIN (SELECT account_id, sum(amount - posted - released) AS open FROM holds GROUP BY account_id) h
        ON h.account_id = a.id WHERE a.held <> coalesce(h.open, 0)`,
  'hold-posted': sql`
    SELECT 'hold ' || h.id AS subject, format('posted %s, its entries sum to %s', h.posted, coalesce(e.moved, 0)) AS detail
      FROM holds h LEFT JOIN (SELECT hold_id, -sum(amount) AS moved FROM entries WHERE hold_id IS NOT NULL GROUP BY hold_id) e
        ON e.hold_id = h.id WHERE h.posted <> coalesce(e.moved, 0) OR h.posted + h.released > h.amount`,
  'seal-continuity': sql`
    SELECT format('account %s seal %s', account_id, seq) AS subject,
           format('should be number %s with %s after it, has %s', n, total, balance_after) AS detail
      FROM (SELECT s.account_id, s.seq, s.balance_after, e.account_id AS moved_account,
                   row_number() OVER w AS n, sum(e.amount) OVER w AS total
              FROM entry_seals s LEFT JOIN entries e ON e.id = s.entry_id WINDOW w AS (PARTITION BY s.account_id ORDER BY s.seq)) t
     WHERE seq <> n OR balance_after IS DISTINCT FROM total OR moved_account IS DISTINCT FROM account_id`,
  'seal-coverage': sql`
    SELECT 'entry ' || e.id AS subject, CASE WHEN s.entry_id IS NULL THEN 'neither sealed nor waiting' ELSE 'sealed and waiting' END AS detail
      FROM entries e JOIN accounts a ON a.id = e.account_id AND a.mode = 'append'
      LEFT JOIN entry_seals s ON s.entry_id = e.id LEFT JOIN entries_unsealed u ON u.entry_id = e.id
     WHERE (s.entry_id IS NULL) = (u.entry_id IS NULL)`,
  firewall: sql`
    SELECT 'journal ' || journal_id AS subject, format('%s: %s filled from %s', asset, credit_kind, debit_kind) AS detail
      FROM ledger_refused_flows`,
  'fee-split': sql`
    SELECT 'journal ' || journal_id AS subject, format('%s: credits %s to revenue, insurance, promotion and dynamic, its fees say %s', asset, credited,
             declared) AS detail
      FROM ledger_refused_fees
    UNION ALL SELECT 'journal ' || journal_id, 'has ' || detail FROM ledger_stray_fees`,
  'idempotency-answer': sql`
    SELECT format('user %s key %s', user_id, key) AS subject, 'committed without its answer' AS detail
      FROM idempotency_keys WHERE answer IS NULL AND NOT closed`,
};

/**
 * Runs every check over all rows and gives what is wrong; an empty list means that the ledger is sound. Give it a
 * transaction at repeatable read when others are posting meanwhile, so that all checks see one moment.
 */
export async function reconcile(tx: Tx): Promise<LedgerFinding[]> {
  return runChecks(tx, CHECKS);
}
