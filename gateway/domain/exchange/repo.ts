/** Rows of the guide price, of quotes and of exchanges. Every read for a user names the account: another's does not exist here. */
import { and, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { rateUnits } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { exchangeQuotes, guidePrices, statedPrices } from '../../db/schema/exchange';
import { users } from '../../db/schema/identity';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';
import type { RateTerms } from './rules';

const PAIR = 'RAB/USDT';

export type GuidePrice = Omit<typeof guidePrices.$inferSelect, 'pair'>;
export type QuoteRow = typeof exchangeQuotes.$inferSelect;
export type ExchangeRow = QuoteRow & { executedAt: number; journalId: string };
export type NewQuote = Omit<QuoteRow, 'id' | 'executedAt' | 'journalId' | 'replacedAt'>;

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

export interface StatedPrice {
  price: bigint;
  /** True once two operators have confirmed it. */
  isConfirmed: boolean;
  at: number;
}

/**
 * The prices that held at some time after `since`, as staff stated them, oldest first: the one that held then, and what followed; not
 * what was before two operators stated one.
 */
export async function pricesSince(queries: Queries, since: number): Promise<StatedPrice[]> {
  const { id, price, isConfirmed, at } = statedPrices;
  const heldThen = sql`(SELECT coalesce(max(${at}), '-infinity') FROM ${statedPrices} WHERE ${lte(at, since)})`;
  const rows = await queries.select({ price, isConfirmed, at }).from(statedPrices).where(gte(at, heldThen)).orderBy(id);
  return rows.slice(
    Math.max(
      0,
      rows.findLastIndex((row) => row.isConfirmed),
    ),
  );
}

/** Keeps a price to compare later ones with, and drops those that held before `forgetBefore` only. */
export async function keepStatedPrice(tx: Tx, stated: StatedPrice, forgetBefore: number): Promise<void> {
  const { at } = statedPrices;
  await tx.insert(statedPrices).values(stated);
  await tx
    .delete(statedPrices)
    .where(lt(at, sql`(SELECT max(${at}) FROM ${statedPrices} WHERE ${lte(at, forgetBefore)})`));
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

/** Returns the price and spread that a quote's rate is made of. */
export function termsOf({ fromAsset, price, spread }: Pick<QuoteRow, 'fromAsset' | 'price' | 'spread'>): RateTerms {
  return { from: fromAsset, price, spread: rateUnits(spread) };
}

/**
 * Keeps a quote as the user's only open one: it takes the place of the one before, in whichever of their accounts that was. Those
 * that ran out before `forgetBefore` are dropped.
 */
export async function insertQuote(tx: Tx, quote: NewQuote, forgetBefore: number): Promise<QuoteRow> {
  // Quotes of one user run one after the other: each waits for the lock on the user's row.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, quote.userId)).for('no key update');
  const { userId, executedAt, expiresAt, replacedAt } = exchangeQuotes;
  const unused = and(eq(userId, quote.userId), isNull(executedAt));
  await tx.delete(exchangeQuotes).where(and(unused, lt(expiresAt, forgetBefore)));
  await tx
    .update(exchangeQuotes)
    .set({ replacedAt: quote.quotedAt })
    .where(and(unused, isNull(replacedAt)));
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

/** Fills run one after the other from here on, so that the treasury's limit is never passed by two at once. */
export async function lockExchange(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('exchange', 0))`);
}

/** Sums what was exchanged after `since` in both directions, in USDT. @param user whose exchanges count; null for everybody's */
export async function exchangedSince(queries: Queries, user: string | null, since: number): Promise<bigint> {
  const { userId, executedAt, fromAsset, given, received } = exchangeQuotes;
  const [row] = await queries
    .select({
      usdt: sql<string>`coalesce(sum(CASE ${fromAsset} WHEN 'USDT' THEN ${given} ELSE ${received} END), 0)::text`,
    })
    .from(exchangeQuotes)
    .where(and(isNotNull(executedAt), gt(executedAt, since), user === null ? undefined : eq(userId, user)));
  return BigInt(row?.usdt ?? 0);
}

/** An account's exchanges, newest first. */
export async function pageExchanges(
  queries: Queries,
  { accountId, end, limit }: { accountId: string; end: Keyset | null; limit: number },
): Promise<ExchangeRow[]> {
  const { executedAt, id } = exchangeQuotes;
  const rows = await queries
    .select()
    .from(exchangeQuotes)
    .where(and(eq(exchangeQuotes.accountId, accountId), isNotNull(executedAt), olderThan(executedAt, id, end)))
    .orderBy(...newestFirst(executedAt, id))
    .limit(limit);
  return rows.map(executed);
}
