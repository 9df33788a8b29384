/**
 * Works incomes and fees out from journals, entries and the rows of what people did. Integers only; neither the product's functions nor
 * its own sums (incomes, fees, mining_receipts' shares, dividend_shares) take part.
 */
import type { Database } from '../../../gateway/db/client';

const SCALE = 10n ** 10n;
const DAY_MS = 86_400_000;
const UNIT = 1_000_000n;

/** Figures of docs/rules.md as the test has set them, tenths of a billionth. */
const RATE = {
  insurance: SCALE / 20n,
  promotion: SCALE / 10n,
  management: (SCALE * 3n) / 100n,
  service: SCALE / 10n,
  dividend: (SCALE * 3n) / 10n,
  otc: SCALE / 500n,
  rebate: SCALE / 5n,
};
/** Part that each level's OTC fees are lower by. */
const DISCOUNTS = [0n, 5n, 10n, 15n, 20n, 25n].map((percent) => (SCALE * percent) / 100n);
/** Whoever trades so much in the 30 days before a UTC day gets the rebate on that day. */
const REBATE_FROM = 100n * UNIT;
const RAB_UNIT = 100_000_000n;
const VALID_FROM = 500n * UNIT;

const up = (units: bigint, rate: bigint) => (units * rate + SCALE - 1n) / SCALE;
const down = (units: bigint, rate: bigint) => (units * rate) / SCALE;
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

interface RawUser {
  id: string;
  inviterId: string | null;
}
interface Change {
  orderId: string;
  userId: string;
  kind: string;
  before: bigint;
  after: bigint;
  at: number;
  redeemFeeRate: bigint;
}
interface Order {
  id: string;
  userId: string;
  rate: bigint;
  days: number;
  startsAt: number;
}
interface Machine {
  userId: string;
  hashrate: bigint;
  /** UTC ms; the end is not part of them. */
  from: number;
  to: number;
}
interface Receipts {
  day: number;
  units: bigint;
}
interface Dividend {
  from: number;
  to: number;
  units: bigint;
  claimedBy: string[];
}
interface Trade {
  buyer: string;
  seller: string;
  units: bigint;
  at: number;
}
/** A user's level from a day on. */
interface Level {
  day: number;
  userId: string;
  level: number;
}
interface Entry {
  kind: string;
  userId: string | null;
  account: string;
  units: bigint;
}

interface Rows {
  now: number;
  users: RawUser[];
  orders: Order[];
  changes: Change[];
  machines: Machine[];
  receipts: Receipts[];
  dividends: Dividend[];
  trades: Trade[];
  levels: Level[];
  entries: Entry[];
}

