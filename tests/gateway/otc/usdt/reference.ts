/**
 * The USDT market as docs/rules.md §8 tells it, in memory and as plainly as possible: what each command should answer, and where every
 * unit is afterwards. Written from the rules, not from the gateway's code.
 */

export type Side = 'buy' | 'sell';
export type Party = 'buyer' | 'seller';
export type State = 'awaiting-payment' | 'late-hold' | 'paid' | 'dispute' | 'completed' | 'cancelled';

const MINUTE = 60_000;
export const PAYMENT = 15 * MINUTE;
export const LATE = 30 * MINUTE;
export const DISPUTE_AFTER = 30 * MINUTE;
export const DISPUTE_FORCED = 24 * 60 * MINUTE;
const MAX_OFFERS = 10;
const MAX_UNPAID = 3;
const TWO_OPERATORS_ABOVE = 1_000_000_000n;

export interface Purse {
  available: bigint;
  held: bigint;
  escrow: bigint;
}

export interface Offer {
  id: string;
  version: number;
  maker: number;
  side: Side;
  price: bigint;
  remaining: bigint;
  completed: bigint;
  minFiat: bigint;
  maxFiat: bigint;
  held: bigint;
  isOpen: boolean;
}

export interface Trade {
  id: string;
  version: number;
  offer: Offer;
  buyer: number;
  seller: number;
  quantity: bigint;
  buyerFee: bigint;
  sellerFee: bigint;
  state: State;
  deadline: number | null;
  paidAt: number;
  agrees: Record<Party, boolean>;
  rulings: Map<string, Party>;
  steps: string[];
}

/** 0.2 %, rounded up. */
export const feeFor = (quantity: bigint) => (quantity * 2n + 999n) / 1000n;
/** Cents for units of USDT at a price in units of 10^-4, rounded up. */
export const centsFor = (quantity: bigint, price: bigint) => (quantity * price + 99_999_999n) / 100_000_000n;
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

export class Reference {
  readonly offers: Offer[] = [];
  readonly trades: Trade[] = [];
  /** Disputes that were ruled; `by` null: by two. */
  readonly ruled: { at: number; winner: number; by: string | null; quantity: bigint }[] = [];
  fees = 0n;

  constructor(
    readonly purses: Purse[],
    public now: number,
  ) {}

  private purse(who: number): Purse {
    const found = this.purses[who];
    if (!found) throw new Error('nobody');
    return found;
  }

  /** @returns what it is refused with, or null; the offer has no id until the gateway has given it one */
  place(
    maker: number,
    side: Side,
    order: { price: bigint; quantity: bigint; minFiat: bigint; maxFiat: bigint },
  ): string | null {
    const { price, quantity, minFiat } = order;
    if (quantity < 10_000_000n) return 'amount-too-small';
    if (quantity > 50_000_000_000n) return 'amount-too-large';
    const maxFiat = smaller(order.maxFiat, centsFor(quantity, price));
    if (minFiat > maxFiat) return 'amount-too-large';
    if (this.offers.filter((one) => one.isOpen && one.maker === maker).length >= MAX_OFFERS) return 'limit-reached';
    const held = side === 'sell' ? quantity + feeFor(quantity) : 0n;
    const purse = this.purse(maker);
    if (held > purse.available) return 'insufficient-funds';
    purse.available -= held;
    purse.held += held;
    const version = side === 'sell' ? 2 : 1;
    this.offers.push({
      id: '',
      version,
      maker,
      side,
      price,
      remaining: quantity,
      completed: 0n,
      minFiat,
      maxFiat,
      held,
      isOpen: true,
    });
    return null;
  }

