/**
 * Works out the figures of the screens from journals, entries and the rows of what people did. Integers only; neither the product's
 * functions nor its own sums (incomes, team_figures, fees, mining_receipts' shares, dividend_shares) take part.
 */
import pg from 'pg';

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
/** Own valid custody and small zone of V0 to V5. */
const LEVELS = [
  [0n, 0n],
  [500n, 0n],
  [2_000n, 5_000n],
  [10_000n, 50_000n],
  [30_000n, 200_000n],
  [100_000n, 1_000_000n],
].map(([custody = 0n, zone = 0n]) => ({ custody: custody * UNIT, zone: zone * UNIT }));

const up = (units: bigint, rate: bigint) => (units * rate + SCALE - 1n) / SCALE;
const down = (units: bigint, rate: bigint) => (units * rate) / SCALE;
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

/** An amount as screens say it: exact, without needless zeros. */
export function said(units: bigint): string {
  const [whole, fraction] = [
    units / UNIT,
    String(units % UNIT)
      .padStart(6, '0')
      .replace(/0+$/, ''),
  ];
  return `${whole}${fraction === '' ? '' : `.${fraction}`} USDT`;
}
/** One that came in. */
export const came = (units: bigint) => `${units > 0n ? '+' : ''}${said(units)}`;

export interface RawUser {
  id: string;
  inviterId: string | null;
  accountId: string;
  code: string;
  nickname: string;
  email: string | null;
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
  id: bigint;
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
  at: number;
  userId: string | null;
  account: string;
  units: bigint;
}

export interface Rows {
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

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
const scaled = (column: string) => `trunc(${column} * 10000000000)::text`;

/** Reads everything at one moment. */
export async function readRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const read = async (text: string) => (await client.query<Record<string, string>>(text)).rows;
    const users =
      await read(`SELECT u.id::text, u.inviter_id::text AS inviter, t.id::text AS account, u.invitation_code AS code, u.nickname, u.email
      FROM users u LEFT JOIN trading_accounts t ON t.user_id = u.id ORDER BY u.id`);
    const orders =
      await read(`SELECT o.id::text, t.user_id::text AS who, ${scaled('o.daily_rate')} AS rate, o.days::text, ${ms('o.starts_at')} AS start
      FROM custody_orders o JOIN trading_accounts t ON t.id = o.account_id ORDER BY o.id`);
    const changes =
      await read(`SELECT c.order_id::text AS id, t.user_id::text AS who, c.kind, c.before::text, c.after::text, ${ms('c.created_at')} AS at,
             ${scaled('o.redeem_fee_rate')} AS rate
      FROM custody_changes c JOIN custody_orders o ON o.id = c.order_id JOIN trading_accounts t ON t.id = c.account_id ORDER BY c.id`);
    const machines =
      await read(`SELECT m.id::text, t.user_id::text AS who, m.hashrate::text, ${ms('m.first_day')} AS start, ${ms('m.end_day')} AS stop
      FROM machines m JOIN trading_accounts t ON t.id = m.account_id ORDER BY m.id`);
    const receipts = await read(`SELECT ${ms('day')} AS day, receipts::text FROM mining_receipts ORDER BY day`);
    const dividends = await read(`SELECT ${ms('d.first_day')} AS start, ${ms('d.last_day')} AS stop, d.amount::text,
             (SELECT coalesce(string_agg(s.user_id::text, ','), '') FROM dividend_shares s WHERE s.dividend_id = d.id AND s.claimed_at IS NOT NULL) AS claimed
      FROM dividends d ORDER BY d.id`);
    const trades =
      await read(`SELECT buyer_id::text AS buyer, seller_id::text AS seller, quantity::text, price::text, ${ms('at')} AS at
      FROM otc_rab_fills WHERE status = 'settled' ORDER BY id`);
    const levels = await read(
      `SELECT user_id::text AS who, after::text, ${ms('day')} AS day FROM level_changes ORDER BY id`,
    );
    const entries =
      await read(`SELECT j.kind, ${ms('j.created_at')} AS at, t.user_id::text AS who, coalesce(a.name, a.kind) AS account, e.amount::text
      FROM entries e JOIN journals j ON j.id = e.journal_id JOIN accounts a ON a.id = e.account_id
      LEFT JOIN trading_accounts t ON t.id = a.owner_account_id WHERE e.asset = 'USDT' ORDER BY e.id`);
    return {
      now: Date.now(),
      users: users.map((row) => ({
        id: row['id']!,
        inviterId: row['inviter'] ?? null,
        accountId: row['account'] ?? '',
        code: row['code']!,
        nickname: row['nickname']!,
        email: row['email'] ?? null,
      })),
      orders: orders.map((row) => ({
        id: row['id']!,
        userId: row['who']!,
        rate: BigInt(row['rate']!),
        days: Number(row['days']),
        startsAt: Number(row['start']),
      })),
      changes: changes.map((row) => ({
        orderId: row['id']!,
        userId: row['who']!,
        kind: row['kind']!,
        before: BigInt(row['before']!),
        after: BigInt(row['after']!),
        at: Number(row['at']),
        redeemFeeRate: BigInt(row['rate']!),
      })),
      machines: machines.map((row) => ({
        id: BigInt(row['id']!),
        userId: row['who']!,
        hashrate: BigInt(row['hashrate']!),
        from: Number(row['start']),
        to: Number(row['stop']),
      })),
      receipts: receipts.map((row) => ({ day: Number(row['day']), units: BigInt(row['receipts']!) })),
      dividends: dividends.map((row) => ({
        from: Number(row['start']),
        to: Number(row['stop']) + DAY_MS,
        units: BigInt(row['amount']!),
        claimedBy: row['claimed']!.split(',').filter((id) => id !== ''),
      })),
      trades: trades.map((row) => ({
        buyer: row['buyer']!,
        seller: row['seller']!,
        units: (BigInt(row['quantity']!) * BigInt(row['price']!)) / RAB_UNIT,
        at: Number(row['at']),
      })),
      levels: levels.map((row) => ({ userId: row['who']!, level: Number(row['after']), day: Number(row['day']) })),
      entries: entries.map((row) => ({
        kind: row['kind']!,
        at: Number(row['at']),
        userId: row['who'] ?? null,
        account: row['account']!,
        units: BigInt(row['amount']!),
      })),
    };
  } finally {
    await client.end();
  }
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

