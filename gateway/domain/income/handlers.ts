/** What an account has earned, by type, each with its lineage (docs/rules.md §1, §7). */
import { incomePool } from '../../../contract/calls/earnings';
import { ASSETS, toAmount, type AssetCode } from '../../../contract/money';
import { statementPage } from '../../ledger/statement';
import type { Handlers } from '../call-context';
import { DEFAULT_PAGE_SIZE } from '../paging';
import { airdropsNamed, incomeSums, payersOf } from './repo';
import { INCOME_SOURCES, lineageOf, sourceOf, sourcesOf, typeOf, TYPES } from './sources';

const ASSET_CODES = Object.keys(ASSETS) as AssetCode[];

export const incomeHandlers: Handlers<'incomeLog' | 'incomeTypeList'> = {
  async incomeLog({ deps, session }, { type, cursor, limit = DEFAULT_PAGE_SIZE }) {
    const { db } = deps.db;
    const { items, nextCursor } = await statementPage(db, {
      ownerAccountId: session.accountId,
      kind: 'user_cash',
      journalKinds: { are: sourcesOf(type) },
      limit,
      ...(cursor ? { cursor } : {}),
    });
    const named = items.filter((line) => sourceOf(line) === 'airdrop').flatMap(({ reference }) => reference ?? []);
    const [payers, lists] = await Promise.all([
      payersOf(
        db,
        items.map(({ journalId }) => journalId),
      ),
      airdropsNamed(db, [...new Set(named)]),
    ]);
    return {
      nextCursor,
      items: items.map((line) => ({
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
      })),
    };
  },

  async incomeTypeList({ deps, session }) {
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
