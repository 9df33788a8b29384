/** Reads the team of one person. Each figure is one row's; no read walks the tree. */
import { sql, type SQL } from 'drizzle-orm';
import type { TeamGeneration } from '../../../contract/calls/team';
import type { Queries } from '../../db/client';
import { olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

/** A part of the team, as its row counts it. */
export interface Group {
  members: number;
  valid: number;
  custody: bigint;
}

export interface TeamFigures {
  team: Group;
  generation1: Group;
  generation2: Group;
  largestLine: bigint;
}

const group = (members: string, valid: string, custody: string): Group => ({
  members: Number(members),
  valid: Number(valid),
  custody: BigInt(custody),
});

const NONE = group('0', '0', '0');

/** The valid custody of the strongest direct line of the row `f`. */
export const LARGEST_LINE: SQL = sql`coalesce((
  SELECT c.custody + c.team_custody FROM team_figures c WHERE c.inviter_id = f.user_id ORDER BY (c.custody + c.team_custody) DESC LIMIT 1), 0)`;

export async function figuresOf(queries: Queries, userId: string): Promise<TeamFigures> {
  const { rows } = await queries.execute<Record<string, string>>(sql`
    SELECT members::text, valid::text, team_custody::text, members1::text, valid1::text, custody1::text, members2::text, valid2::text,
           custody2::text, ${LARGEST_LINE}::text AS largest FROM team_figures f WHERE user_id = ${userId}::bigint`);
  const [row] = rows;
  if (!row) return { team: NONE, generation1: NONE, generation2: NONE, largestLine: 0n };
  return {
    team: group(row['members']!, row['valid']!, row['team_custody']!),
    generation1: group(row['members1']!, row['valid1']!, row['custody1']!),
    generation2: group(row['members2']!, row['valid2']!, row['custody2']!),
    largestLine: BigInt(row['largest']!),
  };
}

/** New custody of a user's team by UTC day, from the day `from` on; left out is a day without any. */
export async function newCustodyOf(
  queries: Queries,
  userId: string,
  from: number,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await queries.execute<{ day: string; below: string }>(sql`
    SELECT (extract(epoch FROM day) * 1000)::bigint::text AS day, below::text FROM team_days
     WHERE user_id = ${userId}::bigint AND day >= (${new Date(from).toISOString()}::timestamptz AT TIME ZONE 'UTC')::date`);
  return new Map(rows.map(({ day, below }) => [Number(day), BigInt(below)]));
}

/** @returns what the user has in valid custody at this moment; what those above count may be seconds behind */
export async function validCustodyOf(queries: Queries, userId: string, validFrom: bigint): Promise<bigint> {
  const { rows } = await queries.execute<{ custody: string }>(
    sql`SELECT team_valid_custody(${userId}::bigint, ${validFrom.toString()}::numeric)::text AS custody`,
  );
  return BigInt(rows[0]?.custody ?? 0);
}

export interface Member {
  id: string;
  generation: TeamGeneration;
  nickname: string;
  level: number;
  custody: bigint;
  joinedAt: number;
}

/** One generation's newest members, by an index of its own. */
function ofGeneration(generation: TeamGeneration, userId: string, end: Keyset | null, limit: number): SQL {
  const column = generation === '1' ? sql`inviter_id` : sql`second_id`;
  const older = olderThan(sql`joined_at`, sql`user_id`, end) ?? sql`true`;
  return sql`(SELECT user_id, joined_at, ${generation}::text AS generation FROM team_members
    WHERE ${column} = ${userId}::bigint AND ${older} ORDER BY joined_at DESC, user_id DESC LIMIT ${limit}::int)`;
}

/** Members of generations 1 and 2, newest first. */
export async function pageMembers(
  queries: Queries,
  {
    userId,
    generation,
    end,
    limit,
  }: { userId: string; generation?: TeamGeneration; end: Keyset | null; limit: number },
): Promise<Member[]> {
  const parts = (generation ? [generation] : (['1', '2'] as const)).map((one) => ofGeneration(one, userId, end, limit));
  const { rows } = await queries.execute<
    Record<'id' | 'nickname' | 'custody' | 'joined', string> & Pick<Member, 'generation' | 'level'>
  >(sql`
    SELECT m.user_id::text AS id, m.generation, u.nickname, u.level::int AS level, f.custody::text,
           (extract(epoch FROM m.joined_at) * 1000)::bigint::text AS joined
      FROM (${sql.join(parts, sql` UNION ALL `)}) m JOIN users u ON u.id = m.user_id JOIN team_figures f ON f.user_id = m.user_id
     ORDER BY m.joined_at DESC, m.user_id DESC LIMIT ${limit}::int`);
  return rows.map(({ joined, custody, ...row }) => ({ ...row, custody: BigInt(custody), joinedAt: Number(joined) }));
}
