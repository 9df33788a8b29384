/** Rows of fills. */
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { Queries } from '../../../db/client';
import { otcRabFills, otcRabOrders, type FillStatus } from '../../../db/schema/otc-rab';
import type { Tx } from '../../../db/transaction';
import { isRecordId } from '../../paging';

export type Fill = typeof otcRabFills.$inferSelect;

export async function insertFills(tx: Tx, fills: readonly Fill[]): Promise<void> {
  if (fills.length > 0) await tx.insert(otcRabFills).values([...fills]);
}

const orderColumn = (side: OtcSide) => (side === 'buy' ? otcRabFills.buyOrderId : otcRabFills.sellOrderId);

/** An order's fills, oldest first. */
export function fillsOf(queries: Queries, order: { id: string; side: OtcSide }): Promise<Fill[]> {
  return queries
    .select()
    .from(otcRabFills)
    .where(eq(orderColumn(order.side), order.id))
    .orderBy(asc(otcRabFills.id));
}

/** A buyer's matches that wait for the rest. */
export function awaitingFills(tx: Tx, buyOrderId: string): Promise<Fill[]> {
  const { buyOrderId: order, status, id } = otcRabFills;
  return tx
    .select()
    .from(otcRabFills)
    .where(and(eq(order, buyOrderId), eq(status, 'awaiting-rest')))
    .orderBy(asc(id));
}

export interface FillEnd {
  id: string;
  sellerFee: bigint;
  journalId: string;
}

/** Closes fills that waited for a rest: they have settled, or were given back. */
export async function endFills(
  tx: Tx,
  fills: readonly FillEnd[],
  status: Exclude<FillStatus, 'awaiting-rest'>,
  now: number,
): Promise<void> {
  const rows = fills.map(({ id, sellerFee, journalId }) => ({ id, fee: sellerFee.toString(), journal: journalId }));
  await tx.execute(sql`
    UPDATE otc_rab_fills f SET status = ${status}, seller_fee = n.fee, journal_id = n.journal,
           closed_at = ${new Date(now).toISOString()}::timestamptz
      FROM (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id bigint, fee numeric, journal bigint)
           LIMIT ${rows.length}::bigint) n
     WHERE f.id = n.id`);
}

/** The account's own order in a fill of this id: what statements have for reference. */
export async function orderOfFill(queries: Queries, accountId: string, fillId: string): Promise<string | null> {
  if (!isRecordId(fillId)) return null;
  const [row] = await queries
    .select({ id: otcRabOrders.id })
    .from(otcRabFills)
    .innerJoin(
      otcRabOrders,
      or(eq(otcRabOrders.id, otcRabFills.buyOrderId), eq(otcRabOrders.id, otcRabFills.sellOrderId)),
    )
    .where(and(eq(otcRabFills.id, fillId), eq(otcRabOrders.accountId, accountId)));
  return row?.id ?? null;
}
