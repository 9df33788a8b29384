/** Lists what an account has earned, by type and day, each income with its lineage (docs/rules.md §1, §7). */
import { INCOME_SERIES_DAYS, type IncomeType } from '../../../contract/calls/income';
import { ASSETS, toAmount, type AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { IncomeSource } from '../../db/schema/income';
import type { Handlers } from '../call-context';
import { BY_TIME, pageOf } from '../paging';
import { airdropsNamed, incomeDays, incomeSums, pageIncomes, type IncomeRow } from './repo';
import { lineageOf, sourcesOf, typeOf, TYPES } from './sources';

const ASSET_CODES = Object.keys(ASSETS) as AssetCode[];
const DAY_MS = 86_400_000;

async function view(queries: Queries, rows: readonly IncomeRow[]) {
  const named = rows.filter(({ source }) => source === 'airdrop').map(({ cause }) => cause);
  const lists = await airdropsNamed(queries, [...new Set(named)]);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    type: typeOf(row.source),
    status: row.journalId === null ? ('pending-credit' as const) : ('credited' as const),
    reason: row.reason,
    asset: row.asset,
    amount: toAmount(row.amount, row.asset),
    incomeAt: row.incomeAt,
    arrivedAt: row.arrivedAt,
    pool: row.pool,
    journalId: row.journalId,
    lineage: lineageOf(row, lists),
  }));
}

interface Sum {
  source: IncomeSource;
  asset: AssetCode;
  total: bigint;
}

/** Adds up by type and asset, in the order of both; what there is none of is left out. */
function byType(sums: readonly Sum[]): { type: IncomeType; asset: AssetCode; amount: string }[] {
  return TYPES.flatMap((type) =>
    ASSET_CODES.flatMap((asset) => {
      const chosen = sums.filter((one) => typeOf(one.source) === type && one.asset === asset);
      const units = chosen.reduce((sum, { total }) => sum + total, 0n);
      return units === 0n ? [] : [{ type, asset, amount: toAmount(units, asset) }];
    }),
  );
}

export const incomeHandlers: Handlers<'incomes' | 'incomeTypes' | 'incomeSeries'> = {
  incomes({ deps, session }, { type, ...asked }) {
    const { db } = deps.db;
    const narrowed = { accountId: session.accountId, sources: sourcesOf(type) };
    return pageOf(BY_TIME, asked, {
      read: ({ end, limit }) => pageIncomes(db, { ...narrowed, end, limit }),
      last: ({ createdAt, id }) => ({ at: createdAt, id }),
      view: (rows) => view(db, rows),
    });
  },

  async incomeTypes({ deps, session }) {
    const sums = await incomeSums(deps.db.db, session.accountId);
    const credited = byType(sums.filter(({ isCredited }) => isCredited));
    const pending = byType(sums.filter(({ isCredited }) => !isCredited));
    const ofType = (all: ReturnType<typeof byType>, type: IncomeType) =>
      all.filter((one) => one.type === type).map(({ asset, amount }) => ({ asset, amount }));
    return {
      types: TYPES.map((type) => ({
        type,
        count: sums.filter(({ source }) => typeOf(source) === type).reduce((sum, { count }) => sum + count, 0),
        totals: ofType(credited, type),
        pending: ofType(pending, type),
      })),
    };
  },

  async incomeSeries({ deps, session, now }) {
    const today = now - (now % DAY_MS);
    const from = today - (INCOME_SERIES_DAYS - 1) * DAY_MS;
    const sums = await incomeDays(deps.db.db, session.accountId, from, today + DAY_MS);
    const days = [...new Set(sums.map(({ day }) => day))];
    const points = days.flatMap((day) =>
      byType(sums.filter((one) => one.day === day)).map((point) => ({ day, ...point })),
    );
    return { today, points };
  },
};
