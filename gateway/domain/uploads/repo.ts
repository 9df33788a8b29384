/** Rows of `uploads`. */
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Database, Queries } from '../../db/client';
import { uploads } from '../../db/schema/door';

export type NewUpload = typeof uploads.$inferInsert;

export async function insertUpload(database: Database, upload: NewUpload): Promise<void> {
  await database.db.insert(uploads).values(upload);
}

export type UploadRow = typeof uploads.$inferSelect;

/** An upload of this user, null for anybody else's. */
export async function uploadOf(queries: Queries, userId: string, id: string): Promise<UploadRow | null> {
  const [row] = await queries
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
  return row ?? null;
}

/** Returns anybody's upload at this path of the store: for operators. */
export async function uploadAt(queries: Queries, path: string): Promise<UploadRow | null> {
  const [row] = await queries.select().from(uploads).where(eq(uploads.path, path));
  return row ?? null;
}

/** True if all of these ids are different and each is an upload of this user. */
export async function areUploadsOf(queries: Queries, userId: string, ids: readonly string[]): Promise<boolean> {
  const [row] = await queries
    .select({ found: count() })
    .from(uploads)
    .where(and(inArray(uploads.id, [...ids]), eq(uploads.userId, userId)));
  return row?.found === new Set(ids).size && row.found === ids.length;
}

/** Returns anybody's uploads by their ids: for operators. */
export function uploadsById(queries: Queries, ids: readonly string[]): Promise<UploadRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : queries
        .select()
        .from(uploads)
        .where(inArray(uploads.id, [...ids]));
}
