/** The columns that hold hashes of passwords ([Note: Stored passwords], stored-passwords.ts). */
import { and, eq, like } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { users } from '../../../db/schema/identity';

type HashColumn = 'loginPasswordHash' | 'tradePasswordHash';
const COLUMNS = ['loginPasswordHash', 'tradePasswordHash'] as const satisfies readonly HashColumn[];

export interface StoredHash {
  userId: string;
  column: HashColumn;
  stored: string;
}

/**
 * Replaces a hash unless it was replaced meanwhile. The password stays the same, so that nothing is closed for it.
 * @returns what is stored now
 */
export async function replaceHash(
  queries: Queries,
  { userId, column, stored }: StoredHash,
  replacement: string,
): Promise<string> {
  const own = eq(users.id, userId);
  const rows = await queries
    .update(users)
    .set({ [column]: replacement })
    .where(and(own, eq(users[column], stored)))
    .returning({ id: users.id });
  if (rows.length > 0) return replacement;
  const [row] = await queries.select({ hash: users[column] }).from(users).where(own);
  return row?.hash ?? stored;
}

/** Hashes that no key protects. */
export async function plainHashes(queries: Queries, limit: number): Promise<StoredHash[]> {
  const found = await Promise.all(
    COLUMNS.map(async (column) => {
      const rows = await queries
        .select({ userId: users.id, stored: users[column] })
        .from(users)
        .where(like(users[column], '$argon2id$%'))
        .limit(limit);
      return rows.flatMap(({ userId, stored }) => (stored === null ? [] : [{ userId, column, stored }]));
    }),
  );
  return found.flat();
}
