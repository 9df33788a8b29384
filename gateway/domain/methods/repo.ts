/** Rows of withdrawal methods. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { users } from '../../db/schema/identity';
import { withdrawalMethods } from '../../db/schema/methods';
import type { Tx } from '../../db/transaction';

export type MethodRow = typeof withdrawalMethods.$inferSelect;
export type NewMethod = Omit<typeof withdrawalMethods.$inferInsert, 'id' | 'removedAt'>;

/** Locks the user's methods: until the transaction ends, no other call adds one. */
export async function lockMethods(tx: Tx, userId: string): Promise<MethodRow[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return tx
    .select()
    .from(withdrawalMethods)
    .where(eq(withdrawalMethods.userId, userId))
    .orderBy(asc(withdrawalMethods.id));
}

/** The methods of a user that are not removed, the oldest first. */
export function methodsOf(queries: Queries, userId: string): Promise<MethodRow[]> {
  return queries
    .select()
    .from(withdrawalMethods)
    .where(and(eq(withdrawalMethods.userId, userId), isNull(withdrawalMethods.removedAt)))
    .orderBy(asc(withdrawalMethods.id));
}

export async function insertMethod(tx: Tx, method: NewMethod): Promise<MethodRow> {
  const [row] = await tx.insert(withdrawalMethods).values(method).returning();
  if (!row) throw new Error('the withdrawal method was not inserted');
  return row;
}

/** False when the user has no such method. */
export async function removeMethod(queries: Queries, userId: string, id: string, now: number): Promise<boolean> {
  const rows = await queries
    .update(withdrawalMethods)
    .set({ removedAt: now })
    .where(and(eq(withdrawalMethods.id, id), eq(withdrawalMethods.userId, userId), isNull(withdrawalMethods.removedAt)))
    .returning({ id: withdrawalMethods.id });
  return rows.length > 0;
}
