/** Lists what an account has earned, by type, each income with its lineage (docs/rules.md §1, §7). */
import { incomePool } from '../../../contract/calls/income';
import { ASSETS, toAmount, type AssetCode } from '../../../contract/money';
import { statementPage, type StatementLine } from '../../ledger/statement';
import type { Queries } from '../../db/client';
import type { Handlers } from '../call-context';
import { BY_ENTRY, pageOf } from '../paging';
import { airdropsNamed, incomeSums, payersOf } from './repo';
import { INCOME_SOURCES, lineageOf, sourceOf, sourcesOf, typeOf, TYPES } from './sources';

const ASSET_CODES = Object.keys(ASSETS) as AssetCode[];

async function view(queries: Queries, lines: readonly StatementLine[]) {
  const named = lines.filter((line) => sourceOf(line) === 'airdrop').flatMap(({ reference }) => reference ?? []);
  const journals = lines.map(({ journalId }) => journalId);
  const [payers, lists] = await Promise.all([payersOf(queries, journals), airdropsNamed(queries, [...new Set(named)])]);
  return lines.map((line) => ({
    id: line.entryId,
    createdAt: line.createdAt,
    type: typeOf(sourceOf(line)),
    status: 'credited' as const,
    asset: line.asset,
    amount: toAmount(line.amount, line.asset),
    arrivedAt: line.createdAt,
    pool: incomePool.parse(payers.get(line.journalId)),
    journalId: line.journalId,
    ...lineageOf(line, lists),
  }));
}

export const incomeHandlers: Handlers<'incomes' | 'incomeTypes'> = {
  incomes({ deps, session }, { type, ...asked }) {
    const { db } = deps.db;
    const narrowed = {
      ownerAccountId: session.accountId,
      kind: 'user_cash' as const,
      journalKinds: { are: sourcesOf(type) },
    };
    return pageOf(BY_ENTRY, asked, {
      read: ({ end, limit }) => statementPage(db, { ...narrowed, limit, ...(end ? { before: end } : {}) }),
      last: ({ entryId }) => entryId,
      view: (lines) => view(db, lines),
    });
  },

  async incomeTypes({ deps, session }) {
    const sums = await incomeSums(deps.db.db, session.accountId, INCOME_SOURCES);
    return {
      types: TYPES.map((type) => {
        const ofType = sums.filter(({ kind }) => typeOf(sourceOf({ journalKind: kind })) === type);
        return {
          type,
          count: ofType.reduce((sum, { count }) => sum + count, 0),
          totals: ASSET_CODES.filter((asset) => ofType.some((one) => one.asset === asset)).map((asset) => ({
            asset,
            amount: toAmount(
              ofType.filter((one) => one.asset === asset).reduce((sum, { total }) => sum + total, 0n),
              asset,
            ),
          })),
        };
      }),
    };
  },
};
