/** One phone with two pages of the app: who is logged in on it, what is done to its pages, workers and line. */
import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '../../../../contract/index';
import { paths } from '../../../../src/app/paths';
import { expect, LOGIN_PASSWORD, reload, untilInstalled } from '../app';
import type { Line } from '../line';
import { untilShown, visit } from '../routes';
import type { Confirmation } from './confirmations';
import type { Account, Person } from './people';
import { shownNow, takeShown, watchShown, type Shown } from './shown';

/** A limit for what hangs: a dead worker is found within 11 s, and a busy machine needs ten times as long for all. */
export const PATIENCE_MS = 120_000;

export interface Tab {
  name: string;
  page: Page;
  /** The worker was killed or frozen, and the page has not shown since that it found out. */
  isDeaf: boolean;
  /** Confirmed on this page, and not told yet what became of it. */
  open: Confirmation | null;
  /** Since when nothing has been wrong with it, UTC ms; null while something is. */
  wellSince: number | null;
}

export type TabIndex = 0 | 1;

/** What can be held on the line, and where. */
export const LATE = {
  'order sent': { uri: calls.hostingCreate.uri, held: 'request' },
  'order answered': { uri: calls.hostingCreate.uri, held: 'answer' },
  'balances answered': { uri: calls.assets.uri, held: 'answer' },
} as const;
export type Late = keyof typeof LATE;

export class Phone {
  readonly tabs: [Tab, Tab];
  /** Who is logged in on it. */
  person: Person | null = null;
  kind: Account['kind'] = 'main';
  isOffline = false;
  /** Of an order that is on its way, until it is let go. */
  heldOrder: Promise<void> | null = null;
  readonly #letGo = new Set<() => void>();
  readonly #earlier: Shown[][] = [[], []];

  private constructor(
    readonly context: BrowserContext,
    readonly line: Line,
    pages: [Page, Page],
  ) {
    const tab = (page: Page, name: string): Tab => ({ name, page, isDeaf: false, open: null, wellSince: Date.now() });
    this.tabs = [tab(pages[0], 'first'), tab(pages[1], 'second')];
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
    await tab.page.bringToFront();
    return tab;
  }

  /** Each page shows something else from now on. */
  #beginAnew(): void {
    for (const tab of this.tabs) {
      tab.open = null;
      if (tab.wellSince !== null) tab.wellSince = Date.now();
    }
  }

  /** The next such call is held on the line for `lateMs`. @returns false when one is going to be held already */
  holdNext(what: Late, lateMs: number): boolean {
    const { uri, held } = LATE[what];
    const isOrder = uri === calls.hostingCreate.uri;
    if (isOrder && this.heldOrder) return false;
    const hold = this.line.hold(uri, held);
    this.#letGo.add(hold.release);
    if (isOrder) this.heldOrder = hold.reached;
    void hold.reached.then(() => setTimeout(hold.release, lateMs));
    return true;
  }

  letGo(): void {
    for (const release of this.#letGo) release();
    this.#letGo.clear();
    this.heldOrder = null;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    if (this.isOffline === isOffline) return;
    await this.context.setOffline(isOffline);
    this.isOffline = isOffline;
    for (const tab of this.tabs) tab.wellSince = isOffline || tab.isDeaf ? null : Date.now();
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
    tab.wellSince = null;
  }

  /** Something was asked of the page's worker and answered. */
  isHeard(tab: Tab): void {
    tab.isDeaf = false;
    tab.wellSince ??= this.isOffline ? null : Date.now();
  }

  /** The page as the browser restores it: loaded anew, or opened anew. */
  async restore(tab: Tab, way: 'reload' | 'reopen'): Promise<void> {
    this.#earlier[this.tabs.indexOf(tab)]?.push(...(await takeShown(tab.page)));
    if (way === 'reload') await reload(tab.page);
    else {
      await tab.page.close();
      tab.page = await this.context.newPage();
      await tab.page.bringToFront();
      await tab.page.goto(`${this.line.origin}/`);
    }
    tab.open = null;
    tab.wellSince = null;
    await this.untilFollowed(tab);
    this.isHeard(tab);
  }

  /** Everything that the page has shown since the last time. */
  async taken(tab: Tab): Promise<Shown[]> {
    const earlier = this.#earlier[this.tabs.indexOf(tab)]?.splice(0) ?? [];
    return [...earlier, ...(await takeShown(tab.page))];
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
    if (new URL(page.url()).hash !== `#${paths.home}`) await visit(page, paths.home);
    const named = async () => {
      const shown = await shownNow(page);
      return shown && { initial: shown.initial, account: shown.account };
    };
    await expect
      .poll(named, { timeout: PATIENCE_MS, message: `the ${tab.name} page shows ${person.nickname}` })
      .toEqual({ initial: person.initial, account: account.name });
  }

  /** Both pages, but one that cannot hear it. */
  async untilAllFollowed(): Promise<void> {
    for (const tab of this.tabs) if (!tab.isDeaf) await this.untilFollowed(tab);
  }

  async logIn(tab: Tab, person: Person): Promise<void> {
    const { page } = tab;
    await page.getByLabel('Mobile number or e-mail').fill(person.email);
    await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
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
    await visit(page, paths.subAccounts);
    await untilShown(page);
    const button = page.getByRole('button', { name: `Switch to ${next.name}` });
    if (this.isOffline) await expect(button).toBeDisabled({ timeout: PATIENCE_MS });
    else {
      await button.click({ timeout: PATIENCE_MS });
      this.kind = next.kind;
      this.#beginAnew();
      await expect(button).toHaveCount(0, { timeout: PATIENCE_MS });
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

export function atLogin(page: Page) {
  return page.getByRole('button', { name: 'Log in', exact: true });
}
