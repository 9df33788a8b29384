/**
 * The guide price of RAB (docs/rules.md §8) and what screens show of the last 24 hours. A job computes both every few seconds and whoever
 * finds them old does; placing an order reads what is there. Where trades would take the price further than it may go, the market
 * halts itself.
 */
import { rateUnits, toAmount, toUnits } from '../../../../contract/money';
import { withTransaction, type Tx } from '../../../db/transaction';
import type { Deps } from '../../call-context';
import { announce } from '../../live/announce';
import type { Settings } from '../../settings/figures';
import { computeDay, fillBuckets, keepDay, keptDay, pairTrades, tryLockDay, type MarketDay } from './day-repo';
import { medianOf, nextGuide, rangeAround, within, WINDOW_MS, type PriceBound, type GuideFigures } from './guide-rules';
import { haltByItself, marketState } from './orders-repo';

/** A market day this young is not computed again for somebody who looks, */
const FRESH_MS = 5_000;
/** nor for an order, unless nobody has computed it for long. */
const USABLE_MS = 60_000;

/** After each computing a pause follows, so many times as long: computing takes a fiftieth of the time at most. */
const REST = 50;
const busyMs = new WeakMap<Deps['db'], number>();

export interface GuidePrice {
  /** USDT's smallest units per RAB. */
  price: bigint;
  source: 'trades' | 'reference';
  /** The last trade, or when the operator stated the price; UTC ms. */
  asOf: number;
}

export type GuideDeps = Pick<Deps, 'db' | 'log'>;

export function guideFigures(settings: Settings): GuideFigures {
  return {
    reach: rateUnits(settings['otc.guideReach']),
    hourly: rateUnits(settings['otc.guideHourly']),
    pairs: settings['otc.guidePairs'],
  };
}

export function referenceOf(settings: Settings): bigint {
  return toUnits(settings['market.rabReference'].price, 'USDT');
}

const REASONS: Record<PriceBound, string> = {
  reach: 'trades are further from the reference price than otc.guideReach',
  hour: 'trades move the guide price by more than otc.guideHourly within an hour',
};

/** Words the reason of a halt for staff; users read it in the app's words. */
function reasonOf(beyond: PriceBound, median: bigint): string {
  return `guide price: ${REASONS[beyond]}; their median is ${toAmount(median, 'USDT')}`;
}

/** @returns why the market has halted itself now, if it has */
async function advance(
  tx: Tx,
  { db }: GuideDeps,
  settings: Settings,
  now: number,
): Promise<{ day: MarketDay; halt: PriceBound | null }> {
  const before = await keptDay(tx);
  await fillBuckets(tx, { from: before?.computedAt ?? null, now });
  const day = await computeDay(tx, now);
  const { haltedBy, guideSince } = await marketState(tx);
  const reference = referenceOf(settings);
  // A market that has halted itself waits for staff with the price that it halted at.
  const { price, moves } = before ?? { price: null, moves: [] };
  if (haltedBy === 'guide') return { day: { ...day, price, reference, moves }, halt: null };
  const trades = await pairTrades(tx, Math.max(now - WINDOW_MS, guideSince ?? 0), now);
  const figures = guideFigures(settings);
  const begun = performance.now();
  const median = medianOf(trades, reference, figures);
  busyMs.set(db, performance.now() - begun);
  // A price from before staff opened the market is none to go on from.
  const from = before && before.computedAt > (guideSince ?? 0) ? before : null;
  const { state, beyond } = nextGuide(from, { median, reference, now }, figures);
  const isHalted = beyond !== null && median !== null && (await haltByItself(tx, reasonOf(beyond, median), now));
  return {
    day: { ...day, ...state, moves: [...state.moves] },
    halt: isHalted ? beyond : null,
  };
}

/**
 * Computes the guide price anew and keeps it; halts the market, and tells staff, where trades are beyond what it may do.
 * @returns null while another one is at it
 */
async function refreshGuide(deps: GuideDeps, settings: Settings, now: number): Promise<MarketDay | null> {
  const { db, log } = deps;
  const done = await withTransaction(db, async (tx) => {
    if (!(await tryLockDay(tx))) return null;
    const result = await advance(tx, deps, settings, now);
    await keepDay(tx, result.day);
    if (result.halt) await announce(tx, [{ to: 'everybody', topics: ['market-rab'] }], now);
    return result;
  });
  if (done?.halt) log.error('otc-rab-halted', { code: done.halt });
  return done && done.day;
}

/** The last 24 hours, at most `maxAgeMs` old, or older where computing them takes long. Not within a transaction: it has one of its own. */
export async function marketDay(
  deps: GuideDeps,
  settings: Settings,
  now: number,
  maxAgeMs = FRESH_MS,
): Promise<MarketDay> {
  const kept = await keptDay(deps.db.db);
  const restMs = Math.min(REST * (busyMs.get(deps.db) ?? 0), USABLE_MS);
  if (kept && kept.computedAt <= now && now - kept.computedAt < Math.max(maxAgeMs, restMs)) return kept;
  const fresh = await refreshGuide(deps, settings, now);
  if (fresh) return fresh;
  // Another process computes the day: its figures are hardly older than ours would be.
  if (kept) return kept;
  return { ...(await computeDay(deps.db.db, now)), price: null, reference: referenceOf(settings), moves: [] };
}

/** Returns the guide price beside the reference price of this moment, which may be younger than the day's figures. */
export function guideOf({ price, lastTradeAt }: MarketDay, settings: Settings): GuidePrice {
  const reference = referenceOf(settings);
  if (price === null || lastTradeAt === null) {
    return { price: reference, source: 'reference', asOf: settings['market.rabReference'].asOf };
  }
  return {
    price: within(price, rangeAround(reference, guideFigures(settings).reach)),
    source: 'trades',
    asOf: lastTradeAt,
  };
}

/** Returns the price that RAB is valued at. Not within a transaction (see `marketDay`). @param now UTC ms */
export async function rabGuidePrice(deps: GuideDeps, settings: Settings, now: number): Promise<GuidePrice> {
  return guideOf(await marketDay(deps, settings, now), settings);
}

/** Returns the price that judges an order: computed for it only if nobody has for a minute. Not within a transaction. */
export async function guideForOrder(deps: GuideDeps, settings: Settings, now: number): Promise<GuidePrice> {
  return guideOf(await marketDay(deps, settings, now, USABLE_MS), settings);
}
