/** Builds the SQL of a page: rows older than the last record of the previous page, newest first. */
import { desc, sql, type Column, type SQL } from 'drizzle-orm';
import type { Keyset } from './paging';

export function olderThan(at: Column | SQL, id: Column | SQL, end: Keyset | null): SQL | undefined {
  return end ? sql`(${at}, ${id}) < (${new Date(end.at).toISOString()}::timestamptz, ${end.id}::bigint)` : undefined;
}

export function newestFirst(at: Column, id: Column): [SQL, SQL] {
  return [desc(at), desc(id)];
}
