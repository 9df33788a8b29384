/** Incomes against the ledger: what is credited has its journal, every journal of an income has its row, and fees' shares are what was made of them. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';
import { INCOME_SOURCES } from './sources';

export type IncomeCheck = 'income-journal' | 'income-orphan' | 'income-pending' | 'income-shares';

export type IncomeFinding = CheckFinding<IncomeCheck>;

/** The job of gateway/jobs/income.ts has made the incomes of all fees up to this one. */
const LOOKED_THROUGH = sql`coalesce((SELECT (state ->> 'feesThrough')::bigint FROM system_jobs WHERE name = 'income'), 0)`;

const CHECKS: Record<IncomeCheck, SQL> = {
  'income-journal': sql`
    SELECT 'income ' || i.id AS subject,
           format('%s of %s %s out of %s; journal %s (%s) credits the account %s out of %s, %s legs to other users', i.source, i.amount, i.asset,
                  i.pool, i.journal_id, coalesce(j.kind, 'missing'), l.credited, coalesce(l.payers, 'nothing'), l.others) AS detail
      FROM incomes i
      LEFT JOIN journals j ON j.id = i.journal_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.amount) FILTER (WHERE a.owner_account_id = i.account_id AND a.kind = 'user_cash' AND e.asset = i.asset), 0) AS credited,
               string_agg(DISTINCT coalesce(a.name, a.kind) || ' ' || e.asset, ', ') FILTER (WHERE e.amount < 0) AS payers,
               count(*) FILTER (WHERE a.owner_account_id IS NOT NULL AND (a.owner_account_id <> i.account_id OR a.kind <> 'user_cash')) AS others
          FROM entries e JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = i.journal_id) l
     WHERE i.journal_id IS NOT NULL
       AND (j.kind IS DISTINCT FROM i.source OR l.credited <> i.amount OR l.payers IS DISTINCT FROM i.pool || ' ' || i.asset OR l.others > 0)`,
  'income-orphan': sql`
    SELECT 'journal ' || j.id AS subject, format('%s (%s) is of no income', j.transfer_id, j.kind) AS detail
      FROM journals j LEFT JOIN incomes i ON i.journal_id = j.id
     WHERE ${JSON.stringify(INCOME_SOURCES)}::jsonb ? j.kind AND i.id IS NULL`,
  'income-pending': sql`
    SELECT 'income ' || i.id AS subject, format('is pending, journal %s has paid it', j.id) AS detail
      FROM incomes i JOIN journals j ON j.transfer_id = 'income:' || i.id WHERE i.journal_id IS NULL`,
  // Owner, amount and pool of an income; a fee that the job has not come to yet may have none.
  'income-shares': sql`
    SELECT coalesce('fee ' || s.id, 'income ' || m.id) AS subject,
           format('%s: the share is %s %s of user %s, the income %s %s of user %s', coalesce(s.source, m.source), coalesce(s.units, 0),
                  coalesce(s.asset, '-'), coalesce(s.user_id, 0), coalesce(m.amount, 0), coalesce(m.asset, '-'), coalesce(m.user_id, 0)) AS detail
      FROM (SELECT f.id, f.asset, v.* FROM fees f
              LEFT JOIN trading_accounts t ON t.id = f.payer_account_id LEFT JOIN users u ON u.id = t.user_id LEFT JOIN users g ON g.id = u.inviter_id,
              LATERAL (VALUES ('promotion-fee', u.inviter_id, f.promotion, 'promotion-pool'), ('management-fee', g.inviter_id, f.management, 'promotion-pool'),
                              ('fee-rebate', u.id, f.dynamic, 'dynamic-pool')) v (source, user_id, units, pool)
             WHERE v.units > 0) s
      FULL JOIN (SELECT i.id, i.source, i.cause, i.asset, i.amount, i.pool, t.user_id FROM incomes i JOIN trading_accounts t ON t.id = i.account_id
                  WHERE i.source IN ('promotion-fee', 'management-fee', 'fee-rebate')) m
        ON m.source = s.source AND m.cause = s.id::text
     WHERE CASE WHEN m.id IS NULL THEN s.id <= ${LOOKED_THROUGH}
                ELSE (m.amount, m.asset, m.user_id, m.pool) IS DISTINCT FROM (s.units, s.asset, s.user_id, s.pool) END`,
};

/** Runs each check. @returns the differences that they find; empty when incomes, fees and ledger agree */
export async function reconcileIncomes(tx: Tx): Promise<IncomeFinding[]> {
  return runChecks(tx, CHECKS);
}
