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
  createCustodyOrder: custody,
  redeemCustodyOrder: custody,
  exchangeAssets: { list: paths.exchanges, one: { exchange: { path: paths.exchanges } } },
  requestWithdrawal: { list: paths.withdrawals, one: { withdrawal: { path: paths.withdrawals } } },
  buyMachine: { list: paths.miningRecords },
  claimDividend: { list: paths.aiDividend, one: { share: { path: paths.aiDividend } } },
  transferToAccount: { list: paths.cashStatement },
  buyRab: rab,
  sellRab: rab,
  cancelRabOrder: rab,
  postTheRest: rab,
  buyUsdt: usdt,
  sellUsdt: usdt,
  cancelOfferOrTrade: usdt,
  reportPayment: usdt,
  confirmPayment: usdt,
  disputeTrade: usdt,
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
