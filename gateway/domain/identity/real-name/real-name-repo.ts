/** Rows of real-name verification. */
import { and, asc, eq, ne, or } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { users } from '../../../db/schema/identity';
import { identityRecords } from '../../../db/schema/real-name';
import type { Tx } from '../../../db/transaction';
import type { IdentityStatus } from './real-name-rules';

export type IdentityRecord = typeof identityRecords.$inferSelect;

export async function recordOf(queries: Queries, userId: string): Promise<IdentityRecord | null> {
  const [row] = await queries.select().from(identityRecords).where(eq(identityRecords.userId, userId));
  return row ?? null;
}

/** Locks a user's record until the transaction ends, and makes it first when there is none. @returns it with the user's state */
export async function lockRecord(
  tx: Tx,
  userId: string,
): Promise<{ record: IdentityRecord; status: IdentityStatus } | null> {
  await tx.insert(identityRecords).values({ userId }).onConflictDoNothing();
  const [record] = await tx.select().from(identityRecords).where(eq(identityRecords.userId, userId)).for('update');
  const [user] = await tx.select({ status: users.identityStatus }).from(users).where(eq(users.id, userId));
  return record && user ? { record, status: user.status } : null;
}

export async function saveRecord(tx: Tx, record: IdentityRecord, status: IdentityStatus): Promise<void> {
  const { userId, ...values } = record;
  await tx.update(identityRecords).set(values).where(eq(identityRecords.userId, userId));
  await tx.update(users).set({ identityStatus: status }).where(eq(users.id, userId));
}

/** Users by the state of their verification, the longest waiting first. */
export function recordsByStatus(tx: Tx, status: IdentityStatus, limit: number) {
  return tx
    .select({
      userId: users.id,
      nickname: users.nickname,
      email: users.email,
      phone: users.phone,
      revision: identityRecords.revision,
      submittedAt: identityRecords.submittedAt,
    })
    .from(users)
    .innerJoin(identityRecords, eq(identityRecords.userId, users.id))
    .where(eq(users.identityStatus, status))
    .orderBy(asc(identityRecords.submittedAt), asc(users.id))
    .limit(limit);
}

/** Other users who handed in, or were approved with, the same document number. */
export async function usersWithNumber(tx: Tx, { userId, numberKey }: IdentityRecord): Promise<string[]> {
  if (numberKey === null) return [];
  const rows = await tx
    .select({ userId: identityRecords.userId })
    .from(identityRecords)
    .innerJoin(users, eq(users.id, identityRecords.userId))
    .where(
      and(
        eq(identityRecords.numberKey, numberKey),
        ne(identityRecords.userId, userId),
        or(eq(users.identityStatus, 'approved'), eq(users.identityStatus, 'pending-review')),
      ),
    )
    .orderBy(asc(identityRecords.userId));
  return rows.map((row) => row.userId);
}
