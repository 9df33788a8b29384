/** Rows of `older_keys`. */
import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { olderKeys } from '../../../db/schema/secret';

/** Oldest first. */
export function olderKeyRows(queries: Queries, use: string): Promise<(typeof olderKeys.$inferSelect)[]> {
  return queries.select().from(olderKeys).where(eq(olderKeys.use, use)).orderBy(asc(olderKeys.id));
}
