/**
 * A RAB market in memory, written down from docs/rules.md §8 and from nothing of the gateway's: every figure of an order follows from the
 * list of its fills, and balances move when fills do. Smallest units everywhere.
 */

export type Code =
  | 'price-out-of-band'
  | 'amount-too-small'
  | 'own-order'
  | 'lot-taken'
  | 'fill-too-small'
  | 'insufficient-funds'
  | 'order-closed'
  | 'stale-version';

interface Fill {
  buy: Order;
  sell: Order;
  quantity: bigint;
  amount: bigint;
  state: 'settled' | 'awaiting' | 'missed';
  /** This fill's part of the buyer's deposit. */
  deposit: bigint;
}

export interface Order {
  index: number;
  account: number;
  side: 'buy' | 'sell';
  price: bigint;
  quantity: bigint;
  canSplit: boolean;
  /** In tenths. */
  deposit: bigint;
  expiresAt: number;
  left: bigint;
  fills: Fill[];
  /** Fee and USDT that were paid before it waited, and what was held for the rest. */
  before: bigint;
  hold: bigint;
  dueAt: number | null;
  gone: 'cancelled' | 'expired' | null;
  version: number;
}

export interface Intent {
  account: number;
  side: 'buy' | 'sell';
  price: bigint;
  quantity: bigint;
  canSplit: boolean;
  mode: 'rest' | 'now';
}

const UNIT = 100_000_000n;
const DAY_MS = 86_400_000;
const REST_MS = 1_800_000;
const up = (a: bigint, b: bigint) => (a + b - 1n) / b;
const worth = (quantity: bigint, price: bigint) => (quantity * price) / UNIT;
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
/** 0.2 % */
const feeOn = (amount: bigint) => up(amount * 2n, 1000n);

const amountIn = ({ fills }: Order, state: Fill['state']) =>
  sum(fills.filter((one) => one.state === state).map(({ amount }) => amount));
const rabIn = ({ fills }: Order, state: Fill['state']) =>
  sum(fills.filter((one) => one.state === state).map(({ quantity }) => quantity));

export const settledOf = (order: Order) => rabIn(order, 'settled');
export const filledOf = (order: Order) => settledOf(order) + rabIn(order, 'awaiting');
export const feeOf = (order: Order) => feeOn(amountIn(order, 'settled'));

export function heldOf(order: Order): bigint {
  if (order.left === 0n || order.side === 'sell') return order.left;
  return order.hold - (amountIn(order, 'settled') + feeOf(order) - order.before);
}

export function statusOf(order: Order): string {
  if (order.left > 0n) return 'pending-match';
  if (rabIn(order, 'awaiting') > 0n) return 'match-ended';
  return settledOf(order) > 0n ? 'completed' : 'cancelled';
}

export function endedBy(order: Order): string | null {
  if (statusOf(order) === 'pending-match' || statusOf(order) === 'match-ended') return null;
  return order.gone ?? (settledOf(order) > 0n ? 'filled' : 'rest-not-posted');
}

export class ReferenceMarket {
  orders: Order[] = [];
  fees = 0n;
  insured = 0n;
  /** In tenths, for buyers from now on. */
  deposit = 10n;

  /** @param owners whose each account is @param usdt and rab what each account has, held or not */
  constructor(
    public now: number,
    readonly owners: readonly number[],
    readonly usdt: bigint[],
    readonly rab: bigint[],
  ) {}

  private pay(asset: 'usdt' | 'rab', account: number, amount: bigint): void {
    this[asset][account] = (this[asset][account] ?? 0n) + amount;
  }

  available(account: number, asset: 'usdt' | 'rab'): bigint {
    const side = asset === 'usdt' ? 'buy' : 'sell';
    const held = this.orders.filter((one) => one.account === account && one.side === side).map(heldOf);
    return (this[asset][account] ?? 0n) - sum(held);
  }

