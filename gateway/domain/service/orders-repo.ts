/** Records that a person attaches to a message: found only where they are the person's own, on any of their accounts. */
import { and, eq, or } from 'drizzle-orm';
import type { ServiceOrderKind } from '../../../contract/calls/service';
import { toAmount, type AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { custodyOrders } from '../../db/schema/custody';
import { deposits } from '../../db/schema/deposits';
import { tradingAccounts } from '../../db/schema/identity';
import { otcRabOrders } from '../../db/schema/otc-rab';
import { otcUsdtTrades } from '../../db/schema/otc-usdt';
import { withdrawals } from '../../db/schema/withdrawals';
import { isRecordId } from '../paging';

type Found = readonly { units: bigint }[];
type Search = (queries: Queries, userId: string, id: string) => Promise<Found>;

/** Makes the search in a table whose records belong to a trading account. */
function ofAccounts(
  table: typeof custodyOrders | typeof withdrawals | typeof deposits,
  units: typeof custodyOrders.placed | typeof withdrawals.amount | typeof deposits.amount,
): Search {
  return (queries, userId, id) =>
    queries
      .select({ units })
      .from(table)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, table.accountId))
      .where(and(eq(table.id, id), eq(tradingAccounts.userId, userId))) as Promise<Found>;
}

const RECORDS: Record<ServiceOrderKind, { asset: AssetCode; search: Search }> = {
  custody: { asset: 'USDT', search: ofAccounts(custodyOrders, custodyOrders.placed) },
  withdrawal: { asset: 'USDT', search: ofAccounts(withdrawals, withdrawals.amount) },
  deposit: { asset: 'USDT', search: ofAccounts(deposits, deposits.amount) },
  rab: {
    asset: 'RAB',
    search: (queries, userId, id) =>
      queries
        .select({ units: otcRabOrders.quantity })
        .from(otcRabOrders)
        .where(and(eq(otcRabOrders.id, id), eq(otcRabOrders.userId, userId))),
  },
  usdt: {
    asset: 'USDT',
    search: (queries, userId, id) =>
      queries
        .select({ units: otcUsdtTrades.quantity })
        .from(otcUsdtTrades)
        .where(
          and(
            eq(otcUsdtTrades.id, id),
            or(eq(otcUsdtTrades.buyerUserId, userId), eq(otcUsdtTrades.sellerUserId, userId)),
          ),
        ),
  },
};

export interface AttachedOrder {
  orderKind: ServiceOrderKind;
  orderId: string;
  orderAmount: string;
  orderAsset: AssetCode;
}

/** The record with its amount as it is now; null where it is not this person's. */
export async function ownOrder(
  queries: Queries,
  userId: string,
  { kind, id }: { kind: ServiceOrderKind; id: string },
): Promise<AttachedOrder | null> {
  const { asset, search } = RECORDS[kind];
  const [found] = isRecordId(id) ? await search(queries, userId, id) : [];
  return found ? { orderKind: kind, orderId: id, orderAmount: toAmount(found.units, asset), orderAsset: asset } : null;
}