  take(taker: number, offer: Offer, quantity: bigint, seen: number): string | null {
    if (offer.maker === taker) return 'own-order';
    if (offer.remaining === 0n) return offer.isOpen || this.isSoldOut(offer) ? 'lot-taken' : 'order-closed';
    if (!offer.isOpen) return 'order-closed';
    if (seen !== offer.version) return 'stale-version';
    const all = centsFor(offer.remaining, offer.price);
    const cents = centsFor(quantity, offer.price);
    if (quantity > offer.remaining || cents > smaller(offer.maxFiat, all)) return 'amount-too-large';
    if (cents < smaller(offer.minFiat, all)) return 'amount-too-small';
    const [buyer, seller] = offer.side === 'sell' ? [taker, offer.maker] : [offer.maker, taker];
    const unpaid = this.trades.filter(
      (one) => one.buyer === taker && ['awaiting-payment', 'late-hold'].includes(one.state),
    );
    if (offer.side === 'sell' && unpaid.length >= MAX_UNPAID) return 'limit-reached';
    // A seller never pays more than the amount held for the offer's fee.
    const sellerFee =
      offer.side === 'sell' ? smaller(feeFor(quantity), offer.held - offer.remaining) : feeFor(quantity);
    const purse = this.purse(seller);
    if (offer.side === 'buy' && quantity + sellerFee > purse.available) return 'insufficient-funds';
    if (offer.side === 'buy') purse.available -= quantity + sellerFee;
    else {
      purse.held -= quantity + sellerFee;
      offer.held -= quantity + sellerFee;
    }
    purse.escrow += quantity + sellerFee;
    offer.remaining -= quantity;
    offer.version += 1;
    if (offer.side === 'sell' && offer.remaining === 0n) this.letGo(offer);
    this.trades.push({
      id: '',
      version: 1,
      offer,
      buyer,
      seller,
      quantity,
      // Never all of it.
      buyerFee: smaller(feeFor(quantity), quantity - 1n),
      sellerFee,
      state: 'awaiting-payment',
      deadline: this.now + PAYMENT,
      paidAt: 0,
      agrees: { buyer: false, seller: false },
      rulings: new Map(),
      steps: ['taken'],
    });
    return null;
  }

  private isSoldOut(offer: Offer): boolean {
    return !offer.isOpen && !this.withdrawn.has(offer);
  }
  private readonly withdrawn = new Set<Offer>();

  /** Releases the amount that is still held of an offer. */
  private letGo(offer: Offer): void {
    const purse = this.purse(offer.maker);
    purse.held -= offer.held;
    purse.available += offer.held;
    offer.held = 0n;
  }

  withdraw(offer: Offer, seen: number): string | null {
    if (seen !== offer.version) return 'stale-version';
    if (!offer.isOpen) return 'order-closed';
    this.letGo(offer);
    offer.isOpen = false;
    this.withdrawn.add(offer);
    offer.version += 1;
    return null;
  }

  private say(trade: Trade, ...steps: string[]): void {
    trade.version += 1;
    trade.steps.push(...steps);
  }

  private end(trade: Trade, outcome: 'buyer' | 'seller' | 'offer', steps: string[]): void {
    const { offer, quantity, sellerFee, buyerFee } = trade;
    const [seller, buyer] = [this.purse(trade.seller), this.purse(trade.buyer)];
    seller.escrow -= quantity + sellerFee;
    trade.deadline = null;
    offer.version += 1;
    if (outcome === 'buyer') {
      buyer.available += quantity - buyerFee;
      this.fees += buyerFee + sellerFee;
      offer.completed += quantity;
    } else if (outcome === 'offer' && offer.isOpen) {
      offer.remaining += quantity;
      if (offer.side === 'sell') {
        seller.held += quantity + sellerFee;
        offer.held += quantity + sellerFee;
      } else seller.available += quantity + sellerFee;
    } else seller.available += quantity + sellerFee;
    trade.state = outcome === 'buyer' ? 'completed' : 'cancelled';
    this.say(trade, ...steps);
    const runs = this.trades.some((one) => one.offer === offer && !this.isOver(one));
    if (offer.isOpen && offer.remaining === 0n && !runs) offer.isOpen = false;
  }

  isOver({ state }: Trade): boolean {
    return state === 'completed' || state === 'cancelled';
  }

  isDue({ deadline }: Trade): boolean {
    return deadline !== null && this.now >= deadline;
  }

  /** A late hold that ended while nobody looked begins anew. */
  private wasStopped({ state, deadline }: Trade): boolean {
    return state === 'late-hold' && deadline !== null && this.now - deadline > 5 * MINUTE;
  }

  /** Ends the trade's present state when its time is over. */
  private lapse(trade: Trade): void {
    if (!this.isDue(trade)) return;
    if (trade.state === 'awaiting-payment') {
      trade.state = 'late-hold';
      trade.deadline = this.now + LATE;
      this.say(trade, 'payment-overdue');
    } else if (this.wasStopped(trade)) {
      trade.deadline = this.now + LATE;
      this.say(trade);
    } else if (trade.state === 'late-hold') this.end(trade, 'offer', ['cancelled']);
    else {
      trade.state = 'dispute';
      trade.deadline = null;
      this.say(trade, 'disputed');
    }
  }

