/** Rules that hold after every act. Each check throws with the figures that it has seen. */
import { toUnits } from '../../../../contract/money';
import { expect } from '../app';
import { accountTraces } from '../storage';
import type { Books, Moment } from './books';
import type { Confirmation } from './confirmations';
import { accountsOf, type Account, type Pair, type Person } from './people';
import { PATIENCE_MS, type Phone, type Tab } from './phone';
import { shownNow, type Shown, type Span } from './shown';

/** While online, nothing older is shown (ms). */
const MAX_AGE_MS = 10_000;
/** A page or gateway that was held up for longer than this is starved: then an age says nothing of the product. */
const STARVED_MS = 400;

const usdt = (text: string): bigint => toUnits(text.replace(/ USDT$/, ''), 'USDT');

/** The accounts that a page can mean. */
function named(pair: Pair, { initial, account }: Shown): Account[] {
  const people = pair.filter((person: Person) => initial === '' || person.initial === initial);
  const accounts = people.flatMap(({ accounts: { main, sub } }) => [main, sub]);
  return accounts.filter(({ name }) => account === '' || name === account);
}

/** Finds the moment at which the account had exactly the shown amounts; null when it never had. */
async function momentOf(books: Books, account: Account, shown: Shown, isFresh: boolean): Promise<Moment | null> {
  const { moments, rabWorth } = isFresh ? await books.read(account) : await books.of(account);
  const [total, custody] = [usdt(shown.total), shown.custody === null ? null : usdt(shown.custody)];
  const had = (moment: Moment) =>
    (custody === null || custody === moment.custody) &&
    [...rabWorth].some((worth) => moment.cash + moment.custody + worth === total);
  return moments.findLast(had) ?? null;
}

async function knownMoment(books: Books, accounts: readonly Account[], shown: Shown): Promise<Moment | null> {
  for (const isFresh of [false, true]) {
    for (const account of accounts) {
      const moment = await momentOf(books, account, shown, isFresh);
      if (moment) return moment;
    }
  }
  return null;
}

/** Throws where a page that was well has shown what was superseded more than 10 s before. @returns whether it could tell */
function notOld(phone: Phone, tab: Tab, span: Span, account: Account, moment: Moment): boolean {
  const leftAt = account === phone.account ? Infinity : phone.accountSince;
  const supersededAt = Math.min(moment.until ?? Infinity, leftAt);
  // A page that comes back shows what it has, and asks.
  const old = tab.well.longestWithin(Math.max(supersededAt, span.onScreenSince), span.until);
  if (!old) return false;
  const ageMs = old.until - old.since;
  if (ageMs <= MAX_AGE_MS) return true;
  const worstMs = phone.worstDelayMs(tab, old.since, old.until);
  if (worstMs >= STARVED_MS || ageMs <= MAX_AGE_MS + 10 * worstMs) return true;
  const text = `the ${tab.name} page showed ${JSON.stringify(span.shown)} for ${(ageMs / 1_000).toFixed(1)} s`;
  throw new Error(`${text} after it had been superseded (longest delay of page and gateway: ${worstMs.toFixed(0)} ms)`);
}

/**
 * At every moment since the last look the balance shown is one that the gateway had, for the account named beside it, and, while
 * the page is well, none that was superseded more than 10 s before.
 * @returns how often a well page was seen with a balance that had just been superseded, so that its age could be judged
 */
export async function onlyTrueBalances(phone: Phone, books: Books, pair: Pair): Promise<number> {
  let superseded = 0;
  if (phone.isMoneyMoving) books.moved();
  for (const tab of phone.tabs) {
    for (const span of await phone.shownOn(tab)) {
      const { shown } = span;
      const what = `the ${tab.name} page showed ${JSON.stringify(shown)}`;
      const accounts = named(pair, shown);
      if (accounts.length === 0) throw new Error(`${what}, which is nobody here`);
      const moment = await knownMoment(books, accounts, shown);
      if (!moment) throw new Error(`${what}, which the gateway never had`);
      const [account] = accounts;
      if (account && accounts.length === 1 && notOld(phone, tab, span, account, moment)) superseded += 1;
    }
  }
  return superseded;
}

/** Each page that is well comes to show the newest balance, without being asked to. */
export async function untilNewest(phone: Phone, books: Books, pair: Pair): Promise<void> {
  const { account } = phone;
  if (!account || phone.isOffline) return;
  await books.read(account);
  for (const tab of phone.hearing) {
    const isNewest = async () => {
      const shown = await shownNow(tab.page);
      const moment = shown && (await knownMoment(books, [account], shown));
      return moment ? moment.until === null : false;
    };
    const look = async () => {
      // Tells of one that is late.
      await onlyTrueBalances(phone, books, pair);
      return isNewest();
    };
    const message = `the ${tab.name} page comes to show what the gateway has`;
    await expect.poll(look, { timeout: PATIENCE_MS, message }).toBe(true);
  }
}

/** Each order and each transfer of the gateway has one confirmation with the same figures, and each confirmation at most one. */
export async function onlyConfirmedMoney(
  books: Books,
  pair: Pair,
  confirmations: readonly Confirmation[],
  transfers: readonly string[],
): Promise<void> {
  for (const account of accountsOf(pair)) {
    const ours = confirmations.filter(({ accountId }) => accountId === account.id);
    const orders = await books.orders(account);
    const { cash } = await books.read(account);
    for (const { told, ...sheet } of ours) {
      const same = orders.filter(({ placed }) => usdt(placed) === usdt(sheet.amount));
      const of = `orders of ${sheet.amount} on ${account.name}, of which the page said: ${told}`;
      expect(same.length, of).toBeLessThanOrEqual(1);
      if (told === 'done') expect(same.length, of).toBe(1);
      if (told === 'refused') expect(same.length, of).toBe(0);
      for (const { days, interestToCome, interestPaid } of same) {
        const interest = usdt(interestToCome) + usdt(interestPaid);
        expect({ days, interest }, of).toEqual({ days: sheet.days, interest: usdt(sheet.interest) });
      }
    }
    for (const { placed } of orders) {
      const known = ours.filter(({ amount }) => usdt(amount) === usdt(placed));
      expect(known.length, `confirmations of the order of ${placed} on ${account.name}`).toBe(1);
    }
    const paid = cash.filter(({ kind }) => kind === 'custody-place').map(({ amount }) => -usdt(amount));
    expect(new Set(paid).size, `postings for orders on ${account.name}`).toBe(paid.length);
    for (const row of cash.filter(({ kind }) => kind === 'transfer')) {
      expect(transfers, `transfers of ${account.name}`).toContain(row.amount.replace('-', ''));
    }
  }
}

/** After a log-out nothing of the people is left on the phone. */
export async function nothingLeft(phone: Phone, pair: Pair): Promise<void> {
  if (phone.person) return;
  // A database that a dead or frozen page holds open goes with that page.
  const [tab] = phone.hearing;
  if (!tab || phone.hearing.length < phone.tabs.length) return;
  const names = () => tab.page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name ?? '')));
  await expect.poll(names, { timeout: PATIENCE_MS, message: 'databases after the log-out' }).toEqual(['rab-device']);
  const people = pair.flatMap(({ email, nickname, accounts: { sub } }) => [email, nickname, sub.name]);
  for (const { page } of phone.tabs) {
    expect(await accountTraces(page, [...people, ...phone.line.tokens]), 'what is left after the log-out').toEqual([]);
  }
}
