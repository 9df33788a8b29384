/** Market quotes and their candles; the rules are in migrations/0056_quotes.sql. */
import { customType, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { decimalToUnits, unitsToDecimal } from '../../../contract/money';
import { PRICE_DECIMALS } from '../../adapters/quotes/source';
import { timeMsColumn } from './columns';

/** A decimal there, an integer of 10^-10 here. */
const priceColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'quote_price',
  fromDriver: (price) => decimalToUnits(price, PRICE_DECIMALS),
  toDriver: (units) => unitsToDecimal(units, PRICE_DECIMALS),
});

export const productQuotes = pgTable('product_quotes', {
  productId: text('product_id').primaryKey(),
  source: text('source').notNull(),
  price: priceColumn('price').notNull(),
  at: timeMsColumn('at').notNull(),
  since: timeMsColumn('since').notNull(),
  open: priceColumn('open').notNull(),
  high: priceColumn('high').notNull(),
  low: priceColumn('low').notNull(),
  points: jsonb('points').$type<readonly string[]>().notNull(),
  figuredAt: timeMsColumn('figured_at').notNull(),
});

export const productCandles = pgTable(
  'product_candles',
  {
    productId: text('product_id').notNull(),
    source: text('source').notNull(),
    spanS: integer('span_s').notNull(),
    bucket: timeMsColumn('bucket').notNull(),
    open: priceColumn('open').notNull(),
    high: priceColumn('high').notNull(),
    low: priceColumn('low').notNull(),
    close: priceColumn('close').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.source, table.spanS, table.bucket] })],
);
