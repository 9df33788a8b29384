/** Rows of the PDF files of documents (migrations/0067_documents.sql). */
import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { contentFiles } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';

export type ContentFileRow = typeof contentFiles.$inferSelect;

export async function insertContentFile(tx: Tx, file: ContentFileRow): Promise<void> {
  await tx.insert(contentFiles).values(file);
}

export async function contentFileOf(queries: Queries, id: string): Promise<ContentFileRow | null> {
  const [row] = await queries.select().from(contentFiles).where(eq(contentFiles.id, id));
  return row ?? null;
}

/** Returns those of the files that there are, by id. */
export async function filesNamed(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContentFileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select()
    .from(contentFiles)
    .where(inArray(contentFiles.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
