/** Reads and writes everything that the operator publishes. */
import { and, asc, count, desc, eq, inArray, isNull, lte, max } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { contentImages, contents } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

/** Anything else the database refuses as an id. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type ContentRow = typeof contents.$inferSelect;
export type ContentKind = ContentRow['kind'];

/** Returns a page of the contents that are published at `now`, newest first. */
export function pageContents(
  queries: Queries,
  page: { kinds: readonly ContentKind[]; now: number; end: Keyset | null; limit: number },
): Promise<ContentRow[]> {
  const { publishedAt, id } = contents;
  return queries
    .select()
    .from(contents)
    .where(
      and(
        inArray(contents.kind, [...page.kinds]),
        isNull(contents.withdrawnAt),
        lte(publishedAt, page.now),
        olderThan(publishedAt, id, page.end),
      ),
    )
    .orderBy(...newestFirst(publishedAt, id))
    .limit(page.limit);
}

export type NewContent = Pick<ContentRow, 'kind' | 'texts' | 'publishedAt'> &
  Partial<Pick<ContentRow, 'target' | 'sampleKey' | 'topic' | 'position' | 'noticeName' | 'noticeVersion'>>;

/** @returns the new row's id, or null when a sample with this key is there already */
export async function insertContent(queries: Queries, content: NewContent): Promise<string | null> {
  const [row] = await queries.insert(contents).values(content).onConflictDoNothing().returning({ id: contents.id });
  return row?.id ?? null;
}

/** Takes a published row back. @returns the row as it was, or null when no published row has this id */
export async function withdrawContent(tx: Tx, id: string, now: number): Promise<ContentRow | null> {
  const [row] = await tx
    .update(contents)
    .set({ withdrawnAt: now })
    .where(and(eq(contents.id, id), isNull(contents.withdrawnAt)))
    .returning();
  return row ?? null;
}

/** Returns a content that is published at `now`, null for any other id. */
export async function publishedContent(
  queries: Queries,
  id: string,
  { kinds, now }: { kinds: readonly ContentKind[]; now: number },
): Promise<ContentRow | null> {
  const [row] = await queries
    .select()
    .from(contents)
    .where(
      and(
        eq(contents.id, id),
        inArray(contents.kind, [...kinds]),
        isNull(contents.withdrawnAt),
        lte(contents.publishedAt, now),
      ),
    );
  return row ?? null;
}

/** Returns the published contents of a kind by their positions, those of one position in the order of their publishing. */
export function orderedContents(
  queries: Queries,
  { kind, now, limit }: { kind: ContentKind; now: number; limit: number },
): Promise<ContentRow[]> {
  return queries
    .select()
    .from(contents)
    .where(and(eq(contents.kind, kind), isNull(contents.withdrawnAt), lte(contents.publishedAt, now)))
    .orderBy(asc(contents.position), asc(contents.id))
    .limit(limit);
}

export async function countPublished(queries: Queries, kind: ContentKind): Promise<number> {
  const [row] = await queries
    .select({ found: count() })
    .from(contents)
    .where(and(eq(contents.kind, kind), isNull(contents.withdrawnAt)));
  return Number(row?.found ?? 0);
}

/** Returns the newest version of a mandatory notice, withdrawn ones included; 0 for a name that there was none of. */
export async function newestVersion(queries: Queries, name: string): Promise<number> {
  const [row] = await queries
    .select({ newest: max(contents.noticeVersion) })
    .from(contents)
    .where(eq(contents.noticeName, name));
  return Number(row?.newest ?? 0);
}

/** Returns the newest contents for an operator, withdrawn ones included. */
export function listContents(
  queries: Queries,
  { kind, limit }: { kind: ContentKind | null; limit: number },
): Promise<ContentRow[]> {
  return queries
    .select()
    .from(contents)
    .where(kind === null ? undefined : eq(contents.kind, kind))
    .orderBy(desc(contents.id))
    .limit(limit);
}

export type ContentImageRow = typeof contentImages.$inferSelect;

export async function insertContentImage(tx: Tx, image: ContentImageRow): Promise<void> {
  await tx.insert(contentImages).values(image);
}

export async function contentImageOf(queries: Queries, id: string): Promise<ContentImageRow | null> {
  const [row] = await queries.select().from(contentImages).where(eq(contentImages.id, id));
  return row ?? null;
}

/** Returns the sizes of the pictures among these ids that there are. */
export async function imagesNamed(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { width: number; height: number }>> {
  const named = ids.filter((id) => UUID.test(id));
  if (named.length === 0) return new Map();
  const rows = await queries.select().from(contentImages).where(inArray(contentImages.id, named));
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
}
