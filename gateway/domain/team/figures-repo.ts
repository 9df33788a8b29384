/** Figures of the team (migrations/0047_team.sql, 0066_team_days.sql): what the job carries upwards, and what a recomputation finds. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';

const LOCK = sql`hashtextextended('team-figures', 0)`;

/** Keeps everybody else from moving figures until the transaction ends; false when somebody else is at it. */
export async function tryLockFigures(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS held`);
  return rows[0]?.held === true;
}

/** Waits for whoever moves figures, and keeps everybody else from it until the transaction ends. */
export async function lockFigures(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

/** Takes up the oldest marks. @returns the members that they name, one for each mark */
export async function takeMarks(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ member: string }>(sql`
    DELETE FROM team_changes WHERE id IN (SELECT id FROM team_changes ORDER BY id LIMIT ${limit}::int) RETURNING user_id::text AS member`);
  return rows.map(({ member }) => member);
}

/** The least valid custody, smallest units, that the figures were made with. */
export async function basisOf(queries: Queries): Promise<bigint> {
  const { rows } = await queries.execute<{ from: string }>(sql`SELECT valid_from::text AS from FROM team_basis`);
  return BigInt(rows[0]?.from ?? 0);
}

/** Makes the figures with another least valid custody: everybody in custody is marked. */
export async function changeBasis(tx: Tx, validFrom: bigint): Promise<void> {
  await tx.execute(sql`UPDATE team_basis SET valid_from = ${validFrom.toString()}::numeric`);
  await tx.execute(sql`
    INSERT INTO team_changes (user_id)
    SELECT t.user_id FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id WHERE o.status = 'in-progress' GROUP BY t.user_id`);
}

/**
 * Compares the members' custody with what those above count, and carries the differences to everybody above in one statement. What a
 * member has is read anew, so it does not matter in which order the marks came, nor how often.
 * @param validFrom smallest units @returns those whose generation 1 or 2 has changed
 */
export async function carryUp(tx: Tx, members: readonly string[], validFrom: bigint): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH RECURSIVE changed AS (
      SELECT f.user_id, f.inviter_id, v.custody, v.custody - f.custody AS more,
             (v.custody > 0)::int - (f.custody > 0)::int AS valid, (NOT f.is_counted)::int AS members
        FROM (SELECT DISTINCT value::bigint AS user_id FROM jsonb_array_elements_text(${JSON.stringify(members)}::jsonb)) marked
        JOIN team_figures f ON f.user_id = marked.user_id
       CROSS JOIN LATERAL (SELECT team_valid_custody(f.user_id, ${validFrom.toString()}::numeric) AS custody OFFSET 0) v
       WHERE NOT f.is_counted OR v.custody <> f.custody
    ), above AS (
      SELECT inviter_id AS user_id, 1 AS distance, members, valid, more FROM changed WHERE inviter_id IS NOT NULL
      UNION ALL
      SELECT m.inviter_id, a.distance + 1, a.members, a.valid, a.more
        FROM above a JOIN team_members m ON m.user_id = a.user_id WHERE m.inviter_id IS NOT NULL
    ), sums AS (
      SELECT user_id, sum(members) AS members, sum(valid) AS valid, sum(more) AS more,
             sum(CASE WHEN distance = 1 THEN members ELSE 0 END) AS members1, sum(CASE WHEN distance = 1 THEN valid ELSE 0 END) AS valid1,
             sum(CASE WHEN distance = 1 THEN more ELSE 0 END) AS more1, sum(CASE WHEN distance = 2 THEN members ELSE 0 END) AS members2,
             sum(CASE WHEN distance = 2 THEN valid ELSE 0 END) AS valid2, sum(CASE WHEN distance = 2 THEN more ELSE 0 END) AS more2
        FROM above GROUP BY user_id
    ), moved AS (
      UPDATE team_figures f
         SET is_counted = f.is_counted OR c.user_id IS NOT NULL, custody = coalesce(c.custody, f.custody),
             members = f.members + coalesce(s.members, 0), valid = f.valid + coalesce(s.valid, 0),
             team_custody = f.team_custody + coalesce(s.more, 0),
             members1 = f.members1 + coalesce(s.members1, 0), valid1 = f.valid1 + coalesce(s.valid1, 0),
             custody1 = f.custody1 + coalesce(s.more1, 0),
             members2 = f.members2 + coalesce(s.members2, 0), valid2 = f.valid2 + coalesce(s.valid2, 0),
             custody2 = f.custody2 + coalesce(s.more2, 0)
        FROM (SELECT user_id FROM changed UNION SELECT user_id FROM sums) t
        LEFT JOIN changed c ON c.user_id = t.user_id LEFT JOIN sums s ON s.user_id = t.user_id
       WHERE f.user_id = t.user_id)
    SELECT DISTINCT user_id::text AS id FROM above WHERE distance <= 2`);
  return rows.map(({ id }) => id);
}

