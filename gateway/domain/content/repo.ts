/** Reads and writes the notices, news, bulletins and banners that the operator publishes. */
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { contents } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

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
  Partial<Pick<ContentRow, 'target' | 'sampleKey'>>;

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
