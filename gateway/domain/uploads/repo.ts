/** Rows of `uploads`. */
import type { Database } from '../../db/client';
import { uploads } from '../../db/schema/door';

export type NewUpload = typeof uploads.$inferInsert;

export async function insertUpload(database: Database, upload: NewUpload): Promise<void> {
  await database.db.insert(uploads).values(upload);
}