/** Days before today's that new custody is kept of: the six that are shown, and one for gateways whose clocks differ. */
const DAYS_BEFORE = 7;
/** Rows of days that count no more go so many at a time. */
const LAPSED_BATCH = 10_000;

/** Moves the first day that new custody is kept of along with the clock. @param today its midnight, UTC ms */
export async function moveDays(tx: Tx, today: number): Promise<void> {
  const first = sql`(${new Date(today).toISOString()}::timestamptz AT TIME ZONE 'UTC')::date - ${DAYS_BEFORE}::int`;
  await tx.execute(sql`UPDATE team_basis SET days_from = ${first} WHERE days_from < ${first}`);
  await tx.execute(sql`
    DELETE FROM team_days WHERE (user_id, day) IN (
      SELECT d.user_id, d.day FROM team_days d WHERE d.day < (SELECT days_from FROM team_basis) LIMIT ${LAPSED_BATCH}::int)`);
}

/**
 * Compares what the members' running orders hold by day with what those above count, and carries the differences to everybody above,
 * once `carryUp` has said who is in valid custody. @returns those whose generation 1 or 2 has changed
 */
export async function carryDaysUp(tx: Tx, members: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH RECURSIVE marked AS (
      SELECT DISTINCT value::bigint AS user_id FROM jsonb_array_elements_text(${JSON.stringify(members)}::jsonb)
    ), own AS (
      SELECT v.user_id, v.day, v.own FROM marked m CROSS JOIN LATERAL (SELECT * FROM team_own_days o WHERE o.user_id = m.user_id OFFSET 0) v
    ), counted AS (
      SELECT d.user_id, d.day, d.own FROM marked m JOIN team_days d ON d.user_id = m.user_id WHERE d.day >= (SELECT days_from FROM team_basis)
    ), changed AS (
      SELECT coalesce(o.user_id, c.user_id) AS user_id, coalesce(o.day, c.day) AS day, coalesce(o.own, 0) - coalesce(c.own, 0) AS more
        FROM own o FULL JOIN counted c ON c.user_id = o.user_id AND c.day = o.day WHERE coalesce(o.own, 0) <> coalesce(c.own, 0)
    ), above AS (
      SELECT m.inviter_id AS user_id, c.day, 1 AS distance, c.more
        FROM changed c JOIN team_members m ON m.user_id = c.user_id WHERE m.inviter_id IS NOT NULL
      UNION ALL
      SELECT m.inviter_id, a.day, a.distance + 1, a.more
        FROM above a JOIN team_members m ON m.user_id = a.user_id WHERE m.inviter_id IS NOT NULL
    ), sums AS (
      SELECT user_id, day, sum(own) AS own, sum(below) AS below
        FROM (SELECT user_id, day, more AS own, 0 AS below FROM changed UNION ALL SELECT user_id, day, 0, more FROM above) every
       GROUP BY user_id, day
    ), moved AS (
      UPDATE team_days d SET own = d.own + s.own, below = d.below + s.below FROM sums s WHERE d.user_id = s.user_id AND d.day = s.day
    ), opened AS (
      INSERT INTO team_days (user_id, day, own, below)
      SELECT s.user_id, s.day, s.own, s.below FROM sums s
       WHERE NOT EXISTS (SELECT FROM team_days d WHERE d.user_id = s.user_id AND d.day = s.day))
    SELECT DISTINCT user_id::text AS id FROM above WHERE distance <= 2`);
  return rows.map(({ id }) => id);
}

/** Computes every figure anew from users and custody orders. @returns how many rows were wrong */
export async function recompute(tx: Tx, validFrom: bigint): Promise<number> {
  // At a million members it takes longer than a statement of a call may.
  await tx.execute(sql`SET LOCAL statement_timeout = 0`);
  const { rows } = await tx.execute<{ wrong: string }>(
    sql`SELECT team_recompute(${validFrom.toString()}::numeric)::text AS wrong`,
  );
  const { rows: days } = await tx.execute<{ wrong: string }>(sql`SELECT team_recompute_days()::text AS wrong`);
  return Number(rows[0]?.wrong ?? 0) + Number(days[0]?.wrong ?? 0);
}