  /** Lists the lots that the order would take, and tells if it ends at a lot that takes more than it has left. */
  private matches(intent: Intent, ownToo: boolean): { taken: { lot: Order; quantity: bigint }[]; isTooSmall: boolean } {
    const { side, price, quantity, account } = intent;
    const sign = side === 'buy' ? 1n : -1n;
    const lots = this.orders
      .filter((lot) => lot.side !== side && lot.left > 0n && lot.expiresAt > this.now)
      .filter((lot) => (price - lot.price) * sign >= 0n)
      .filter((lot) => ownToo || this.owners[lot.account] !== this.owners[account])
      .sort((a, b) => Number((a.price - b.price) * sign) || a.index - b.index);
    const taken: { lot: Order; quantity: bigint }[] = [];
    let open = quantity;
    for (const lot of lots) {
      if (open === 0n) break;
      const possible = open < lot.left ? open : lot.left;
      if (possible < lot.left && (!lot.canSplit || possible * 10n < lot.quantity)) return { taken, isTooSmall: true };
      taken.push({ lot, quantity: possible });
      open -= possible;
    }
    return { taken, isTooSmall: false };
  }

  private trade(buy: Order, sell: Order, quantity: bigint, price: bigint): void {
    const fill: Fill = { buy, sell, quantity, amount: worth(quantity, price), state: 'awaiting', deposit: 0n };
    const depositBefore = this.depositOf(buy);
    this.pay('rab', sell.account, -quantity);
    buy.left -= quantity;
    sell.left -= quantity;
    if (buy.deposit === 10n) {
      this.settle(fill);
      return;
    }
    buy.fills.push(fill);
    sell.fills.push(fill);
    fill.deposit = this.depositOf(buy) - depositBefore;
    this.pay('usdt', buy.account, -fill.deposit);
  }

  private depositOf(buy: Order): bigint {
    const amount = amountIn(buy, 'awaiting');
    return up((amount + feeOn(amount)) * buy.deposit, 10n);
  }

  /** All that the fill costs and brings; a buyer's fee is counted on everything that the order has matched. */
  private settle(fill: Fill): void {
    const { buy, sell, quantity, amount } = fill;
    const isNew = !buy.fills.includes(fill);
    const feesBefore = [feeOf(buy), feeOf(sell)] as const;
    if (isNew) for (const order of [buy, sell]) order.fills.push(fill);
    fill.state = 'settled';
    const [buyerFee, sellerFee] = [feeOf(buy) - feesBefore[0], feeOf(sell) - feesBefore[1]];
    this.pay('rab', buy.account, quantity);
    this.pay('usdt', buy.account, fill.deposit - amount - buyerFee);
    this.pay('usdt', sell.account, amount - sellerFee);
    this.fees += buyerFee + sellerFee;
  }

  place(intent: Intent): Code | Order {
    const { side, price, quantity, account, mode } = intent;
    if (price > 137_500n || price < 112_500n) return 'price-out-of-band';
    if (worth(quantity, price) < 1_000_000n) return 'amount-too-small';
    const { taken, isTooSmall } = this.matches(intent, false);
    if (isTooSmall) return 'fill-too-small';
    const isWhole = (all: { quantity: bigint }[]) => sum(all.map((one) => one.quantity)) === quantity;
    if (mode === 'now' && !isWhole(taken)) return isWhole(this.matches(intent, true).taken) ? 'own-order' : 'lot-taken';
    if (!intent.canSplit && taken.length > 0 && !isWhole(taken)) return 'lot-taken';
    const order: Order = {
      ...{ account, side, price, quantity, canSplit: intent.canSplit, index: this.orders.length },
      ...{
        expiresAt: this.now + DAY_MS,
        left: quantity,
        fills: [],
        before: 0n,
        hold: 0n,
        dueAt: null,
        gone: null,
        version: 1,
      },
      deposit: side === 'buy' ? this.deposit : 10n,
    };
    const needs = this.needs(order, taken);
    if (needs > this.available(account, side === 'buy' ? 'usdt' : 'rab')) return 'insufficient-funds';
    for (const { lot, quantity: part } of taken) {
      this.trade(side === 'buy' ? order : lot, side === 'buy' ? lot : order, part, lot.price);
      lot.version += 1;
      this.afterFill(lot);
    }
    this.afterFill(order);
    order.before = amountIn(order, 'settled') + feeOf(order);
    order.hold = this.restHold(order, order.left, amountIn(order, 'settled'));
    this.orders.push(order);
    return order;
  }

