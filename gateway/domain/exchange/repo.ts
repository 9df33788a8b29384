/** Rows of the guide price, of quotes and of exchanges. Every read for a user names the account: another's does not exist here. */
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { rateUnits } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { exchangeQuotes, guidePrices } from '../../db/schema/exchange';
import type { Tx } from '../../db/transaction';
import type { Keyset } from '../paging';
import type { RateTerms } from './rules';

const PAIR = 'RAB/USDT';

export type GuidePrice = Omit<typeof guidePrices.$inferSelect, 'pair'>;
export type QuoteRow = typeof exchangeQuotes.$inferSelect;
export type ExchangeRow = QuoteRow & { executedAt: number; journalId: string };
export type NewQuote = Omit<QuoteRow, 'id' | 'executedAt' | 'journalId'>;

/** Null before there was one. */
export async function guidePrice(queries: Queries): Promise<GuidePrice | null> {
  const [row] = await queries
    .select({ price: guidePrices.price, source: guidePrices.source, asOf: guidePrices.asOf })
    .from(guidePrices)
    .where(eq(guidePrices.pair, PAIR));
  return row ?? null;
}

/** The price from now on. */
export async function saveGuidePrice(tx: Tx, price: GuidePrice): Promise<void> {
  await tx
    .insert(guidePrices)
    .values({ pair: PAIR, ...price })
    .onConflictDoUpdate({ target: guidePrices.pair, set: price });
}

/** The price from now on, unless the operator has set one. @returns whether it was written */
export async function saveDemoPrice(tx: Tx, price: Omit<GuidePrice, 'source'>): Promise<boolean> {
  const written = await tx
    .insert(guidePrices)
    .values({ pair: PAIR, source: 'demo', ...price })
    .onConflictDoUpdate({ target: guidePrices.pair, set: price, setWhere: eq(guidePrices.source, 'demo') })
    .returning({ pair: guidePrices.pair });
  return written.length > 0;
}

/** What a quote's rate is made of. */
export function termsOf({ fromAsset, price, spread }: Pick<QuoteRow, 'fromAsset' | 'price' | 'spread'>): RateTerms {
  return { from: fromAsset, price, spread: rateUnits(spread) };
}

/** Keeps a quote, and drops the account's own that ran out before `forgetBefore`. */
export async function insertQuote(tx: Tx, quote: NewQuote, forgetBefore: number): Promise<QuoteRow> {
  await tx
    .delete(exchangeQuotes)
    .where(
      and(
        eq(exchangeQuotes.accountId, quote.accountId),
        isNull(exchangeQuotes.executedAt),
        lt(exchangeQuotes.expiresAt, forgetBefore),
      ),
    );
  const [row] = await tx.insert(exchangeQuotes).values(quote).returning();
  if (!row) throw new Error('exchange quote was not inserted');
  return row;
}

const ofAccount = (accountId: string, id: string) =>
  and(eq(exchangeQuotes.id, id), eq(exchangeQuotes.accountId, accountId));

export async function findQuote(queries: Queries, accountId: string, id: string): Promise<QuoteRow | null> {
  const [row] = await queries.select().from(exchangeQuotes).where(ofAccount(accountId, id));
  return row ?? null;
}

/** The account's quote, locked until the transaction ends. */
export async function lockQuote(tx: Tx, accountId: string, id: string): Promise<QuoteRow | null> {
  const [row] = await tx.select().from(exchangeQuotes).where(ofAccount(accountId, id)).for('no key update');
  return row ?? null;
}

function executed(row: QuoteRow): ExchangeRow {
  const { executedAt, journalId } = row;
  if (executedAt === null || journalId === null) throw new Error(`exchange quote ${row.id} was not filled`);
  return { ...row, executedAt, journalId };
}

export async function saveExecution(
  tx: Tx,
  id: string,
  { executedAt, journalId }: { executedAt: number; journalId: string },
): Promise<ExchangeRow> {
  const [row] = await tx
    .update(exchangeQuotes)
    .set({ executedAt, journalId })
    .where(eq(exchangeQuotes.id, id))
    .returning();
  if (!row) throw new Error(`exchange quote ${id} is gone`);
  return executed(row);
}

/** An account's exchanges, newest first. */
export async function pageExchanges(
  queries: Queries,
  { accountId, end, limit }: { accountId: string; end: Keyset | null; limit: number },
): Promise<ExchangeRow[]> {
  const older = end
    ? sql`(${exchangeQuotes.executedAt}, ${exchangeQuotes.id}) < (${new Date(end.at).toISOString()}::timestamptz, ${end.id}::bigint)`
    : undefined;
  const rows = await queries
    .select()
    .from(exchangeQuotes)
    .where(and(eq(exchangeQuotes.accountId, accountId), isNotNull(exchangeQuotes.executedAt), older))
    .orderBy(desc(exchangeQuotes.executedAt), desc(exchangeQuotes.id))
    .limit(limit);
  return rows.map(executed);
}
