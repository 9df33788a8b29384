/**
 * The guide price by the rules (docs/rules.md §8), pure and exact.
 *
 * [Note: Weights in the guide price] Each five minutes with trades weigh the same, shared among the pairs of users who traded in them by
 * volume: a price has to hold for long, a burst of volume buys nothing. A pair's weight is half of one user's and half of the
 * other's. What a user weighs beyond a tenth of the whole is taken from all of their trades alike and counts as the reference price. So five
 * pairs of ten people who trade alike weigh all of it, and one who trades with everybody weighs a tenth, whatever they trade.
 */
import { ASSETS, mulDivDown, mulDivUp, RATE_SCALE } from '../../../../contract/money';

const RAB_UNIT = 10n ** BigInt(ASSETS.RAB.decimals);

export const BUCKET_MS = 300_000;
export const WINDOW_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** One user's largest share of the whole weight; counted in pairs, of which half is a user's. */
const USER_SHARE = { of: 10n, perPair: 2n };
/** The weight of one bucket: fine enough for any share of its volume. */
const BUCKET_WEIGHT = 10n ** 12n;

/** The trades of two users within one bucket. */
export interface PairTrades {
  /** The bucket's beginning, UTC ms. */
  bucket: number;
  users: readonly [string, string];
  /** They are not independent of each other: it counts for nothing. */
  isLinked: boolean;
  /** Lowest and highest price, USDT's smallest units per RAB. */
  low: bigint;
  high: bigint;
  /** RAB and USDT, smallest units. */
  quantity: bigint;
  amount: bigint;
}

export interface GuideFigures {
  /** Fractions scaled by RATE_SCALE: how far from the reference price, and how much within an hour. */
  reach: bigint;
  hourly: bigint;
  /** Unlinked pairs that it takes. */
  pairs: number;
}

export interface Range {
  low: bigint;
  high: bigint;
}

/** Within `part` of a price, both ends included. */
export function rangeAround(price: bigint, part: bigint): Range {
  return {
    low: mulDivUp(price, RATE_SCALE - part, RATE_SCALE),
    high: mulDivDown(price, RATE_SCALE + part, RATE_SCALE),
  };
}

export function within(price: bigint, { low, high }: Range): bigint {
  return price < low ? low : price > high ? high : price;
}

interface WeightedPrice {
  price: bigint;
  weight: bigint;
}

/** Returns the volume-weighted price; rounding never takes it out of the range of the trades. */
function priceOf({ quantity, amount, low, high }: PairTrades): bigint {
  return within(mulDivDown(amount, RAB_UNIT, quantity), { low, high });
}

const sumBy = <T>(all: readonly T[], of: (one: T) => bigint) => all.reduce((sum, one) => sum + of(one), 0n);

/** Each pair's weight in its bucket. */
function weigh(trades: readonly PairTrades[]): { trade: PairTrades; weight: bigint }[] {
  const volumes = new Map<number, bigint>();
  for (const { bucket, quantity } of trades) volumes.set(bucket, (volumes.get(bucket) ?? 0n) + quantity);
  return trades.map((trade) => ({
    trade,
    weight: (BUCKET_WEIGHT * trade.quantity) / (volumes.get(trade.bucket) ?? 1n),
  }));
}

/** Returns each user's weight: both users of a pair get all of its weight. */
function weightsOfUsers(weighed: readonly { trade: PairTrades; weight: bigint }[]): Map<string, bigint> {
  const weights = new Map<string, bigint>();
  for (const { trade, weight } of weighed)
    for (const user of trade.users) weights.set(user, (weights.get(user) ?? 0n) + weight);
  return weights;
}

/** The trades at their prices, without what any user weighs too much; the rest is at the reference price. */
export function weighedPrices(trades: readonly PairTrades[], reference: bigint): WeightedPrice[] {
  const weighed = weigh(trades);
  const total = sumBy(weighed, ({ weight }) => weight);
  const most = (total * USER_SHARE.perPair) / USER_SHARE.of;
  const ofUsers = weightsOfUsers(weighed);
  const prices = weighed.map(({ trade, weight }): WeightedPrice => {
    const [one, other] = trade.users.map((user) => ofUsers.get(user) ?? 0n) as [bigint, bigint];
    const heavier = one > other ? one : other;
    return { price: priceOf(trade), weight: heavier > most ? (weight * most) / heavier : weight };
  });
  return [...prices, { price: reference, weight: total - sumBy(prices, ({ weight }) => weight) }];
}

