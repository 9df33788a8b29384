/** Rows of proposals: one operator's commands that wait for another one. */
import { desc, eq } from 'drizzle-orm';
import { operatorProposals } from '../db/schema/operators';
import type { Tx } from '../db/transaction';

export type ProposalRow = typeof operatorProposals.$inferSelect;
type NewProposal = Pick<ProposalRow, 'command' | 'input' | 'preview' | 'proposedBy' | 'at' | 'expiresAt'>;

/** @returns its id */
export async function insertProposal(tx: Tx, row: NewProposal): Promise<string> {
  const [inserted] = await tx.insert(operatorProposals).values(row).returning({ id: operatorProposals.id });
  if (!inserted) throw new Error('the proposal was not inserted');
  return inserted.id;
}

export async function findProposal(tx: Tx, id: string): Promise<ProposalRow | null> {
  const [row] = await tx.select().from(operatorProposals).where(eq(operatorProposals.id, id));
  return row ?? null;
}

/** The proposal, locked until the transaction ends. */
export async function lockProposal(tx: Tx, id: string): Promise<ProposalRow | null> {
  const [row] = await tx.select().from(operatorProposals).where(eq(operatorProposals.id, id)).for('update');
  return row ?? null;
}

/** The latest first; `state` null lists all. */
export function listProposals(tx: Tx, state: ProposalRow['state'] | null, limit: number): Promise<ProposalRow[]> {
  return tx
    .select()
    .from(operatorProposals)
    .where(state === null ? undefined : eq(operatorProposals.state, state))
    .orderBy(desc(operatorProposals.id))
    .limit(limit);
}

type Decision = Pick<ProposalRow, 'decidedBy' | 'decidedAt'> &
  ({ state: 'executed' } | { state: 'rejected'; reason: string });

/** Ends an open proposal. */
export async function decideProposal(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx.update(operatorProposals).set(decision).where(eq(operatorProposals.id, id));
}