/** Everything that screens say of one database. */
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

  /** Output of a person's machines for each recorded day on which they ran. */
  mined(userId: string): { day: number; machine: bigint; units: bigint }[] {
    return this.rows.receipts.flatMap(({ day, units }) => {
      const ran = this.rows.machines.filter(({ from, to }) => from <= day && day < to);
      const parts = byLargestRemainder(
        units - up(units, RATE.service),
        ran.map(({ hashrate }) => hashrate),
      );
      return ran.flatMap((one, index) =>
        one.userId === userId ? [{ day, machine: one.id, units: parts[index]! }] : [],
      );
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

  custodyDays(from: number, to: number): ReadonlyMap<string, bigint> {
    const days = Array.from({ length: (to - from) / DAY_MS }, (_, index) => from + index * DAY_MS);
    return new Map(this.rows.users.map(({ id }) => [id, sum(days.map((day) => this.#lowest(id, day)))]));
  }

  netFees(from: number, to: number): bigint {
    return sum(
      this.fees()
        .filter(({ at }) => at >= from && at < to)
        .map(({ revenue }) => revenue),
    );
  }

  /** The most that may be declared. */
  declarable(from: number, to: number): bigint {
    return down(this.netFees(from, to), RATE.dividend);
  }

  /** A person's share of each dividend. */
  shares(userId: string): { units: bigint; days: bigint; allDays: bigint; dividend: Dividend }[] {
    return this.rows.dividends.flatMap((dividend) => {
      const owners = [...this.custodyDays(dividend.from, dividend.to)].filter(([, days]) => days > 0n);
      const weights = owners.map(([, days]) => days);
      const index = owners.findIndex(([id]) => id === userId);
      if (index === -1) return [];
      const units = byLargestRemainder(dividend.units, weights)[index]!;
      return [{ units, days: weights[index]!, allDays: sum(weights), dividend }];
    });
  }

  /** Every income of a person by what screens call it. */
  incomes(userId: string): { name: string; type: string; kind: string; units: bigint }[] {
    const of = (name: string, type: string, kind: string, all: readonly bigint[]) =>
      all.filter((units) => units > 0n).map((units) => ({ name, type, kind, units }));
    const fees = this.fees();
    const from = (payer: string | null) => (payer === null ? null : this.#above(payer));
    const first = fees.filter(({ payer }) => from(payer)?.id === userId);
    const second = fees.filter(({ payer }) => from(from(payer)?.id ?? null)?.id === userId);
    const interest = this.rows.orders.filter((one) => one.userId === userId).flatMap((one) => this.#interest(one));
    const claimed = this.shares(userId).filter(({ dividend }) => dividend.claimedBy.includes(userId));
    return [
      ...of('Custody interest', 'Static income', 'custody-interest', interest),
      ...of(
        'Machine output',
        'Static income',
        'machine-output',
        this.mined(userId).map(({ units }) => units),
      ),
      ...of(
        'Fee of generation 1',
        'Promotion',
        'promotion-fee',
        first.map(({ promotion }) => promotion),
      ),
      ...of(
        'Fee of generation 2',
        'Management',
        'management-fee',
        second.map(({ management }) => management),
      ),
      ...of(
        'Fee rebate',
        'Dynamic income',
        'fee-rebate',
        fees.filter(({ payer }) => payer === userId).map(({ dynamic }) => dynamic),
      ),
      ...of(
        'AI dividend',
        'Dividend',
        'dividend',
        claimed.map(({ units }) => units),
      ),
    ];
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

  /** Inflows and outflows of a system account, entry by entry, and its inflows by UTC day, the newest first. */
  system(name: string): { came: bigint[]; cameByDay: bigint[]; left: bigint[]; balance: bigint } {
    const all = this.rows.entries.filter(({ account }) => account === name);
    const units = all.map((one) => one.units);
    const days = new Map<number, bigint>();
    for (const one of all.filter((entry) => entry.units > 0n)) {
      const day = Math.floor(one.at / DAY_MS);
      days.set(day, (days.get(day) ?? 0n) + one.units);
    }
    return {
      came: units.filter((one) => one > 0n),
      cameByDay: [...days].sort(([a], [b]) => b - a).map(([, total]) => total),
      left: units.filter((one) => one < 0n),
      balance: sum(units),
    };
  }

  validCustody(userId: string): bigint {
    const own = this.rows.changes.filter((one) => one.userId === userId);
    const held = sum(own.map((one) => one.after - one.before));
    return held >= VALID_FROM ? held : 0n;
  }

  /** Sums what the members' orders of the seven latest days still hold, of everybody below who is in valid custody. */
  newCustody(userId: string): bigint {
    const from = this.rows.now - (this.rows.now % DAY_MS) - 6 * DAY_MS;
    const running = (owner: string) =>
      this.rows.orders
        .filter((one) => one.userId === owner && one.startsAt >= from)
        .map(({ id }) => this.rows.changes.filter(({ orderId }) => orderId === id).at(-1)?.after ?? 0n);
    const below = this.#below(userId).filter(({ id }) => this.validCustody(id) > 0n);
    return sum(below.flatMap(({ id }) => running(id)));
  }

  #invited(userId: string): RawUser[] {
    return this.rows.users.filter(({ inviterId }) => inviterId === userId);
  }

  /** Everybody below, walked down the tree. */
  #below(userId: string): RawUser[] {
    return this.#invited(userId).flatMap((one) => [one, ...this.#below(one.id)]);
  }

  team(userId: string) {
    const group = (members: readonly RawUser[]) => {
      const custody = members.map(({ id }) => this.validCustody(id));
      return { members: members.length, valid: custody.filter((one) => one > 0n).length, custody: sum(custody) };
    };
    const [first, all] = [this.#invited(userId), this.#below(userId)];
    const second = first.flatMap(({ id }) => this.#invited(id));
    const lines = first.map((one) => group([one, ...this.#below(one.id)]).custody);
    const largest = lines.reduce((most, one) => (one > most ? one : most), 0n);
    return {
      first: group(first),
      second: group(second),
      all: group(all),
      largest,
      smallZone: group(all).custody - largest,
      members: [...first.map((user) => ({ user, generation: 1 })), ...second.map((user) => ({ user, generation: 2 }))],
    };
  }

  /** The level that the figures of now give. */
  level(userId: string): number {
    const [custody, { smallZone }] = [this.validCustody(userId), this.team(userId)];
    return LEVELS.findLastIndex((one) => custody >= one.custody && smallZone >= one.zone);
  }

  /** Conditions of a level. */
  conditions(level: number): { custody: bigint; zone: bigint } {
    return LEVELS[level]!;
  }
}
