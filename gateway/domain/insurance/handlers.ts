/** The insurance fund's calls: the same for everybody (docs/rules.md §7). */
import {
  INFLOW_SOURCES,
  INSURANCE_ASSET,
  INSURANCE_CURVE_DAYS,
  type InflowSource,
} from '../../../contract/calls/insurance';
import { toAmount } from '../../../contract/money';
import { systemBalance } from '../../ledger/balances';
import type { Handlers } from '../call-context';
import { BY_TIME, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { curveOf } from './curve';
import { movementsByDay, pageInflows, pagePayouts, type Inflow } from './repo';

const usdt = (units: bigint) => toAmount(units, INSURANCE_ASSET);

/** Journals that pay into the fund and are no fee. */
const SOURCE_OF: Readonly<Record<string, InflowSource>> = { 'otc-forfeit': 'lost-deposit' };

function sourceOf(source: string): InflowSource {
  return SOURCE_OF[source] ?? INFLOW_SOURCES.find((known) => known === source) ?? 'other';
}

interface InflowDay {
  day: number;
  inflows: Inflow[];
}

/** The rows of each day together, in their order. */
function byDay(rows: readonly Inflow[]): InflowDay[] {
  const days = new Map<number, Inflow[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return [...days].map(([day, inflows]) => ({ day, inflows }));
}

function viewDay({ day, inflows }: InflowDay) {
  const sums = new Map<InflowSource, { amount: bigint; count: number }>();
  for (const { source, amount, count } of inflows) {
    const sum = sums.get(sourceOf(source)) ?? { amount: 0n, count: 0 };
    sums.set(sourceOf(source), { amount: sum.amount + amount, count: sum.count + count });
  }
  return {
    id: new Date(day).toISOString().slice(0, 10),
    day,
    amount: usdt(inflows.reduce((total, { amount }) => total + amount, 0n)),
    sources: [...sums].map(([source, { amount, count }]) => ({ source, amount: usdt(amount), count })),
  };
}

export const insuranceHandlers: Handlers<'insuranceFund' | 'insuranceInflows' | 'insurancePayouts'> = {
  async insuranceFund({ deps, now }) {
    const { db } = deps.db;
    const [settings, balance, movements] = await Promise.all([
      loadSettings(db),
      systemBalance(db, 'insurance', INSURANCE_ASSET),
      movementsByDay(db, INSURANCE_ASSET),
    ]);
    return {
      balance: usdt(balance),
      inflow: usdt(movements.reduce((sum, { inflow }) => sum + inflow, 0n)),
      paid: usdt(movements.reduce((sum, { outflow }) => sum + outflow, 0n)),
      feeRate: settings['fees.insuranceRate'],
      curve: curveOf(movements, now, INSURANCE_CURVE_DAYS).map((point) => ({
        day: point.day,
        balance: usdt(point.balance),
      })),
    };
  },

  insuranceInflows: ({ deps }, asked) =>
    pageOf(BY_TIME, asked, {
      read: async ({ end, limit }) =>
        byDay(await pageInflows(deps.db.db, { asset: INSURANCE_ASSET, end: end?.at ?? null, limit })),
      // A day is a record by itself: no second part of the key is needed.
      last: ({ day }) => ({ at: day, id: '1' }),
      view: (days) => days.map(viewDay),
    }),

  insurancePayouts: ({ deps }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pagePayouts(deps.db.db, { asset: INSURANCE_ASSET, ...page }),
      last: ({ createdAt, id }) => ({ at: createdAt, id }),
      view: (rows) =>
        rows.map(({ userId, amount, ...row }) => ({
          id: row.id,
          createdAt: row.createdAt,
          reason: row.reason,
          journalId: row.journalId,
          amount: usdt(amount),
          to: userId === null ? ('outside' as const) : ('user' as const),
        })),
    }),
};
