/**
 * The guide price, and quotes with their outcomes; the rules are in migrations/0013_exchange.sql and 0030_exchange_limits.sql.
 */
import { boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { PRICE_SOURCES } from '../../../contract/calls/wallet';
import type { AssetCode } from '../../../contract/money';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

type PriceSource = (typeof PRICE_SOURCES)[number];

export const guidePrices = pgTable('guide_prices', {
  pair: text('pair').$type<'RAB/USDT'>().primaryKey(),
  /** USDT's smallest units per RAB. */
  price: unitsColumn('price').notNull(),
  source: text('source').$type<PriceSource>().notNull(),
  asOf: timeMsColumn('as_of').notNull(),
});

export const exchangeQuotes = pgTable('exchange_quotes', {
  id: identityColumn('id'),
  accountId: idColumn('account_id').notNull(),
  userId: idColumn('user_id').notNull(),
  fromAsset: text('from_asset').$type<AssetCode>().notNull(),
  toAsset: text('to_asset').$type<AssetCode>().notNull(),
  given: unitsColumn('given').notNull(),
  received: unitsColumn('received').notNull(),
  price: unitsColumn('price').notNull(),
  priceSource: text('price_source').$type<PriceSource>().notNull(),
  priceAsOf: timeMsColumn('price_as_of').notNull(),
  spread: numeric('spread', { precision: 14, scale: 10 }).notNull(),
  quotedAt: timeMsColumn('quoted_at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  executedAt: timeMsColumn('executed_at'),
  journalId: idColumn('journal_id'),
  replacedAt: timeMsColumn('replaced_at'),
});

export const statedPrices = pgTable('stated_prices', {
  id: identityColumn('id'),
  price: unitsColumn('price').notNull(),
  isConfirmed: boolean('is_confirmed').notNull(),
  at: timeMsColumn('at').notNull(),
});
