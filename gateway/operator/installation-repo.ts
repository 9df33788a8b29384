/** Reads the id of this installation, which every statement names (docs/rules.md §12). */
import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client';

/** The random id of this installation: made when it is first asked for, and the same from then on. */
export async function installationOf(queries: Queries): Promise<string> {
  const known = await queries.execute<{ id: string }>(sql`SELECT id::text FROM installation`);
  if (known.rows[0]) return known.rows[0].id;
  await queries.execute(sql`INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING`);
  const made = await queries.execute<{ id: string }>(sql`SELECT id::text FROM installation`);
  if (!made.rows[0]) throw new Error('the installation has no id');
  return made.rows[0].id;
}
