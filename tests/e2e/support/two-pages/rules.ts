/** Rules that hold after every act. Each check throws with the figures that it has seen. */
import { toUnits } from '../../../../contract/money';
import { expect } from '../app';
import { accountTraces } from '../storage';
import type { Books, Moment } from './books';
import type { Confirmation } from './confirmations';
import { accountsOf, type Account, type Pair, type Person } from './people';
import { PATIENCE_MS, type Phone, type Tab } from './phone';
import { shownNow, type Shown } from './shown';

/** While online, nothing older is shown (ms). */
const MAX_AGE_MS = 10_000;
/** A machine that answers more slowly than this is starved: then an age says nothing of the product. */
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

/** The balance shown is one that the gateway had, for the account named beside it: at every moment since the last look. */
export async function onlyTrueBalances(phone: Phone, books: Books, pair: Pair): Promise<void> {
  for (const tab of phone.tabs) {
    for (const shown of await phone.taken(tab)) {
      const what = `the ${tab.name} page showed ${JSON.stringify(shown)}`;
      const accounts = named(pair, shown);
      if (accounts.length === 0) throw new Error(`${what}, which is nobody here`);
      const moment = await knownMoment(books, accounts, shown);
      if (!moment) throw new Error(`${what}, which the gateway never had`);
    }
  }
}

/** The longer of: an answer of the page, an answer of the gateway; ms. */
async function slownessOf(tab: Tab, { line }: Phone): Promise<number> {
  const startedAt = performance.now();
  await tab.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const pageMs = performance.now() - startedAt;
  await fetch(`${line.origin}/healthz`);
  return Math.max(pageMs, performance.now() - startedAt - pageMs);
}

/** Each page that is well shows the newest balance, without being asked to; within 10 s where the machine is not starved. */
export async function untilNewest(phone: Phone, books: Books): Promise<void> {
  const { account } = phone;
  if (!account || phone.isOffline) return;
  const { moments } = await books.read(account);
  const since = moments.at(-1)?.since ?? 0;
  for (const tab of phone.hearing) {
    let worstMs = await slownessOf(tab, phone);
    const isNewest = async () => {
      const shown = await shownNow(tab.page);
      worstMs = Math.max(worstMs, await slownessOf(tab, phone));
      const moment = shown && (await knownMoment(books, [account], shown));
      return moment ? moment.until === null : false;
    };
    if (await isNewest()) continue;
    const message = `the ${tab.name} page comes to show what the gateway has`;
    await expect.poll(isNewest, { timeout: PATIENCE_MS, message }).toBe(true);
    const lateMs = Date.now() - Math.max(since, tab.wellSince ?? Date.now());
    if (worstMs < STARVED_MS) expect(lateMs, `${message} within 10 s`).toBeLessThan(MAX_AGE_MS + 10 * worstMs);
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
