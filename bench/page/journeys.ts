/** Somebody's ways through the app on a slow device: a first visit, starts of a device that has everything, and the taps after. */
import type { Page } from '@playwright/test';
import { hrefTo, paths } from '../../src/app/paths';
import { isWholeKept } from '../../tests/support/kept-screens';
import type { Vitals } from './in-page';
import {
  answerMs,
  newProfile,
  PHONE_SLOWDOWN,
  slowDown,
  startMs,
  stayingMs,
  tapMs,
  vitals,
  type Profile,
  type Site,
} from './visits';

const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };
const QUIET_MS = 3_000;

export const LOGIN_FORM = 'form button[type=submit]';
/** The account's own figures, not their place. */
export const FIGURES = 'main section .rab-num';
const ASSETS_FIGURES = '[data-tab=assets] main section .rab-num';
/** The shell with Assets as the chosen tab: a tap on it has been answered. */
const ASSETS_CHOSEN = '[data-tab=assets] nav';
const ROWS = 'main [role=listitem], main li';
const linkTo = (path: string) => `a[href="${hrefTo(path)}"]`;

/** `cpu`: the processor is made so many times slower; `suffix`: a table says so. */
export interface Speed {
  cpu: number;
  suffix: string;
}
export const PHONE: Speed = { cpu: PHONE_SLOWDOWN, suffix: '' };

export interface FirstVisit extends Vitals {
  /** From the navigation until the selector was painted. */
  shownMs: number;
}

/** A first visit from an empty cache, slowed down; everything is taken when nothing moves any more. */
export async function firstVisit(
  site: Site,
  selector: string,
  { cpu }: Speed,
  { onShown = () => {}, quietMs = QUIET_MS } = {},
): Promise<FirstVisit> {
  const profile = await newProfile();
  try {
    return await profile.use(async (page) => {
      await slowDown(page, cpu, { network: true });
      const shownMs = await startMs(page, site.origin, selector);
      onShown();
      await page.waitForTimeout(quietMs);
      return { ...(await vitals(page)), shownMs };
    });
  } finally {
    await profile.remove();
  }
}

/** Visits twice, so that the service worker has everything and controls the page. */
export async function prime(profile: Profile, site: Site, use: (page: Page) => Promise<void>): Promise<void> {
  await profile.use(async (page) => {
    await page.goto(site.origin);
    await use(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(QUIET_MS);
    await page.reload();
    await page.waitForTimeout(QUIET_MS);
  });
}

export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Mobile number or e-mail').fill(DEMO.email);
  await page.getByLabel('Login password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator(FIGURES).first().waitFor();
  // The device keeps every list that a person has looked at once, and the picture of Home with it.
  await page.waitForTimeout(QUIET_MS);
  while (!(await isWholeKept(page))) await page.waitForTimeout(QUIET_MS / 10);
  for (const path of [paths.assets, paths.cashStatement]) {
    await page.evaluate((hash) => (location.hash = hash), hrefTo(path));
    await page
      .locator(path === paths.assets ? ASSETS_FIGURES : ROWS)
      .first()
      .waitFor();
  }
}

export async function secondStart(
  profile: Profile,
  url: string,
  selector: string,
  { cpu }: Speed,
  then?: (page: Page) => Promise<void>,
) {
  return profile.use(async (page) => {
    await slowDown(page, cpu);
    const ms = await startMs(page, url, selector);
    if (then) {
      await page.waitForTimeout(QUIET_MS);
      await then(page);
    }
    return ms;
  });
}

/** Somebody taps on a tab from the first moment on. */
export async function firstAnswer(profile: Profile, origin: string, { cpu }: Speed): Promise<number> {
  return profile.use(async (page) => {
    await slowDown(page, cpu);
    return answerMs(page, `${origin}/`, linkTo(paths.assets), ASSETS_CHOSEN);
  });
}

export interface Moves {
  /** From the navigation until Home's figures were there to stay. */
  stayMs: number;
  /** Of the start, until nothing moves. */
  blockedMs: number;
  tabMs: number;
  listMs: number;
}

/** Goes on after a second start: to another tab, and to a list. */
export async function move(page: Page): Promise<Moves> {
  const [stayMs, { tbtMs: blockedMs }] = [await stayingMs(page, FIGURES), await vitals(page)];
  const tabMs = await tapMs(page, linkTo(paths.assets), ASSETS_FIGURES);
  await page.waitForTimeout(QUIET_MS / 3);
  return { stayMs, blockedMs, tabMs, listMs: await tapMs(page, linkTo(paths.cashStatement), ROWS) };
}
