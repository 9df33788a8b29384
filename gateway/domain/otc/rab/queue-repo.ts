/** Orders as staff list them: everybody's. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OtcStatus } from '../../../../contract/calls/otc-market';
import { otcRabOrders } from '../../../db/schema/otc-rab';
import type { Tx } from '../../../db/transaction';
import type { Order } from './orders-repo';

/** The newest first. @param list `userId` null: everybody's; `status` null: what has not ended */
export function listOrders(
  tx: Tx,
  list: { userId: string | null; status: OtcStatus | null; limit: number },
): Promise<Order[]> {
  const { userId, status, closedAt, id } = otcRabOrders;
  return tx
    .select()
    .from(otcRabOrders)
    .where(
      and(
        list.userId === null ? undefined : eq(userId, list.userId),
        list.status === null ? isNull(closedAt) : eq(status, list.status),
      ),
    )
    .orderBy(desc(id))
    .limit(list.limit);
}
