/** The dividends' rows against the ledger and the fees: what is set aside is what can be claimed, and each share was paid once. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type DividendCheck =
  | 'dividend-shares'
  | 'dividend-fees'
  | 'dividend-declared'
  | 'dividend-reserve'
  | 'dividend-claim'
  | 'dividend-return'
  | 'dividend-orphan';

export type DividendFinding = CheckFinding<DividendCheck>;

/** The sum that a journal's entries moved on an account of the platform. */
const moved = (journal: SQL, name: string) => sql`
  (SELECT coalesce(sum(e.amount), 0) FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = ${journal} AND a.name = ${name})`;

const CHECKS: Record<DividendCheck, SQL> = {
  'dividend-shares': sql`
    SELECT 'dividend ' || d.id AS subject, format('declared %s, its shares sum to %s', d.amount, coalesce(s.total, 0)) AS detail
      FROM dividends d LEFT JOIN (SELECT dividend_id, sum(amount) AS total FROM dividend_shares GROUP BY dividend_id) s ON s.dividend_id = d.id
     WHERE d.amount <> coalesce(s.total, 0)`,
  'dividend-fees': sql`
    SELECT 'dividend ' || d.id AS subject, format('says net fees of %s, its days had %s', d.net_fees, f.net) AS detail
      FROM dividends d
     CROSS JOIN LATERAL (SELECT coalesce(sum(revenue), 0) AS net FROM fees WHERE asset = d.asset AND at >= d.first_day::timestamp AT TIME ZONE 'UTC'
                            AND at < (d.last_day + 1)::timestamp AT TIME ZONE 'UTC') f
     WHERE d.net_fees <> f.net`,
  'dividend-declared': sql`
    SELECT 'dividend ' || d.id AS subject, format('declared %s, journal %s (%s) set %s aside', d.amount, d.journal_id, coalesce(j.kind, 'missing'), m.set_aside) AS detail
      FROM dividends d LEFT JOIN journals j ON j.id = d.journal_id
     CROSS JOIN LATERAL (SELECT ${moved(sql`d.journal_id`, 'dividend-reserve')} AS set_aside) m
     WHERE j.kind IS DISTINCT FROM 'dividend-declare' OR m.set_aside <> d.amount`,
  'dividend-reserve': sql`
    SELECT 'dividend-reserve ' || r.asset AS subject, format('shares to claim sum to %s, the reserve holds %s', coalesce(s.open, 0), r.held) AS detail
      FROM (SELECT asset, sum(balance) AS held FROM accounts WHERE name = 'dividend-reserve' GROUP BY asset) r
      LEFT JOIN (SELECT d.asset, sum(s.amount) AS open FROM dividend_shares s JOIN dividends d ON d.id = s.dividend_id
                  WHERE s.journal_id IS NULL GROUP BY d.asset) s ON s.asset = r.asset
     WHERE r.held <> coalesce(s.open, 0)`,
  'dividend-claim': sql`
    SELECT format('dividend %s user %s', s.dividend_id, s.user_id) AS subject,
           format('claimed %s; journal %s (%s) paid %s, its income says %s', s.amount, s.journal_id, coalesce(j.kind, 'missing'), p.paid, coalesce(i.amount::text, 'nothing')) AS detail
      FROM dividend_shares s LEFT JOIN journals j ON j.id = s.journal_id
      LEFT JOIN incomes i ON i.source = 'dividend' AND i.cause = s.dividend_id::text AND i.account_id = s.account_id
     CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount), 0) AS paid FROM entries e JOIN accounts a ON a.id = e.account_id
                          WHERE e.journal_id = s.journal_id AND a.owner_account_id = s.account_id AND a.kind = 'user_cash') p
     WHERE s.claimed_at IS NOT NULL
       AND (j.kind IS DISTINCT FROM 'dividend' OR j.transfer_id IS DISTINCT FROM format('dividend:%s:%s', s.dividend_id, s.user_id)
            OR p.paid <> s.amount OR i.amount IS DISTINCT FROM s.amount OR i.journal_id IS DISTINCT FROM s.journal_id)`,
  'dividend-return': sql`
    SELECT 'dividend ' || s.dividend_id AS subject,
           format('%s went back by its shares, %s by journal %s (%s)', s.total, m.returned, s.journal_id, coalesce(j.kind, 'missing')) AS detail
      FROM (SELECT dividend_id, journal_id, sum(amount) AS total FROM dividend_shares WHERE returned_at IS NOT NULL GROUP BY dividend_id, journal_id) s
      LEFT JOIN journals j ON j.id = s.journal_id
     CROSS JOIN LATERAL (SELECT ${moved(sql`s.journal_id`, 'dividend-pool')} AS returned) m
     WHERE j.kind IS DISTINCT FROM 'dividend-return' OR j.transfer_id IS DISTINCT FROM 'dividend-return:' || s.dividend_id OR m.returned <> s.total`,
  'dividend-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('%s is of no dividend', j.transfer_id) AS detail
      FROM journals j
     WHERE j.kind IN ('dividend', 'dividend-declare', 'dividend-return')
       AND NOT EXISTS (SELECT FROM dividends d WHERE d.journal_id = j.id) AND NOT EXISTS (SELECT FROM dividend_shares s WHERE s.journal_id = j.id)
    UNION ALL
    SELECT 'income ' || i.id, 'is of no claimed share' FROM incomes i
     WHERE i.source = 'dividend' AND NOT EXISTS (SELECT FROM dividend_shares s WHERE s.journal_id = i.journal_id)`,
};

/** Runs each check. @returns the differences that they find; empty when dividends, fees and ledger agree */
export async function reconcileDividends(tx: Tx): Promise<DividendFinding[]> {
  return runChecks(tx, CHECKS);
}
