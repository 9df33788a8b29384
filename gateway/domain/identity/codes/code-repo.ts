/** Rows of verification codes and tickets. */
import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { tickets, verificationCodes, type CodePurpose, type TicketPurpose } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

export type CodeRow = typeof verificationCodes.$inferSelect;

/** The row of a purpose and account, or null. */
export async function codeOf(queries: Queries, purpose: CodePurpose, accountKey: string): Promise<CodeRow | null> {
  const [row] = await queries
    .select()
    .from(verificationCodes)
    .where(and(eq(verificationCodes.purpose, purpose), eq(verificationCodes.accountKey, accountKey)));
  return row ?? null;
}

/** The row of a purpose and account, locked until the transaction ends. */
export async function lockCode(tx: Tx, purpose: CodePurpose, accountKey: string): Promise<CodeRow | null> {
  const [row] = await tx
    .select()
    .from(verificationCodes)
    .where(and(eq(verificationCodes.purpose, purpose), eq(verificationCodes.accountKey, accountKey)))
    .for('update');
  return row ?? null;
}

/**
 * Puts a new code in the place of the one before, if another may be sent by now. The condition is in the statement: of two
 * requests at once only one gets its code in.
 * @returns false when it is too soon
 */
export async function replaceCode(tx: Tx, row: Omit<CodeRow, 'usedAt'>): Promise<boolean> {
  const { purpose, accountKey, ...values } = row;
  const rows = await tx
    .insert(verificationCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [verificationCodes.purpose, verificationCodes.accountKey],
      set: { ...values, usedAt: null },
      setWhere: lte(verificationCodes.resendAt, row.sentAt),
    })
    .returning({ purpose: verificationCodes.purpose });
  return rows.length > 0;
}

export async function markCode(
  tx: Tx,
  purpose: CodePurpose,
  accountKey: string,
  change: Partial<Pick<CodeRow, 'usedAt' | 'triesLeft' | 'wrongTries'>>,
): Promise<void> {
  await tx
    .update(verificationCodes)
    .set(change)
    .where(and(eq(verificationCodes.purpose, purpose), eq(verificationCodes.accountKey, accountKey)));
}

export async function insertTicket(tx: Tx, ticket: Omit<typeof tickets.$inferSelect, 'usedAt'>): Promise<void> {
  await tx.insert(tickets).values(ticket);
}

/** The payload of a ticket that can still be spent, or null. */
export async function openTicket(
  queries: Queries,
  purpose: TicketPurpose,
  hash: string,
  now: number,
): Promise<Record<string, unknown> | null> {
  const [row] = await queries
    .select({ payload: tickets.payload })
    .from(tickets)
    .where(
      and(
        eq(tickets.ticketHash, hash),
        eq(tickets.purpose, purpose),
        isNull(tickets.usedAt),
        gt(tickets.expiresAt, now),
      ),
    );
  return row?.payload ?? null;
}

/** Spends a ticket; false when it was spent or ran out meanwhile. */
export async function spendTicket(tx: Tx, hash: string, now: number): Promise<boolean> {
  const rows = await tx
    .update(tickets)
    .set({ usedAt: now, payload: {} })
    .where(and(eq(tickets.ticketHash, hash), isNull(tickets.usedAt), gt(tickets.expiresAt, now)))
    .returning({ hash: tickets.ticketHash });
  return rows.length > 0;
}

/** Deletes what can no longer be used. Codes stay a day longer: their row slows guessing down. */
export async function deleteSpent(queries: Queries, now: number, codesBefore: number): Promise<void> {
  await queries.delete(verificationCodes).where(lt(verificationCodes.sentAt, codesBefore));
  await queries.delete(tickets).where(lt(tickets.expiresAt, now));
}
