/** Rows of who has read a content, and who has acknowledged a mandatory notice. */
import { asc, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { contentAcknowledgements, contentReads, contents } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';
import type { ContentRow } from './repo';

/** Of the newest news and bulletins: which the person has read, and from when on one counts as unread (UTC ms). */
export async function readMarksOf(
  queries: Queries,
  { userId, now, newest }: { userId: string; now: number; newest: number },
): Promise<{ from: number; ids: string[] }> {
  const { rows } = await queries.execute<{ id: string; at: string; registered: string; is_read: boolean }>(sql`
    SELECT c.id::text AS id, c.published_at::text AS at, u.created_at::text AS registered, r.user_id IS NOT NULL AS is_read
      FROM users u
     CROSS JOIN LATERAL (
       SELECT id, published_at FROM contents
        WHERE kind IN ('news', 'bulletin') AND withdrawn_at IS NULL AND published_at <= ${new Date(now).toISOString()}::timestamptz
        ORDER BY published_at DESC, id DESC LIMIT ${newest}) c
      LEFT JOIN content_reads r ON r.content_id = c.id AND r.user_id = u.id
     WHERE u.id = ${userId}
     ORDER BY c.published_at DESC, c.id DESC`);
  const ms = (text: string | undefined) => (text === undefined ? 0 : new Date(text).getTime());
  const oldest = rows.length < newest ? 0 : ms(rows.at(-1)?.at);
  return {
    from: Math.max(ms(rows[0]?.registered), oldest),
    ids: rows.filter(({ is_read }) => is_read).map(({ id }) => id),
  };
}

/** Marks those of the ids that are news or bulletins. @returns how many marks are new */
export async function insertReads(
  tx: Tx,
  { userId, ids, now }: { userId: string; ids: readonly string[]; now: number },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO content_reads (user_id, content_id, read_at)
    SELECT ${userId}::bigint, id, ${new Date(now).toISOString()}::timestamptz FROM contents
     WHERE kind IN ('news', 'bulletin') AND id IN (${sql.join([...ids], sql`, `)})
    ON CONFLICT DO NOTHING`);
  return rowCount ?? 0;
}

/** Returns the mandatory notices that the person has not acknowledged: of each name its newest version, oldest first. */
export async function unacknowledged(
  queries: Queries,
  { userId, now, limit }: { userId: string; now: number; limit: number },
): Promise<ContentRow[]> {
  const newest = sql`(SELECT DISTINCT ON (notice_name) id FROM contents
       WHERE kind = 'mandatory' AND withdrawn_at IS NULL AND published_at <= ${new Date(now).toISOString()}::timestamptz
       ORDER BY notice_name, notice_version DESC)`;
  const isAcknowledged = sql`EXISTS (SELECT FROM content_acknowledgements a WHERE a.content_id = ${contents.id} AND a.user_id = ${userId})`;
  return queries
    .select()
    .from(contents)
    .where(sql`${contents.id} IN ${newest} AND NOT ${isAcknowledged}`)
    .orderBy(asc(contents.publishedAt), asc(contents.id))
    .limit(limit);
}

/** @returns false when the person had acknowledged it before */
export async function insertAcknowledgement(
  tx: Tx,
  row: typeof contentAcknowledgements.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(contentAcknowledgements)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: contentAcknowledgements.userId });
  return rows.length > 0;
}

export interface ContentCounts {
  reads: number;
  acknowledgements: number;
}

/** Returns how many people have read or acknowledged each of these contents. */
export async function countsOf(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, ContentCounts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await queries.execute<{ id: string; reads: string; acknowledgements: string }>(sql`
    SELECT c.id::text AS id,
           (SELECT count(*) FROM ${contentReads} r WHERE r.content_id = c.id)::text AS reads,
           (SELECT count(*) FROM ${contentAcknowledgements} a WHERE a.content_id = c.id)::text AS acknowledgements
      FROM contents c WHERE c.id IN (${sql.join([...ids], sql`, `)})`);
  return new Map(
    rows.map(({ id, reads, acknowledgements }) => [
      id,
      { reads: Number(reads), acknowledgements: Number(acknowledgements) },
    ]),
  );
}

/** Everybody who could acknowledge: the root user logs in nowhere. */
export async function countPeople(queries: Queries): Promise<number> {
  const { rows } = await queries.execute<{ people: string }>(
    sql`SELECT count(*)::text AS people FROM users WHERE inviter_id IS NOT NULL`,
  );
  return Number(rows[0]?.people ?? 0);
}
