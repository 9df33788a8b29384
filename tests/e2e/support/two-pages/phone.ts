/** A phone with two pages of the app: the person logged in on it, and the acts on its pages, workers and line. */
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../../../../contract/index';
import { paths } from '../../../../src/app/paths';
import { LOOK_EVERY_MS } from '../../../../worker/live/leader-election';
import { expect, LOGIN_PASSWORD, reload, untilInstalled } from '../app';
import type { Line } from '../line';
import { untilShown, visit } from '../routes';
import type { Confirmation } from './confirmations';
import { Clock, fillDisk, freezeTab, freezeWorker, type End } from './faults';
import { GatewayWatch, WellTimes } from './health';
import type { Account, Person } from './people';
import { ShownHistory, shownNow, watchShown, type Span } from './shown';

/** Limit for a step that hangs: a dead worker is found within 11 s, and a busy machine needs ten times as long for all. */
export const PATIENCE_MS = 120_000;
/** Longer than a page takes to find out that its worker is dead, and to start another one. */
const ATTEMPT_MS = 30_000;

/** One page listens for both; the other takes over from a silent one within two of its looks (worker/live/leader-election.ts). */
const TAKE_OVER_MS = 3 * LOOK_EVERY_MS;

export interface Tab {
  name: string;
  page: Page;
  /** The worker was killed or frozen, and the page has not shown since that it found out. */
  isDeaf: boolean;
  /** It heard nothing of a log-in, log-out or switch on the other page. */
  isBehind: boolean;
  /** Thaws it; null while it is not frozen. */
  thaw: End | null;
  /** An order that was confirmed on this page and whose end the page has not told yet. */
  open: Confirmation | null;
  /** While it is not, nothing is said of the age of what it shows. */
  well: WellTimes;
  history: ShownHistory;
}

export type TabIndex = 0 | 1;

/** Requests and answers that the line can hold up. */
export const LATE = {
  'order sent': { uri: calls.createCustodyOrder.uri, held: 'request' },
  'order answered': { uri: calls.createCustodyOrder.uri, held: 'answer' },
  'balances answered': { uri: calls.assets.uri, held: 'answer' },
} as const;
export type Late = keyof typeof LATE;

export class Phone {
  readonly tabs: [Tab, Tab];
  /** The person who is logged in on the phone. */
  person: Person | null = null;
  kind: Account['kind'] = 'main';
  isOffline = false;
  isFull = false;
  readonly #clock: Clock;
  /** Resolves when an order that is on its way is let go; null while none is held. */
  heldOrder: Promise<void> | null = null;
  readonly #letGo = new Set<() => void>();
  /** Ends of the faults that last. */
  readonly #ends: End[] = [];
  /** Since when the phone has been on the present account, UTC ms. */
  accountSince = Date.now();
  readonly #gateway: GatewayWatch;

  private constructor(
    readonly context: BrowserContext,
    readonly line: Line,
    pages: [Page, Page],
  ) {
    const tab = (name: string, page: Page): Tab => ({
      ...{ name, page, isDeaf: false, isBehind: false, thaw: null, open: null },
      ...{ well: new WellTimes(), history: new ShownHistory() },
    });
    this.tabs = [tab('first', pages[0]), tab('second', pages[1])];
    this.#clock = new Clock(context);
    this.#gateway = new GatewayWatch(line.origin);
  }

  static async open(context: BrowserContext, line: Line): Promise<Phone> {
    context.setDefaultTimeout(PATIENCE_MS);
    await watchShown(context);
    const pages: [Page, Page] = [await context.newPage(), await context.newPage()];
    for (const page of pages) await page.goto(`${line.origin}/`);
    await untilInstalled(pages[0]);
    for (const page of pages) await expect(atLogin(page)).toBeVisible({ timeout: PATIENCE_MS });
    return new Phone(context, line, pages);
  }

  get account(): Account | null {
    return this.person?.accounts[this.kind] ?? null;
  }

  /** The page is in front from here on: the browser draws few frames of any other. */
  async front(index: TabIndex): Promise<Tab> {
    const tab = this.tabs[index];
    await this.#thaw(tab);
    await tab.page.bringToFront();
    return tab;
  }

  async freezeTab(tab: Tab): Promise<void> {
    this.#silence(tab);
    tab.thaw = await freezeTab(tab.page);
  }

  async #thaw(tab: Tab): Promise<void> {
    if (!tab.thaw) return;
    await tab.thaw();
    tab.thaw = null;
    if (!this.#clock.isRight) await this.#clock.tell(tab.page);
    // It learns by itself what has happened meanwhile; an open confirmation stays where nobody has logged out or switched.
    if (!tab.isDeaf && tab.open === null) await this.untilFollowed(tab);
    if (!tab.isDeaf) this.isHeard(tab);
  }