/** UTC ms, which a float holds exactly. */
const ms = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::float8`;
const scaled = (column: string) => `trunc(${column} * 10000000000)::text`;
/** These are integers of any size. */
const UNITS = new Set(['rate', 'before', 'after', 'redeemFeeRate', 'hashrate', 'units']);

/** Each kind of row by its fields. */
const QUERIES = {
  users: `SELECT id::text, inviter_id::text AS "inviterId" FROM users ORDER BY users.id`,
  orders: `SELECT o.id::text, t.user_id::text AS "userId", ${scaled('o.daily_rate')} AS rate, o.days::float8 AS days,
      ${ms('o.starts_at')} AS "startsAt"
    FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id ORDER BY o.id`,
  changes: `SELECT c.order_id::text AS "orderId", t.user_id::text AS "userId", c.kind, c.before::text, c.after::text,
      ${ms('c.created_at')} AS at, ${scaled('o.redeem_fee_rate')} AS "redeemFeeRate"
    FROM custody_changes c JOIN custody_orders o ON o.id = c.order_id
    JOIN trading_accounts t ON t.id = c.account_id ORDER BY c.id`,
  machines: `SELECT t.user_id::text AS "userId", m.hashrate::text, ${ms('m.first_day')} AS "from", ${ms('m.end_day')} AS "to"
    FROM machines m JOIN trading_accounts t ON t.id = m.account_id ORDER BY m.id`,
  receipts: `SELECT ${ms('day')} AS day, receipts::text AS units FROM mining_receipts ORDER BY mining_receipts.day`,
  dividends: `SELECT ${ms('d.first_day')} AS "from", ${ms('d.last_day')} + ${DAY_MS} AS "to", d.amount::text AS units,
      ARRAY(SELECT s.user_id::text FROM dividend_shares s WHERE s.dividend_id = d.id AND s.claimed_at IS NOT NULL) AS "claimedBy"
    FROM dividends d ORDER BY d.id`,
  trades: `SELECT buyer_id::text AS buyer, seller_id::text AS seller, ${ms('at')} AS at,
      trunc(quantity::numeric * price / ${RAB_UNIT})::text AS units
    FROM otc_rab_fills WHERE status = 'settled' ORDER BY id`,
  levels: `SELECT user_id::text AS "userId", after::float8 AS level, ${ms('day')} AS day FROM level_changes ORDER BY id`,
  entries: `SELECT j.kind, t.user_id::text AS "userId", coalesce(a.name, a.kind) AS account, e.amount::text AS units
    FROM entries e JOIN journals j ON j.id = e.journal_id JOIN accounts a ON a.id = e.account_id
    LEFT JOIN trading_accounts t ON t.id = a.owner_account_id WHERE e.asset = 'USDT' ORDER BY e.id`,
} as const satisfies Record<Exclude<keyof Rows, 'now'>, string>;

/** @param now until when interest has come, UTC ms */
export async function readBooks({ pool }: Database, now: number): Promise<RawBooks> {
  const read: Record<string, object[]> = {};
  for (const [kind, text] of Object.entries(QUERIES)) {
    const { rows } = await pool.query<Record<string, unknown>>(text);
    const ofField = ([name, value]: [string, unknown]) => [name, UNITS.has(name) ? BigInt(String(value)) : value];
    read[kind] = rows.map((row) => Object.fromEntries(Object.entries(row).map(ofField)));
  }
  return new RawBooks({ ...(read as unknown as Omit<Rows, 'now'>), now });
}

/** Divides by weights, to the unit: the units that rounding leaves go to the largest remainders, of equal ones to the first. */
function byLargestRemainder(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  const parts = weights.map((weight) => (total * weight) / whole);
  const left = Number(total - sum(parts));
  const order = weights.map((weight, index) => ({ index, rest: (total * weight) % whole }));
  order.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of order.slice(0, left)) parts[index]! += 1n;
  return parts;
}

interface Fee {
  /** Null: the service fee, which nobody pays alone. */
  payer: string | null;
  at: number;
  insurance: bigint;
  promotion: bigint;
  management: bigint;
  /** The payer's own rebate. */
  dynamic: bigint;
  revenue: bigint;
}

export class RawBooks {
  readonly #userOf: ReadonlyMap<string, RawUser>;
  constructor(readonly rows: Rows) {
    this.#userOf = new Map(rows.users.map((user) => [user.id, user]));
  }

  user(id: string): RawUser {
    return this.#userOf.get(id)!;
  }

  /** Whoever is above by invitation; the root user takes no part in fees. */
  #above(id: string): RawUser | null {
    const { inviterId } = this.user(id);
    if (inviterId === null) return null;
    const inviter = this.user(inviterId);
    return inviter.inviterId === null ? null : inviter;
  }

  fees(): Fee[] {
    const redeemed = this.rows.changes.filter(({ kind }) => kind === 'redeemed');
    const split = (payer: string | null, at: number, units: bigint, rebate = 0n): Fee => {
      const first = payer === null ? null : this.#above(payer);
      const second = first && this.#above(first.id);
      const insurance = down(units, RATE.insurance);
      const promotion = first ? down(units, RATE.promotion) : 0n;
      const management = second ? down(units, RATE.management) : 0n;
      const dynamic = down(units, rebate);
      const revenue = units - insurance - promotion - management - dynamic;
      return { payer, at, insurance, promotion, management, dynamic, revenue };
    };
    return [
      ...redeemed.map((one) => split(one.userId, one.at, up(one.before - one.after, one.redeemFeeRate))),
      ...this.rows.receipts.map(({ units }) => split(null, this.rows.now, up(units, RATE.service))),
      ...this.rows.trades.flatMap(({ buyer, seller, units, at }) =>
        [buyer, seller].map((who) => split(who, at, up(units, this.#otcRate(who, at)), this.#rebate(who, at))),
      ),
    ];
  }

  #otcRate(userId: string, at: number): bigint {
    const level = this.rows.levels.filter((one) => one.userId === userId && one.day <= at).at(-1)?.level ?? 0;
    return up(RATE.otc, SCALE - DISCOUNTS[level]!);
  }

  #rebate(userId: string, at: number): bigint {
    const day = at - (at % DAY_MS);
    const before = this.rows.trades.filter((one) => one.at >= day - 30 * DAY_MS && one.at < day);
    const volume = sum(before.filter((one) => [one.buyer, one.seller].includes(userId)).map(({ units }) => units));
    return volume >= REBATE_FROM ? RATE.rebate : 0n;
  }

  /** Each day's interest of an order that has arrived: what is due of the exact sum, less what the days before were due. */
  #interest({ id, rate, days, startsAt }: Order): bigint[] {
    const changes = this.rows.changes.filter(({ orderId }) => orderId === id);
    const ended = changes.find(({ after }) => after === 0n)?.at ?? this.rows.now;
    const complete = Math.min(days, Math.floor((Math.min(ended, this.rows.now) - startsAt) / DAY_MS));
    let [exact, paid] = [0n, 0n];
    return Array.from({ length: complete }, (_, index) => {
      const end = startsAt + (index + 1) * DAY_MS;
      const principal = changes.filter(({ at }) => at < end).at(-1)?.after ?? 0n;
      exact += principal * rate;
      const part = exact / SCALE - paid;
      paid += part;
      return part;
    });
  }

  /** Output of each of a person's machines for each recorded day on which it ran. */
  #mined(userId: string): bigint[] {
    return this.rows.receipts.flatMap(({ day, units }) => {
      const ran = this.rows.machines.filter(({ from, to }) => from <= day && day < to);
      const parts = byLargestRemainder(
        units - up(units, RATE.service),
        ran.map(({ hashrate }) => hashrate),
      );
      return parts.filter((_, index) => ran[index]?.userId === userId);
    });
  }

  /** A person's running orders at the day's worst moment, 0 where that is no valid custody. */
  #lowest(userId: string, from: number): bigint {
    const own = this.rows.changes.filter((one) => one.userId === userId);
    const heldAt = (until: number) => sum(own.filter(({ at }) => at <= until).map((one) => one.after - one.before));
    const moments = [from, ...own.map(({ at }) => at).filter((at) => at > from && at < from + DAY_MS)];
    const held = moments.map(heldAt);
    const lowest = held.reduce((least, one) => (one < least ? one : least));
    return lowest >= VALID_FROM ? lowest : 0n;
  }

  #custodyDays(from: number, to: number): ReadonlyMap<string, bigint> {
    const days = Array.from({ length: (to - from) / DAY_MS }, (_, index) => from + index * DAY_MS);
    return new Map(this.rows.users.map(({ id }) => [id, sum(days.map((day) => this.#lowest(id, day)))]));
  }

  #netFees(from: number, to: number): bigint {
    return sum(
      this.fees()
        .filter(({ at }) => at >= from && at < to)
        .map(({ revenue }) => revenue),
    );
  }

  /** The most that may be declared. */
  declarable(from: number, to: number): bigint {
    return down(this.#netFees(from, to), RATE.dividend);
  }

  /** A person's share of each dividend. */
  shares(userId: string): { units: bigint; dividend: Dividend }[] {
    return this.rows.dividends.flatMap((dividend) => {
      const owners = [...this.#custodyDays(dividend.from, dividend.to)].filter(([, days]) => days > 0n);
      const parts = byLargestRemainder(
        dividend.units,
        owners.map(([, days]) => days),
      );
      return parts.flatMap((units, index) => (owners[index]?.[0] === userId ? [{ units, dividend }] : []));
    });
  }

  /** Every income of a person, by the kind of its journal. */
  incomes(userId: string): Record<string, bigint[]> {
    const fees = this.fees();
    const from = (payer: string | null) => (payer === null ? null : this.#above(payer));
    const first = fees.filter(({ payer }) => from(payer)?.id === userId);
    const second = fees.filter(({ payer }) => from(from(payer)?.id ?? null)?.id === userId);
    const own = fees.filter(({ payer }) => payer === userId);
    const claimed = this.shares(userId).filter(({ dividend }) => dividend.claimedBy.includes(userId));
    const incomes = {
      'custody-interest': this.rows.orders.filter((one) => one.userId === userId).flatMap((one) => this.#interest(one)),
      'machine-output': this.#mined(userId),
      'promotion-fee': first.map(({ promotion }) => promotion),
      'management-fee': second.map(({ management }) => management),
      'fee-rebate': own.map(({ dynamic }) => dynamic),
      dividend: claimed.map(({ units }) => units),
    };
    return Object.fromEntries(Object.entries(incomes).map(([kind, units]) => [kind, units.filter((one) => one > 0n)]));
  }

  /** The same incomes as the ledger's journals have them: what each kind has brought into the person's cash. */
  journalled(userId: string, kind: string): bigint[] {
    return this.rows.entries
      .filter((one) => one.userId === userId && one.account === 'user_cash' && one.kind === kind)
      .map(({ units }) => units);
  }

  cash(userId: string): bigint {
    return sum(
      this.rows.entries.filter((one) => one.userId === userId && one.account === 'user_cash').map(({ units }) => units),
    );
  }

  /** Lists what came into a system account, entry by entry. */
  inflows(name: string): bigint[] {
    return this.rows.entries.filter(({ account, units }) => account === name && units > 0n).map(({ units }) => units);
  }
}
