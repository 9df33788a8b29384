/**
 * Keeps what a source of quotes states: judged, folded into the candles of every length, each price once however many gateways run. Nothing
 * of the ledger, the exchange or the markets reads these rows: a quote never moves money.
 */
import { INTERVAL_MS, MAX_POINTS } from '../../../contract/calls/quotes';
import { unitsToDecimal } from '../../../contract/money';
import type { Topic } from '../../../contract/topics';
import {
  PRICE_DECIMALS,
  type MarketProduct,
  type QuoteSource,
  type StatedPrice,
  type Tick,
} from '../../adapters/quotes/source';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { announce } from '../live/announce';
import { bucketOf, candleOf, fold, POINT_MS, type DayFigures } from './candles';
import { daysOf } from './course';
import {
  deleteCandlesBefore,
  dropCandles,
  foldIntoCandles,
  keptQuotes,
  saveQuotes,
  type CandlePart,
  type KeptQuote,
} from './repo';
import { judge, type QuoteRefusal } from './rules';

const SPANS_MS = Object.values(INTERVAL_MS);
/** The figures of 24 hours are worked out anew once in this time, and charts are told to read candles again. */
const FIGURES_EVERY_MS = 60_000;
/** A market that computes its past goes on in its candles after a break up to this; after a longer one it computes them as well. */
const MAX_BREAK_MS = 120_000;
/** A candle is kept for so many times its length: far more than a chart shows. */
const KEPT_SPANS = 1_000;

/** One good price, and the row that it follows. */
interface Accepted {
  product: MarketProduct;
  tick: Tick;
  /** Null for the first price of its source. */
  before: KeptQuote | null;
  since: number;
  /** The course is computed up to now: candles that are there go. */
  isAnew: boolean;
}

export interface KeepOutcome {
  kept: number;
  /** Counts of what was refused, but for prices that the source has told before. */
  refused: ReadonlyMap<QuoteRefusal, number>;
}

function accept(product: MarketProduct, tick: Tick, before: KeptQuote | null, source: QuoteSource): Accepted {
  const isBroken = before !== null && source.past !== null && tick.at - before.at > MAX_BREAK_MS;
  const isAnew = before === null || isBroken;
  return { product, tick, before, since: isAnew ? tick.at : before.since, isAnew };
}

function partsOf({ product, tick }: Accepted, source: string): CandlePart[] {
  return SPANS_MS.flatMap((spanMs) =>
    fold([candleOf(tick)], spanMs).map((candle) => ({
      ...candle,
      productId: product.id,
      source,
      spanS: spanMs / 1000,
    })),
  );
}

const text = (price: bigint) => unitsToDecimal(price, PRICE_DECIMALS);

/** @param day worked out just now; absent: high and low of before follow the price */
function rowOf({ product, tick, before, since }: Accepted, source: string, day: DayFigures | undefined): KeptQuote {
  const { at, price } = tick;
  const { open, high, low } = day ?? before ?? { open: price, high: price, low: price };
  return {
    productId: product.id,
    source,
    price,
    at,
    since,
    open,
    high: price > high ? price : high,
    low: price < low ? price : low,
    points: day ? day.points.slice(-MAX_POINTS).map(text) : (before?.points ?? [text(price)]),
    figuredAt: day ? at : (before?.figuredAt ?? at),
  };
}

const isDue = ({ tick, before, isAnew }: Accepted) =>
  isAnew || before === null || bucketOf(before.figuredAt, FIGURES_EVERY_MS) !== bucketOf(tick.at, FIGURES_EVERY_MS);

const hasNewPoint = ({ tick, before, isAnew }: Accepted) =>
  isAnew || before === null || bucketOf(before.figuredAt, POINT_MS) !== bucketOf(tick.at, POINT_MS);

function judged(source: QuoteSource, stated: readonly StatedPrice[], rows: readonly KeptQuote[], now: number) {
  const bySymbol = new Map(source.products.map((product) => [product.symbol, product]));
  const accepted = new Map<string, Accepted>();
  const refused = new Map<QuoteRefusal, number>();
  for (const one of stated) {
    const product = bySymbol.get(one.symbol);
    // A source may have more products than are shown.
    if (!product) continue;
    const before = rows.find(({ productId, source: name }) => productId === product.id && name === source.name) ?? null;
    const last = accepted.get(product.id)?.tick ?? before;
    const tick = judge(one, product, last, now);
    if (typeof tick !== 'string') accepted.set(product.id, accept(product, tick, before, source));
    else if (tick !== 'not-newer') refused.set(tick, (refused.get(tick) ?? 0) + 1);
  }
  return { accepted: [...accepted.values()], refused };
}

/** Call it under the lock of the job. @param now UTC ms */
export async function keepStated(
  tx: Tx,
  source: QuoteSource,
  stated: readonly StatedPrice[],
  now: number,
): Promise<KeepOutcome> {
  const { accepted, refused } = judged(source, stated, await keptQuotes(tx), now);
  if (accepted.length === 0) return { kept: 0, refused };
  const anew = accepted.filter(({ isAnew }) => isAnew);
  await dropCandles(
    tx,
    source.name,
    anew.map(({ product }) => product.id),
  );
  await foldIntoCandles(
    tx,
    accepted.flatMap((one) => partsOf(one, source.name)),
  );
  const due = accepted.filter(isDue);
  const since = new Map(due.map((one) => [one.product, one.since]));
  const days = due.length === 0 ? new Map<string, DayFigures>() : await daysOf(tx, source, since, now);
  await saveQuotes(
    tx,
    accepted.map((one) => rowOf(one, source.name, days.get(one.product.id))),
  );
  if (due.length > 0) {
    // Lists stand on everybody's Home, so they read again only when their lines have a point more; charts are few.
    const topics: Topic[] = due.some(hasNewPoint) ? ['quotes', 'candles'] : ['candles'];
    await announce(tx, [{ to: 'everybody', topics }], now);
  }
  return { kept: accepted.length, refused };
}

/** Deletes candles that no chart reaches. Call it about once an hour. */
export async function purgeCandles(queries: Queries, now: number): Promise<void> {
  for (const spanMs of SPANS_MS) await deleteCandlesBefore(queries, spanMs / 1000, now - KEPT_SPANS * spanMs);
}