  /** Freezes the worker: it lives, and says nothing. */
  async freezeWorker(tab: Tab): Promise<void> {
    this.#ends.push(await freezeWorker(tab.page));
    this.#deafen(tab);
  }

  shiftClock(byMs: number): Promise<void> {
    return this.#clock.shift(
      byMs,
      this.tabs.filter(({ thaw }) => thaw === null).map(({ page }) => page),
    );
  }

  async fillDisk(): Promise<void> {
    if (this.isFull) return;
    this.isFull = true;
    const end = await fillDisk(this.context, this.line.origin);
    this.#ends.push(async () => {
      await end();
      this.isFull = false;
    });
  }

  /** Everything that was done to the phone is over. */
  async heal(): Promise<void> {
    for (const tab of this.tabs) await this.#thaw(tab);
    for (const end of this.#ends.splice(0)) await end();
    if (!this.#clock.isRight) await this.shiftClock(0);
    await this.setOffline(false);
    for (const release of this.#letGo) release();
    this.#letGo.clear();
    this.heldOrder = null;
  }

  /** Ends what goes on without an act. */
  close(): void {
    this.#gateway.close();
  }

  /** Each page shows something else from now on. */
  #beginAnew(): void {
    this.accountSince = Date.now();
    for (const tab of this.tabs) {
      tab.open = null;
      tab.isBehind = !this.hearing.includes(tab);
      tab.well.beginAnew(this.#listensFrom());
    }
  }

  /** When a page that begins to listen now does: one that has to wait for the other one's silence listens later. */
  #listensFrom(): number {
    return Date.now() + (this.hearing.length < this.tabs.length ? TAKE_OVER_MS : 0);
  }

  /** Money may move without an act: an order is on its way, or one that was held may be. */
  get isMoneyMoving(): boolean {
    return this.#letGo.size > 0 || this.tabs.some(({ open }) => open !== null);
  }

  /** The next such call is held on the line for `lateMs`. @returns false when one is going to be held already */
  holdNext(what: Late, lateMs: number): boolean {
    const { uri, held } = LATE[what];
    const isOrder = uri === calls.createCustodyOrder.uri;
    if (isOrder && this.heldOrder) return false;
    const hold = this.line.hold(uri, held);
    this.#letGo.add(hold.release);
    if (isOrder) this.heldOrder = hold.reached;
    void hold.reached.then(() => setTimeout(hold.release, lateMs));
    return true;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    if (this.isOffline === isOffline) return;
    await this.context.setOffline(isOffline);
    this.isOffline = isOffline;
    if (isOffline) for (const tab of this.tabs) tab.well.end();
    else for (const tab of this.hearing) tab.well.beginAt(this.#listensFrom());
  }

  /** The worker is gone and says nothing of it. */
  async killWorker(tab: Tab): Promise<void> {
    const [worker] = tab.page.workers();
    if (!worker) return;
    // Nothing answers any more once it is closed.
    worker.evaluate(() => self.close()).catch(() => undefined);
    this.#deafen(tab);
  }

  #deafen(tab: Tab): void {
    tab.isDeaf = true;
    this.#silence(tab);
  }

  #silence(silent: Tab): void {
    silent.well.end();
    for (const tab of this.hearing) if (tab !== silent) tab.well.beginAnew(Date.now() + TAKE_OVER_MS);
  }

  /** Something was asked of the page's worker and answered. */
  isHeard(tab: Tab): void {
    tab.isDeaf = false;
    tab.isBehind = false;
    if (!this.isOffline) tab.well.beginAt(this.#listensFrom());
  }

  /** A person looks at a page again that is behind, which finds out that its worker is gone, and follows. */
  async comeTo(tab: Tab): Promise<void> {
    if (!tab.isBehind) return;
    await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await this.untilFollowed(tab);
    this.isHeard(tab);
  }

  /** The page as the browser restores it: loaded anew, or opened anew. */
  async restore(tab: Tab, way: 'reload' | 'reopen'): Promise<void> {
    await tab.history.note(tab.page);
    tab.history.left();
    tab.well.end();
    if (way === 'reload') await reload(tab.page);
    else {
      await tab.page.close();
      tab.page = await this.context.newPage();
      await tab.page.bringToFront();
      await tab.page.goto(`${this.line.origin}/`);
    }
    tab.open = null;
    await this.untilFollowed(tab);
    this.isHeard(tab);
  }

  /** Everything that the page has shown since the last time. */
  async shownOn(tab: Tab): Promise<Span[]> {
    if (!tab.thaw) await tab.history.note(tab.page);
    return tab.history.take();
  }

  /** Nothing of what was shown so far is judged. */
  async forgetShown(): Promise<void> {
    for (const tab of this.tabs) {
      await tab.history.note(tab.page);
      tab.history.left();
      tab.history.take();
    }
  }

  /** The longest time for which the page or the gateway was held up between two moments, ms. */
  worstDelayMs(tab: Tab, since: number, until: number): number {
    return Math.max(tab.history.worstDelayMs(since, until), this.#gateway.worstDelayMs(since, until));
  }

  /** To Home, whatever the page shows; to the log-in where nobody is logged in. */
  async home(tab: Tab): Promise<void> {
    if (this.person) await visit(tab.page, paths.home);
    await this.untilFollowed(tab);
  }

  /** The page shows who is logged in on the phone. */
  async untilFollowed(tab: Tab): Promise<void> {
    const { page } = tab;
    const { person, account } = this;
    if (!person || !account) return expect(atLogin(page)).toBeVisible({ timeout: PATIENCE_MS });
    // The launch or the log-in takes the page to where it was left; a step in between would be lost.
    await expect(page).toHaveURL(isInside, { timeout: PATIENCE_MS });
    if (new URL(page.url()).hash !== `#${paths.home}`) await visit(page, paths.home);
    const named = async () => {
      const shown = await shownNow(page);
      return shown && { initial: shown.initial, account: shown.account };
    };
    await expect
      .poll(named, { timeout: PATIENCE_MS, message: `the ${tab.name} page shows ${person.nickname}` })
      .toEqual({ initial: person.initial, account: account.name });
  }

  /** Pages that hear of events on the other page. */
  get hearing(): Tab[] {
    return this.tabs.filter(({ isDeaf, thaw }) => !isDeaf && thaw === null);
  }

  async untilAllFollowed(): Promise<void> {
    for (const tab of this.hearing) await this.untilFollowed(tab);
  }

  async logIn(tab: Tab, person: Person): Promise<void> {
    const { page } = tab;
    await untilDone(async (timeout) => {
      if (isInside(new URL(page.url()))) return;
      await page.getByLabel('Mobile number or e-mail').fill(person.email, { timeout });
      await page.getByLabel('Login password').fill(LOGIN_PASSWORD, { timeout });
      await atLogin(page).click({ timeout });
      await expect(page).toHaveURL(isInside, { timeout });
    });
    this.person = person;
    this.kind = 'main';
    this.#beginAnew();
    await this.untilFollowed(tab);
    this.isHeard(tab);
    await this.untilAllFollowed();
  }

  async logOut(tab: Tab): Promise<void> {
    const { page } = tab;
    await visit(page, paths.settings);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    this.person = null;
    this.#beginAnew();
    await this.untilFollowed(tab);
    this.isHeard(tab);
    await this.untilAllFollowed();
  }

  async switchAccount(tab: Tab): Promise<void> {
    const { page, person } = this.#inside(tab);
    const next = person.accounts[this.kind === 'main' ? 'sub' : 'main'];
    const switchTo = ({ name }: Account) => page.getByRole('button', { name: `Switch to ${name}` });
    const wayBack = switchTo(person.accounts[this.kind]);
    await visit(page, paths.subAccounts);
    await untilShown(page);
    if (this.isOffline) await expect(switchTo(next)).toBeDisabled({ timeout: PATIENCE_MS });
    else {
      await untilDone(async (timeout) => {
        if (await wayBack.isVisible()) return;
        await switchTo(next).click({ timeout });
        await expect(wayBack).toBeVisible({ timeout });
      });
      this.kind = next.kind;
      this.#beginAnew();
    }
    await this.home(tab);
    this.isHeard(tab);
    await this.untilAllFollowed();
  }

  #inside(tab: Tab): { page: Page; person: Person } {
    if (!this.person) throw new Error('nobody is logged in');
    return { page: tab.page, person: this.person };
  }
}

/** Tries again as a person does when nothing came of it: what a dead worker was asked for is lost, and the page says so. */
async function untilDone(attempt: (timeout: number) => Promise<void>): Promise<void> {
  await expect(() => attempt(ATTEMPT_MS)).toPass({ timeout: PATIENCE_MS });
}

function isInside({ hash }: URL): boolean {
  return hash.startsWith('#/pages/') && hash !== `#${paths.login}`;
}

export function atLogin(page: Page) {
  return page.getByRole('button', { name: 'Log in', exact: true });
}