  /** @returns how many trades moved on */
  tick(): number {
    const due = this.trades.filter((one) => this.isDue(one));
    due.forEach((one) => this.lapse(one));
    return due.length;
  }

  /** The state that a command meets: what is due by the clock has happened. */
  private met(trade: Trade, seen: number): { state: State } | { refused: string } {
    if (seen !== trade.version) return { refused: 'stale-version' };
    if (this.isOver(trade)) return { refused: 'order-closed' };
    if (!this.isDue(trade)) return { state: trade.state };
    if (trade.state === 'late-hold' && !this.wasStopped(trade)) return { refused: 'order-closed' };
    return { state: trade.state === 'paid' ? 'dispute' : 'late-hold' };
  }

  pay(trade: Trade, by: Party, seen: number): string | null {
    const met = this.met(trade, seen);
    if ('refused' in met) return met.refused;
    if (by !== 'buyer' || !['awaiting-payment', 'late-hold'].includes(met.state)) return 'not-now';
    this.lapse(trade);
    trade.paidAt = this.now;
    const isLate = met.state === 'late-hold';
    trade.state = isLate ? 'dispute' : 'paid';
    trade.deadline = isLate ? null : this.now + DISPUTE_FORCED;
    this.say(trade, ...(isLate ? ['late-payment', 'disputed'] : ['paid']));
    return null;
  }

  confirm(trade: Trade, by: Party, seen: number): string | null {
    const met = this.met(trade, seen);
    if ('refused' in met) return met.refused;
    if (by !== 'seller' || met.state !== 'paid') return 'not-now';
    this.end(trade, 'buyer', ['completed']);
    return null;
  }

  cancel(trade: Trade, by: Party, withdraw: boolean, seen: number): string | null {
    const met = this.met(trade, seen);
    if ('refused' in met) return met.refused;
    if (met.state === 'awaiting-payment' && by === 'buyer' && !withdraw) {
      this.end(trade, 'offer', ['cancelled']);
      return null;
    }
    if (met.state !== 'paid' || trade.agrees[by] !== withdraw) return 'not-now';
    trade.agrees[by] = !withdraw;
    if (trade.agrees.buyer && trade.agrees.seller) this.end(trade, 'seller', ['cancel-asked', 'cancelled']);
    else this.say(trade, withdraw ? 'cancel-withdrawn' : 'cancel-asked');
    return null;
  }

  dispute(trade: Trade, seen: number): string | null {
    const met = this.met(trade, seen);
    if ('refused' in met) return met.refused;
    const opens = met.state === 'paid' && this.now >= trade.paidAt + DISPUTE_AFTER;
    if (!opens && met.state !== 'dispute') return 'not-now';
    this.lapse(trade);
    trade.state = 'dispute';
    trade.deadline = null;
    this.say(trade, ...(opens ? ['disputed', 'evidence'] : ['evidence']));
    return null;
  }

  /** One operator rules up to the limit in 24 hours, and for one user. */
  private takesTwo(trade: Trade, actor: string, outcome: Party): boolean {
    const lately = this.ruled.filter(({ at }) => at > this.now - 24 * 60 * MINUTE);
    const sum = (of: typeof lately) => of.reduce((all, { quantity }) => all + quantity, trade.quantity);
    const forUser = sum(lately.filter(({ winner }) => winner === trade[outcome]));
    const alone = sum(lately.filter(({ by }) => by === actor));
    return forUser > TWO_OPERATORS_ABOVE || alone > TWO_OPERATORS_ABOVE;
  }

  /** @returns whether it was taken */
  rule(trade: Trade, actor: string, outcome: Party): boolean {
    if (trade.state !== 'dispute') return false;
    trade.rulings.set(actor, outcome);
    const alike = [...trade.rulings.values()].filter((one) => one === outcome).length;
    if (alike < (this.takesTwo(trade, actor, outcome) ? 2 : 1)) return true;
    this.ruled.push({ at: this.now, winner: trade[outcome], by: alike === 1 ? actor : null, quantity: trade.quantity });
    this.end(trade, outcome, ['ruled', outcome === 'buyer' ? 'completed' : 'cancelled']);
    return true;
  }
}
