/** Quoting and filling (docs/rules.md §4). Both run in the caller's transaction. */
import { rateUnits, toAmount, toUnits, type AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { cashOf, poolFree } from '../../ledger/balances';
import { post, type Journal } from '../../ledger/post';
import { Refusal } from '../call-context';
import { isRecordId } from '../paging';
import type { Settings } from '../settings/figures';
import { tooLittle } from '../too-little';
import {
  exchangedSince,
  findQuote,
  guidePrice,
  insertQuote,
  lockExchange,
  lockQuote,
  saveExecution,
  termsOf,
  type ExchangeRow,
  type GuidePrice,
  type QuoteRow,
} from './repo';
import { hasMovedInFavour, isFresh, largestWorthNothing, receivedFor } from './rules';

/** A quote that ran out is still told apart from one that never was for this long. */
const FORGET_AFTER_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Returns the price, if it may be used now. @throws Refusal price-too-old, also when there is no price */
async function usablePrice(queries: Queries, now: number): Promise<GuidePrice> {
  const price = await guidePrice(queries);
  if (!price || !isFresh(price.asOf, now)) throw new Refusal('price-too-old');
  return price;
}

/** The refusal with what can be received at most. */
function inventoryTooLow(inventory: bigint, asset: AssetCode): Refusal {
  return new Refusal('inventory-too-low', { data: { limit: toAmount(inventory, asset) } });
}

/** The figures of a quote that limits are about. */
type QuoteAmounts = Pick<QuoteRow, 'userId' | 'fromAsset' | 'given' | 'received'>;

/** @throws Refusal day-limit when the user, or everybody together, would exchange more than is allowed in 24 hours */
async function checkDay(queries: Queries, amounts: QuoteAmounts, settings: Settings, now: number): Promise<void> {
  const usdt = amounts.fromAsset === 'USDT' ? amounts.given : amounts.received;
  const limits = [
    { whose: amounts.userId, limit: settings['exchange.userDaily'] },
    { whose: null, limit: settings['exchange.treasuryDaily'] },
  ];
  for (const { whose, limit } of limits) {
    const left = toUnits(limit, 'USDT') - (await exchangedSince(queries, whose, now - DAY_MS));
    if (usdt <= left) continue;
    throw new Refusal('day-limit', { data: { limit, available: toAmount(left > 0n ? left : 0n, 'USDT') } });
  }
}

export interface QuoteRequest {
  userId: string;
  accountId: string;
  from: AssetCode;
  to: AssetCode;
  given: bigint;
  now: number;
  settings: Settings;
}

/**
 * Makes a quote and keeps it, as the user's only open one. Nothing is reserved: filling may still be refused for want of funds or
 * inventory.
 * @throws Refusal price-too-old, amount-too-small, insufficient-funds, inventory-too-low, day-limit
 */
export async function quote(tx: Tx, request: QuoteRequest): Promise<QuoteRow> {
  const { userId, accountId, from, to, given, now, settings } = request;
  const { price, source, asOf } = await usablePrice(tx, now);
  const spread = settings['exchange.spread'];
  const terms = { from, price, spread: rateUnits(spread) };
  const received = receivedFor(terms, given);
  if (received === 0n) {
    throw new Refusal('amount-too-small', { data: { limit: toAmount(largestWorthNothing(terms), from) } });
  }
  const available = await cashOf(tx, accountId, from);
  if (given > available) throw tooLittle(available, from);
  const inventory = await poolFree(tx, 'treasury', to);
  if (received > inventory) throw inventoryTooLow(inventory, to);
  await checkDay(tx, { userId, fromAsset: from, given, received }, settings, now);
  const row = {
    userId,
    accountId,
    fromAsset: from,
    toAsset: to,
    given,
    received,
    price,
    priceSource: source,
    priceAsOf: asOf,
    spread,
    quotedAt: now,
    expiresAt: now + settings['exchange.quoteMs'],
  };
  return insertQuote(tx, row, now - FORGET_AFTER_MS);
}

/** Both assets against the treasury's inventory, in one journal. */
function exchangeJournal({ id, accountId, fromAsset, toAsset, given, received }: QuoteRow, now: number): Journal {
  const cash = (asset: AssetCode) => ({ owner: accountId, kind: 'user_cash', asset }) as const;
  const treasury = (asset: AssetCode) => ({ system: 'treasury', asset }) as const;
  return {
    transferId: `exchange:${id}`,
    kind: 'exchange',
    reference: id,
    at: now,
    legs: [
      { account: cash(fromAsset), amount: -given },
      { account: treasury(fromAsset), amount: given },
      { account: treasury(toAsset), amount: -received },
      { account: cash(toAsset), amount: received },
    ],
  };
}

/**
 * Fills the account's quote at exactly its figures, once, before it ends, while the guide price is still being kept up and has not
 * gone further in the user's favour than the spread.
 * @throws Refusal not-found, quote-used, quote-expired (or replaced), price-too-old, price-moved, day-limit; LedgerError
 * insufficient-funds, pool-empty
 */
export async function fill(
  tx: Tx,
  { accountId, quoteId, now, settings }: { accountId: string; quoteId: string; now: number; settings: Settings },
): Promise<ExchangeRow> {
  await lockExchange(tx);
  const row = isRecordId(quoteId) ? await lockQuote(tx, accountId, quoteId) : null;
  if (!row) throw new Refusal('not-found');
  if (row.executedAt !== null) throw new Refusal('quote-used');
  if (now >= row.expiresAt || row.replacedAt !== null) throw new Refusal('quote-expired');
  const { price } = await usablePrice(tx, now);
  if (hasMovedInFavour(termsOf(row), price)) {
    throw new Refusal('price-moved', { data: { price: toAmount(price, 'USDT') } });
  }
  await checkDay(tx, row, settings, now);
  // The figures are the row's own; that they are the rate's is checked anew, before any money moves.
  if (receivedFor(termsOf(row), row.given) !== row.received) throw new Error(`quote ${row.id} is not at its rate`);
  const { journalId } = await post(tx, exchangeJournal(row, now));
  return saveExecution(tx, row.id, { executedAt: now, journalId });
}

/** Makes the refusal for a quote that the treasury cannot pay, with what it still can. */
export async function inventoryLow(
  queries: Queries,
  { accountId, quoteId }: { accountId: string; quoteId: string },
): Promise<Refusal> {
  const row = await findQuote(queries, accountId, quoteId);
  if (!row) return new Refusal('not-found');
  return inventoryTooLow(await poolFree(queries, 'treasury', row.toAsset), row.toAsset);
}
