/**
 * The team's figures against users and custody orders. Each row is compared with the rows of its generation 1 alone: where every row is the
 * sum of those below it, and what each member has is right, every sum of the tree is right, and nothing walks the tree. A member with a mark
 * is on the way upwards and may differ.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { runChecks, type CheckFinding } from '../../ledger/checks';

export type TeamCheck = 'team-places' | 'team-custody' | 'team-figures' | 'team-days' | 'team-levels';

const FIGURES = [
  'members1',
  'valid1',
  'custody1',
  'members2',
  'valid2',
  'custody2',
  'members',
  'valid',
  'team_custody',
];

/** The same columns of a table, those that are missing as zero. */
const figuresOf = (table: string) => sql.raw(FIGURES.map((name) => `coalesce(${table}.${name}, 0)`).join(', '));
const unmarked = (user: SQL) => sql`NOT EXISTS (SELECT FROM team_changes c WHERE c.user_id = ${user})`;

const CHECKS: Record<TeamCheck, SQL> = {
  'team-places': sql`
    SELECT 'user ' || u.id AS subject, 'its place in the team is missing, or not below its inviter' AS detail
      FROM users u LEFT JOIN team_members m ON m.user_id = u.id LEFT JOIN team_members a ON a.user_id = u.inviter_id
      LEFT JOIN team_figures f ON f.user_id = u.id
     WHERE m.user_id IS NULL OR f.user_id IS NULL OR f.inviter_id IS DISTINCT FROM u.inviter_id
        OR (m.inviter_id, m.second_id, m.depth, m.joined_at)
           IS DISTINCT FROM (u.inviter_id, a.inviter_id, coalesce(a.depth + 1, 0), u.created_at)`,
  'team-custody': sql`
    SELECT 'user ' || f.user_id AS subject,
           format('those above count %s of its valid custody, its orders hold %s', f.custody, coalesce(r.valid, 0)) AS detail
      FROM team_figures f LEFT JOIN (
        SELECT user_id, CASE WHEN held >= (SELECT valid_from FROM team_basis) THEN held ELSE 0 END AS valid
          FROM (SELECT t.user_id, sum(o.principal) AS held FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id
                 WHERE o.status = 'in-progress' GROUP BY t.user_id) held) r ON r.user_id = f.user_id
     WHERE (NOT f.is_counted OR f.custody <> coalesce(r.valid, 0)) AND ${unmarked(sql`f.user_id`)}`,
  'team-figures': sql`
    SELECT 'user ' || f.user_id AS subject,
           format('its row says (%s), generation 1 sums to (%s)', concat_ws(' ', ${figuresOf('f')}), concat_ws(' ', ${figuresOf('s')})) AS detail
      FROM team_figures f LEFT JOIN team_sums s ON s.user_id = f.user_id
     WHERE (${figuresOf('f')}) IS DISTINCT FROM (${figuresOf('s')})`,
  'team-days': sql`
    SELECT 'user ' || coalesce(d.user_id, r.user_id) AS subject,
           format('its row of %s says (%s %s), its orders and generation 1 sum to (%s %s)', coalesce(d.day, r.day), coalesce(d.own, 0),
                  coalesce(d.below, 0), coalesce(r.own, 0), coalesce(r.below, 0)) AS detail
      FROM (SELECT * FROM team_days WHERE day >= (SELECT days_from FROM team_basis)) d
      FULL JOIN (
        SELECT user_id, day, sum(own) AS own, sum(below) AS below
          FROM (SELECT user_id, day, own, 0 AS below FROM team_own_days UNION ALL SELECT user_id, day, 0, below FROM team_day_sums) every
         GROUP BY user_id, day) r ON r.user_id = d.user_id AND r.day = d.day
     WHERE coalesce(d.below, 0) <> coalesce(r.below, 0)
        OR (coalesce(d.own, 0) <> coalesce(r.own, 0) AND ${unmarked(sql`coalesce(d.user_id, r.user_id)`)})`,
  'team-levels': sql`
    SELECT 'user ' || u.id AS subject, format('is on V%s, the history says V%s', u.level, coalesce(l.after, 0)) AS detail
      FROM users u LEFT JOIN (SELECT DISTINCT ON (user_id) user_id, after FROM level_changes ORDER BY user_id, day DESC) l ON l.user_id = u.id
     WHERE u.level <> coalesce(l.after, 0)`,
};

/** Runs each check. @returns the differences that they find */
export async function reconcileTeam(tx: Tx): Promise<CheckFinding<TeamCheck>[]> {
  return runChecks(tx, CHECKS);
}