  private afterFill(order: Order): void {
    if (worth(order.left, order.price) === 0n) order.left = 0n;
    if (order.side === 'buy' && rabIn(order, 'awaiting') > 0n) {
      order.left = 0n;
      order.dueAt = this.now + REST_MS;
    }
  }

  private restHold({ side, price, deposit }: Order, left: bigint, bought: bigint): bigint {
    if (side === 'sell') return left;
    const amount = worth(left, price);
    return up((amount + feeOn(bought + amount) - feeOn(bought)) * deposit, 10n);
  }

  private needs(order: Order, taken: readonly { lot: Order; quantity: bigint }[]): bigint {
    const parts = sum(taken.map(({ quantity }) => quantity));
    if (order.side === 'sell') {
      const rest = order.quantity - parts;
      return parts + (worth(rest, order.price) === 0n ? 0n : rest);
    }
    const amount = sum(taken.map(({ lot, quantity }) => worth(quantity, lot.price)));
    if (order.deposit < 10n && parts > 0n) return up((amount + feeOn(amount)) * order.deposit, 10n);
    return amount + feeOn(amount) + this.restHold(order, order.quantity - parts, amount);
  }

  cancel(order: Order, version: number): Code | Order {
    if (version !== order.version) return 'stale-version';
    if (order.left === 0n) return 'order-closed';
    this.takeOff(order, 'cancelled');
    return order;
  }

  private takeOff(order: Order, how: 'cancelled' | 'expired'): void {
    order.left = 0n;
    order.gone = how;
    order.version += 1;
  }

  postRest(order: Order, version: number): Code | Order {
    if (version !== order.version) return 'stale-version';
    if (order.dueAt === null || order.dueAt <= this.now) return 'order-closed';
    const awaiting = order.fills.filter(({ state }) => state === 'awaiting');
    const amount = amountIn(order, 'awaiting');
    if (amount + feeOn(amount) - this.depositOf(order) > this.available(order.account, 'usdt'))
      return 'insufficient-funds';
    for (const fill of awaiting) {
      this.settle(fill);
      fill.sell.version += 1;
    }
    order.dueAt = null;
    order.version += 1;
    return order;
  }

  /** The best prices of two people who would both be better off, if there are such. */
  crossed(): [buy: bigint, sell: bigint] | null {
    const open = this.orders.filter((one) => one.left > 0n && one.expiresAt > this.now);
    for (const buy of open.filter(({ side }) => side === 'buy')) {
      const sell = open.find(
        (one) => one.side === 'sell' && one.price <= buy.price && this.owners[one.account] !== this.owners[buy.account],
      );
      if (sell) return [buy.price, sell.price];
    }
    return null;
  }

  /** @returns how many timers went off */
  wait(ms: number): number {
    this.now += ms;
    let rung = 0;
    for (const order of this.orders) {
      if (order.dueAt !== null && order.dueAt <= this.now) {
        this.miss(order);
        rung += 1;
      } else if (order.left > 0n && order.expiresAt <= this.now) {
        this.takeOff(order, 'expired');
        rung += 1;
      }
    }
    return rung;
  }

  private miss(order: Order): void {
    for (const fill of order.fills.filter(({ state }) => state === 'awaiting')) {
      fill.state = 'missed';
      this.pay('rab', fill.sell.account, fill.quantity);
      this.pay('usdt', fill.sell.account, fill.deposit / 2n);
      this.insured += fill.deposit - fill.deposit / 2n;
      fill.sell.version += 1;
    }
    order.dueAt = null;
    order.version += 1;
  }
}
