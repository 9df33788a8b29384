/** The one map from calls that move money to the screens that show their records. */
import type { calls, CallName } from '../../../contract/index';
import { paths, type Path } from '../paths';

type MoneyCallName = { [N in CallName]: (typeof calls)[N]['effect'] extends 'money' ? N : never }[CallName];

interface Records {
  /** The screen that lists them. */
  list: Path;
  /** Fields of the answer that may hold the record, each with the screen and the query that show it. */
  one?: Partial<Record<string, { path: Path; market?: string }>>;
}

const custody: Records = { list: paths.custodyOrders, one: { order: { path: paths.custodyOrders } } };
const rab: Records = { list: paths.myRabOrders, one: { order: { path: paths.otcOrder, market: 'rab' } } };
const usdt: Records = {
  list: paths.myUsdtOrders,
  // The call makes an offer or a trade; the screen finds out which.
  one: { order: { path: paths.otcOrder, market: 'any' }, trade: { path: paths.otcOrder } },
};

const RECORDS: Record<MoneyCallName, Records> = {
  hostingCreate: custody,
  hostingSub: custody,
  exchangeExchange: { list: paths.exchanges, one: { exchange: { path: paths.exchanges } } },
  withdrawIndex: { list: paths.withdrawals, one: { withdrawal: { path: paths.withdrawals } } },
  accountTransfer: { list: paths.cashStatement },
  otcBuy: rab,
  otcSell: rab,
  otcCancel: rab,
  doSaveCash: rab,
  otcUsdtBuy: usdt,
  otcUsdtSell: usdt,
  otcUsdtCancel2: usdt,
  otcUsdtPay: usdt,
  otcUsdtSure: usdt,
  otcUsdtDispute: usdt,
};

/** @param answer of the call; null when it had no effect: then the list shows that. An unknown call leads to the statement. */
export function recordHref(name: string, answer: unknown): { path: Path; query?: Record<string, string | undefined> } {
  const { list, one = {} } = (RECORDS as Partial<Record<string, Records>>)[name] ?? { list: paths.cashStatement };
  for (const [field, place] of Object.entries(one)) {
    const id = (answer as Partial<Record<string, { id?: string } | null>> | null)?.[field]?.id;
    if (place && id !== undefined) return { path: place.path, query: { id, market: place.market } };
  }
  return { path: list };
}
