/** Lists what counts as income: each journal kind that pays users is a row here, with its type and lineage (docs/rules.md §7). */
import * as z from 'zod/mini';
import type { AnswerOf } from '../../../contract/call';
import { INCOME_TYPES, type incomes, type IncomeType } from '../../../contract/calls/income';
import { RATE_DECIMALS, toAmount, unitsToDecimal } from '../../../contract/money';
import type { StatementLine } from '../../ledger/statement';
import type { AirdropList } from './repo';

type Lineage = AnswerOf<typeof incomes>['items'][number]['lineage'];
export type IncomeSource = Lineage['source'];

const TYPE_OF: Record<IncomeSource, IncomeType> = { 'custody-interest': 'static', airdrop: 'airdrop' };
export const INCOME_SOURCES = Object.keys(TYPE_OF) as IncomeSource[];

/** The journal kinds of one type, or of all. */
export function sourcesOf(type: IncomeType | undefined): IncomeSource[] {
  return INCOME_SOURCES.filter((source) => type === undefined || TYPE_OF[source] === type);
}

/** @throws TypeError for a journal kind that is no income */
export function sourceOf({ journalKind }: Pick<StatementLine, 'journalKind'>): IncomeSource {
  const source = INCOME_SOURCES.find((one) => one === journalKind);
  if (!source) throw new TypeError(`${journalKind} is no income`);
  return source;
}

export function typeOf(source: IncomeSource): IncomeType {
  return TYPE_OF[source];
}

/** The types in the order in which they are shown. */
export const TYPES: readonly IncomeType[] = INCOME_TYPES;

/** The memo that custody/settle.ts writes beside each day's interest. */
const interestMemo = z.object({ day: z.int(), dueAt: z.int(), principal: z.string(), dailyRate: z.string() });

/** Tells where an income comes from, and when it was earned. @param lists the published lists that the page's airdrops name */
export function lineageOf(
  line: StatementLine,
  lists: ReadonlyMap<string, AirdropList>,
): { lineage: Lineage; incomeAt: number } {
  const source = sourceOf(line);
  const reference = line.reference ?? '';
  switch (source) {
    case 'custody-interest': {
      const { day, dueAt, principal, dailyRate } = interestMemo.parse(line.memo);
      return {
        incomeAt: dueAt,
        lineage: {
          source,
          orderId: reference,
          day,
          principal: toAmount(BigInt(principal), line.asset),
          dailyRate: unitsToDecimal(BigInt(dailyRate), RATE_DECIMALS),
        },
      };
    }
    case 'airdrop': {
      const list = lists.get(reference);
      if (!list) throw new Error(`journal ${line.journalId} names a list that was not published`);
      const { publishedAt, recipients, total } = list;
      return {
        incomeAt: publishedAt,
        lineage: { source, list: reference, publishedAt, recipients, total: toAmount(total, line.asset) },
      };
    }
  }
}
