/** Rows of links that freeze an account. */
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { freezeLinks } from '../../../db/schema/freezes';
import type { Tx } from '../../../db/transaction';

export async function insertFreezeLink(tx: Tx, link: typeof freezeLinks.$inferInsert): Promise<void> {
  await tx.insert(freezeLinks).values(link);
}

export async function userOfFreezeLink(queries: Queries, tokenHash: string, now: number): Promise<string | null> {
  const [row] = await queries
    .select({ userId: freezeLinks.userId })
    .from(freezeLinks)
    .where(and(eq(freezeLinks.tokenHash, tokenHash), gt(freezeLinks.expiresAt, now)));
  return row?.userId ?? null;
}

export async function deleteFreezeLinksExpiredBy(queries: Queries, now: number): Promise<void> {
  await queries.delete(freezeLinks).where(lte(freezeLinks.expiresAt, now));
}
