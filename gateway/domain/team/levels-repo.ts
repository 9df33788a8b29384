/** The levels' rows: the daily computation, and a person's history. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';
import type { LevelFigures } from './levels';
import { LARGEST_LINE } from './repo';

/** Name of the job whose state tells which day the levels are of. */
export const LEVELS_JOB = 'levels';

export interface LevelBatch {
  /** The users whose level has changed, with the level that they have now. */
  changed: { userId: string; level: number }[];
  /** Those whose generation 1 or 2 they are in: their lists show the level. */
  concerned: string[];
  /** The highest user of the batch; null after the last one. */
  lastId: string | null;
}

/** Computes the levels of the users after `afterId`, and keeps each change with its figures. @param day its midnight, UTC ms */
export async function computeLevels(
  tx: Tx,
  { levels, day, afterId, limit }: { levels: readonly LevelFigures[]; day: number; afterId: string; limit: number },
): Promise<LevelBatch> {
  const steps = JSON.stringify(
    levels.map(({ custody, smallZone }, level) => ({ level, custody: `${custody}`, zone: `${smallZone}` })),
  );
  const { rows } = await tx.execute<{
    changed: LevelBatch['changed'] | null;
    concerned: string[] | null;
    last: string | null;
  }>(sql`
    WITH batch AS (
      SELECT f.user_id, f.custody, f.team_custody - ${LARGEST_LINE} AS zone
        FROM team_figures f WHERE f.user_id > ${afterId}::bigint ORDER BY f.user_id LIMIT ${limit}::int
    ), judged AS (
      SELECT b.user_id, b.custody, b.zone, u.level AS before,
             (SELECT max(s.level) FROM jsonb_to_recordset(${steps}::jsonb) s (level smallint, custody numeric, zone numeric)
               WHERE b.custody >= s.custody AND b.zone >= s.zone) AS after
        FROM batch b JOIN users u ON u.id = b.user_id
    ), moved AS (
      UPDATE users u SET level = j.after FROM judged j WHERE u.id = j.user_id AND j.before <> j.after
      RETURNING u.id, j.before, j.after, j.custody, j.zone
    ), kept AS (
      INSERT INTO level_changes (user_id, day, before, after, custody, small_zone)
      SELECT id, ${new Date(day).toISOString()}::timestamptz, before, after, custody, zone FROM moved ORDER BY id RETURNING user_id, after)
    SELECT (SELECT jsonb_agg(jsonb_build_object('userId', user_id::text, 'level', after)) FROM kept) AS changed,
           (SELECT jsonb_agg(DISTINCT a.id::text) FROM kept k JOIN team_members m ON m.user_id = k.user_id,
                   LATERAL (VALUES (m.inviter_id), (m.second_id)) a (id) WHERE a.id IS NOT NULL) AS concerned,
           (SELECT max(user_id)::text FROM batch) AS last`);
  return { changed: rows[0]?.changed ?? [], concerned: rows[0]?.concerned ?? [], lastId: rows[0]?.last ?? null };
}

/** The UTC day that levels were last computed on, ms; null before the first time. */
export async function levelsComputedOn(queries: Queries): Promise<number | null> {
  const { rows } = await queries.execute<{ day: string | null }>(
    sql`SELECT state ->> 'computedOn' AS day FROM system_jobs WHERE name = ${LEVELS_JOB}`,
  );
  const day = rows[0]?.day;
  return typeof day === 'string' ? Number(day) : null;
}

export interface LevelChange {
  id: string;
  day: number;
  before: number;
  after: number;
  custody: bigint;
  smallZone: bigint;
}

/** A user's changes of level, newest first. */
export async function pageLevelChanges(
  queries: Queries,
  { userId, end, limit }: { userId: string; end: Keyset | null; limit: number },
): Promise<LevelChange[]> {
  const older = olderThan(sql`day`, sql`id`, end) ?? sql`true`;
  const { rows } = await queries.execute<
    Record<'id' | 'day' | 'custody' | 'zone', string> & Pick<LevelChange, 'before' | 'after'>
  >(sql`
    SELECT id::text, (extract(epoch FROM day) * 1000)::bigint::text AS day, before::int, after::int, custody::text, small_zone::text AS zone
      FROM level_changes WHERE user_id = ${userId}::bigint AND ${older} ORDER BY level_changes.day DESC, level_changes.id DESC LIMIT ${limit}::int`);
  return rows.map(({ day, custody, zone, ...row }) => ({
    ...row,
    day: Number(day),
    custody: BigInt(custody),
    smallZone: BigInt(zone),
  }));
}