/** The price at which half of the weight is reached. */
function halfWay(sorted: readonly WeightedPrice[]): bigint {
  const total = sumBy(sorted, ({ weight }) => weight);
  let passed = 0n;
  for (const { price, weight } of sorted) {
    passed += weight;
    if (passed * 2n >= total) return price;
  }
  throw new Error('a median of nothing');
}

/** The median: where going up and going down do not meet, what of the two and between is nearest to the reference price. */
function middleOf(prices: readonly WeightedPrice[], reference: bigint): bigint {
  const rising = prices.toSorted((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0));
  return within(reference, { low: halfWay(rising), high: halfWay(rising.toReversed()) });
}

/** @returns null when too few unlinked pairs traded for a price of theirs */
export function medianOf(all: readonly PairTrades[], reference: bigint, { pairs }: GuideFigures): bigint | null {
  const trades = all.filter(({ isLinked }) => !isLinked);
  if (new Set(trades.map(({ users }) => users.toSorted().join(' '))).size < pairs) return null;
  return trades.length === 0 ? null : middleOf(weighedPrices(trades, reference), reference);
}

/** The range of the guide price in the five minutes from `at` on. */
export interface Move extends Range {
  at: number;
}

export interface GuideState {
  /** The price that trades give; null: the reference price is the guide. */
  price: bigint | null;
  /** The reference price beside which `price` was found. */
  reference: bigint;
  /** The moves of the last hour, oldest first. */
  moves: readonly Move[];
}

const bucketOf = (ms: number) => ms - (ms % BUCKET_MS);

/** Returns the guide price's moves of the last hour. Beside another reference price they begin anew, within reach of it. */
function movesBefore(before: GuideState | null, reference: bigint, reach: Range, now: number): readonly Move[] {
  const still = (price: bigint): Move[] => [{ at: bucketOf(now), low: price, high: price }];
  if (before === null || before.price === null) return still(reference);
  if (before.reference !== reference) return still(within(before.price, reach));
  const recent = before.moves.filter(({ at }) => at + BUCKET_MS > now - HOUR_MS);
  return recent.length > 0 ? recent : still(before.price);
}

function hourlyRange(moves: readonly Move[], part: bigint): Range {
  const highest = moves.reduce((most, { high }) => (high > most ? high : most), 0n);
  const lowest = moves.reduce((least, { low }) => (low < least ? low : least), highest);
  return { low: rangeAround(highest, part).low, high: rangeAround(lowest, part).high };
}

function withMove(moves: readonly Move[], price: bigint, now: number): Move[] {
  const at = bucketOf(now);
  const last = moves.at(-1);
  if (last?.at !== at) return [...moves, { at, low: price, high: price }];
  return [
    ...moves.slice(0, -1),
    { at, low: price < last.low ? price : last.low, high: price > last.high ? price : last.high },
  ];
}

/** The bound that trades would have taken the guide price past: too far from the reference price, or too far within an hour. */
export type PriceBound = 'reach' | 'hour';

/**
 * The guide price now. It goes as far as it may; where trades are further than that, `beyond` says what kept it.
 * @param median of the trades, null when they make no price
 */
export function nextGuide(
  before: GuideState | null,
  { median, reference, now }: { median: bigint | null; reference: bigint; now: number },
  { reach: reachPart, hourly: hourlyPart }: GuideFigures,
): { state: GuideState; beyond: PriceBound | null } {
  if (median === null) return { state: { price: null, reference, moves: [] }, beyond: null };
  const reach = rangeAround(reference, reachPart);
  const moves = movesBefore(before, reference, reach, now);
  const hourly = hourlyRange(moves, hourlyPart);
  const price = within(within(median, hourly), reach);
  const beyond = within(median, reach) !== median ? 'reach' : price !== median ? 'hour' : null;
  return { state: { price, reference, moves: withMove(moves, price, now) }, beyond };
}

/** The prices that an order may have: within the band of the guide price, and within reach of the reference price. */
export function allowedPrices(guide: bigint, band: bigint, reference: bigint, reach: bigint): Range {
  const [near, far] = [rangeAround(guide, band), rangeAround(reference, reach)];
  return { low: near.low > far.low ? near.low : far.low, high: near.high < far.high ? near.high : far.high };
}
