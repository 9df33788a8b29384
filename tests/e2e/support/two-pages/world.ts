/** The phone, the gateway's books and the confirmations: carries out sequences of acts and checks the rules after each act. */
import { sendMoney } from '../../../support/envelope-client';
import { TRADE_PASSWORD, type Gateway } from '../app';
import type { Act, ActName, Fault } from './acts';
import { Books } from './books';
import { finish, place, type Confirmation } from './confirmations';
import { makePair, type Account, type Pair } from './people';
import type { Phone, Tab, TabIndex } from './phone';
import { nothingLeft, onlyConfirmedMoney, onlyTrueBalances, untilNewest } from './rules';

/** The money of two people lasts for so many sequences. */
const SEQUENCES_PER_PAIR = 40;

export class World {
  readonly happened = new Set<ActName>();
  /** Superseded balances on pages that were well, whose age was judged; one that stays counts at each check. */
  judged = 0;
  #pair: Pair | null = null;
  #books: Books;
  #rounds = 0;
  #sequences = 0;
  #amounts = 0;
  /** The last sequence failed half way. */
  #isUnfinished = false;
  readonly #confirmations: Confirmation[] = [];
  readonly #transfers = ['4000.000000'];

  constructor(
    private readonly gateway: Gateway,
    readonly phone: Phone,
  ) {
    this.#books = new Books(gateway.origin);
  }

  get pair(): Pair {
    if (!this.#pair) throw new Error('begin comes first');
    return this.#pair;
  }

  /** Every sequence begins alike: the first person is logged in on the main account, and both pages are at Home. */
  async begin(): Promise<void> {
    const { phone } = this;
    const isOver = this.#sequences++ % SEQUENCES_PER_PAIR === 0;
    if (this.#isUnfinished) await this.#heal();
    // Figures of a failed sequence are not judged in the next one.
    if (this.#isUnfinished) await phone.forgetShown();
    const front = await phone.front(0);
    if (isOver && phone.person) await phone.logOut(front);
    if (isOver && this.#pair) await this.#check();
    if (isOver) this.#pair = await makePair(this.gateway, ++this.#rounds);
    const [first] = this.pair;
    if (phone.person && phone.person !== first) await phone.logOut(front);
    if (!phone.person) await phone.logIn(front, first);
    if (phone.kind === 'sub') await phone.switchAccount(front);
    await phone.untilAllFollowed();
  }

  async run(acts: readonly Act[]): Promise<void> {
    this.#isUnfinished = true;
    for (const act of acts) {
      if (await this.#do(act)) this.happened.add(act.act);
      await this.#check();
    }
    await this.#heal();
    await this.#check();
    await untilNewest(this.phone, this.#books, this.pair);
    await onlyConfirmedMoney(this.#books, this.pair, this.#confirmations, this.#transfers);
    this.#isUnfinished = false;
  }

  async #check(): Promise<void> {
    this.judged += await onlyTrueBalances(this.phone, this.#books, this.pair);
    await nothingLeft(this.phone, this.pair);
  }

  /** Ends every fault on the phone, and every open confirmation. */
  async #heal(): Promise<void> {
    const { phone } = this;
    await phone.heal();
    // Orders that were held are on their way.
    this.#books.moved();
    for (const index of [0, 1] as const) {
      const each = await phone.front(index);
      await finish(phone, each);
      // A dead worker is found only by asking it; a person who comes back to the page asks by looking at it anew.
      if (each.isDeaf) await phone.restore(each, 'reload');
    }
    await phone.untilAllFollowed();
  }

  /** @returns whether it could happen */
  async #do(act: Act): Promise<boolean> {
    const { phone } = this;
    switch (act.act) {
      case 'go offline':
        await phone.setOffline(true);
        return true;
      case 'come back':
        await phone.setOffline(false);
        return true;
      case 'move money elsewhere':
        await this.#moveElsewhere();
        return true;
      case 'fill the disk':
        await phone.fillDisk();
        return true;
      case 'change clock':
        await phone.shiftClock(act.byMs);
        return true;
      case 'answer late':
        return phone.holdNext(act.what, act.lateMs);
      default:
        return this.#doOn(act);
    }
  }

  async #doOn(act: Extract<Act, { tab: TabIndex }>): Promise<boolean> {
    const { phone } = this;
    const on = await phone.front(act.tab);
    if (act.act === 'kill worker') await phone.killWorker(on);
    else if (act.act === 'freeze worker') await phone.freezeWorker(on);
    else if (act.act === 'freeze tab') await phone.freezeTab(on);
    else return this.#doIn(on, act);
    return true;
  }

  async #doIn(on: Tab, act: Exclude<Extract<Act, { tab: TabIndex }>, { act: Fault }>): Promise<boolean> {
    const { phone } = this;
    if (act.act === 'restore') {
      if (on.open) on.open.told = 'lost';
      await phone.restore(on, act.way);
      return true;
    }
    await finish(phone, on);
    await phone.comeTo(on);
    const { account, person } = phone;
    // A session that the disk does not take is this page's alone, or refused (docs/pitfalls.md).
    if (phone.isFull && (act.act === 'log in as another' || act.act === 'switch account')) return false;
    if (act.act === 'log in as another') {
      if (phone.isOffline) return false;
      const another = this.pair.find((one) => one !== person) ?? this.pair[0];
      if (person) await phone.logOut(on);
      await phone.logIn(on, another);
      return true;
    }
    if (!account) return false;
    if (act.act === 'log out') await phone.logOut(on);
    if (act.act === 'switch account') await phone.switchAccount(on);
    if (act.act === 'place') {
      const confirmation = await place(phone, on, account, this.#newAmount());
      if (confirmation) this.#confirmations.push(confirmation);
      this.#books.moved();
    }
    return true;
  }

  /** Above the least order, and no other's. */
  #newAmount(): string {
    return `100.${String(++this.#amounts).padStart(6, '0')}`.replace(/0+$/, '');
  }

  /** Another device moves money away from the account that the phone shows; where nobody is logged in, from the first person's. */
  async #moveElsewhere(): Promise<void> {
    const { person, kind } = this.phone;
    const { main, sub } = (person ?? this.pair[0]).accounts;
    const [from, to]: [Account, Account] = kind === 'main' ? [main, sub] : [sub, main];
    const amount = `1.${String(++this.#amounts).padStart(6, '0')}`;
    this.#transfers.push(amount);
    const transfer = { toAccountId: to.id, asset: 'USDT', amount, tradePassword: TRADE_PASSWORD } as const;
    await sendMoney(this.gateway.origin, 'transferToAccount', transfer, from.token);
    this.#books.moved();
  }
}
