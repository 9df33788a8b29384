/** Stores what operators asked to be signed anew, and what fills gaps in a wallet's nonces (migrations/0021_payout_halts.sql). */
import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { walletFillers, withdrawalReissues } from '../../db/schema/payouts';
import { withdrawalNonces } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import type { NonceRow, Wallet } from './transactions-repo';

export type FillerRow = typeof walletFillers.$inferSelect;

/** False when it is asked for already. */
export async function insertReissue(tx: Tx, withdrawalId: string, askedBy: string, now: number): Promise<boolean> {
  const rows = await tx
    .insert(withdrawalReissues)
    .values({ withdrawalId, askedBy, askedAt: now })
    .onConflictDoNothing()
    .returning({ id: withdrawalReissues.id });
  return rows.length > 0;
}

/** Nonces of the wallet whose transactions are asked for anew, the lowest first. */
export async function askedReissues(queries: Queries, { network, chainId, address }: Wallet): Promise<NonceRow[]> {
  const rows = await queries
    .select({ nonce: withdrawalNonces })
    .from(withdrawalReissues)
    .innerJoin(withdrawalNonces, eq(withdrawalNonces.withdrawalId, withdrawalReissues.withdrawalId))
    .where(
      and(
        isNull(withdrawalReissues.doneAt),
        eq(withdrawalNonces.network, network),
        eq(withdrawalNonces.chainId, chainId),
        eq(withdrawalNonces.wallet, address),
      ),
    )
    .orderBy(asc(withdrawalNonces.nonce));
  return rows.map(({ nonce }) => nonce);
}

export async function endReissue(tx: Tx, withdrawalId: string, now: number): Promise<void> {
  await tx
    .update(withdrawalReissues)
    .set({ doneAt: now })
    .where(and(eq(withdrawalReissues.withdrawalId, withdrawalId), isNull(withdrawalReissues.doneAt)));
}

export async function insertFiller(tx: Tx, row: FillerRow): Promise<void> {
  await tx.insert(walletFillers).values(row);
}

/** The newest filler of each nonce from `from` on, the lowest nonce first. */
export async function fillersFrom(queries: Queries, wallet: Wallet, from: number): Promise<FillerRow[]> {
  const { network, chainId, address } = wallet;
  const rows = await queries
    .select()
    .from(walletFillers)
    .where(
      and(
        eq(walletFillers.network, network),
        eq(walletFillers.chainId, chainId),
        eq(walletFillers.wallet, address),
        gte(walletFillers.nonce, from),
      ),
    )
    .orderBy(asc(walletFillers.nonce), asc(walletFillers.gasPrice));
  return [...new Map(rows.map((row) => [row.nonce, row])).values()];
}
