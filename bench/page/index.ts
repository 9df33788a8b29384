/** Page: how the app starts and moves on a slow device, beside a bare React page of the same run. */
import type { Page } from '@playwright/test';
import { hrefTo, paths } from '../../src/app/paths';
import { startGateway } from '../../tests/support/gateway-process';
import { compare, type Comparison, type Rounds, type Side } from '../measure';
import type { Part } from '../part';
import { startBareSite } from './bare-site';
import type { Vitals } from './in-page';
import { newProfile, slowDown, startMs, tapMs, vitals, type Profile, type Site } from './visits';

const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };
const ROUNDS: Rounds = { rounds: 9, warmUps: 1 };
const QUICK: Rounds = { rounds: 1, warmUps: 0 };
const QUIET_MS = 3_000;

const BARE = 'bare React page';
const BARE_ROWS = 'li';
const LOGIN_FORM = 'form button[type=submit]';
/** The account's own figures, not their place. */
const FIGURES = 'main section .rab-num';
const ASSETS_FIGURES = '[data-tab=assets] main section .rab-num';
const ROWS = 'main [role=listitem], main li';
const linkTo = (path: string) => `a[href="${hrefTo(path)}"]`;

/** A first visit from an empty cache, slowed down; everything is taken when nothing moves any more. */
async function firstVisit(site: Site, selector: string): Promise<Vitals> {
  const profile = await newProfile();
  try {
    return await profile.use(async (page) => {
      await slowDown(page, { network: true });
      await startMs(page, site.origin, selector);
      await page.waitForTimeout(QUIET_MS);
      return vitals(page);
    });
  } finally {
    await profile.remove();
  }
}

async function compareFirstVisits(bare: Site, ours: Site, rounds: Rounds): Promise<Comparison[]> {
  const seen: Vitals[] = [];
  const limit: Side = { name: BARE, round: async () => (await firstVisit(bare, BARE_ROWS)).lcpMs };
  const login: Side = {
    name: 'login page',
    async round() {
      const figures = await firstVisit(ours, LOGIN_FORM);
      seen.push(figures);
      return figures.lcpMs;
    },
  };
  const largest = await compare('first visit: largest contentful paint', 'ms', [limit], [login], rounds);
  const counted = seen.slice(rounds.warmUps);
  return [
    allowed(
      'first visit: first contentful paint',
      900,
      'login page',
      counted.map(({ fcpMs }) => fcpMs),
    ),
    ...largest,
    allowed(
      'first visit: largest contentful paint',
      1_500,
      'login page',
      counted.map(({ lcpMs }) => lcpMs),
    ),
    allowed(
      'first visit: blocking time',
      50,
      'login page',
      counted.map(({ tbtMs }) => tbtMs),
    ),
  ];
}

function allowed(subject: string, limitMs: number, name: string, figures: number[]): Comparison {
  return {
    subject,
    unit: 'ms',
    limit: { name: 'allowed', figures: figures.map(() => limitMs) },
    ours: { name, figures },
  };
}

/** The limit of a tap, 100 ms, was set on a machine on which the bare page starts in 281 ms: as much of this machine's time. */
function partOfBareStart(subject: string, name: string, figures: number[], bareStarts: Comparison[]): Comparison {
  const starts = bareStarts.flatMap(({ limit }) => limit.figures);
  const limit = { name: `100/281 of the ${BARE}’s start`, figures: starts.map((ms) => (ms * 100) / 281) };
  return { subject, unit: 'ms', limit, ours: { name, figures } };
}

/** Visits twice, so that the service worker has everything and controls the page. */
async function prime(profile: Profile, site: Site, use: (page: Page) => Promise<void>): Promise<void> {
  await profile.use(async (page) => {
    await page.goto(site.origin);
    await use(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(QUIET_MS);
    await page.reload();
    await page.waitForTimeout(QUIET_MS);
  });
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Mobile number or e-mail').fill(DEMO.email);
  await page.getByLabel('Login password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator(FIGURES).first().waitFor();
  // What a person has looked at once is on the device.
  for (const path of [paths.assets, paths.cashStatement]) {
    await page.evaluate((hash) => (location.hash = hash), hrefTo(path));
    await page
      .locator(path === paths.assets ? ASSETS_FIGURES : ROWS)
      .first()
      .waitFor();
  }
}

interface Moves {
  tabMs: number[];
  listMs: number[];
}

async function secondStart(profile: Profile, url: string, selector: string, then?: (page: Page) => Promise<void>) {
  return profile.use(async (page) => {
    await slowDown(page);
    const ms = await startMs(page, url, selector);
    if (then) {
      await page.waitForTimeout(QUIET_MS);
      await then(page);
    }
    return ms;
  });
}

/** With every server gone: the browser started anew on what it keeps. */
async function compareSecondStarts(bare: Site, ours: Site, rounds: Rounds): Promise<Comparison[]> {
  const profiles = { bare: await newProfile(), ours: await newProfile() };
  const moves: Moves = { tabMs: [], listMs: [] };
  try {
    await prime(profiles.bare, bare, (page) => page.locator(BARE_ROWS).first().waitFor());
    await prime(profiles.ours, ours, logIn);
    await Promise.all([bare.stop(), ours.stop()]);
    const move = async (page: Page) => {
      moves.tabMs.push(await tapMs(page, linkTo(paths.assets), ASSETS_FIGURES));
      await page.waitForTimeout(QUIET_MS / 3);
      moves.listMs.push(await tapMs(page, linkTo(paths.cashStatement), ROWS));
    };
    const starts = await compare(
      'second start, offline',
      'ms',
      [{ name: `${BARE}, 20 rows`, round: () => secondStart(profiles.bare, bare.origin, BARE_ROWS) }],
      [{ name: "Home's own figures", round: () => secondStart(profiles.ours, `${ours.origin}/`, FIGURES, move) }],
      rounds,
    );
    const taps = [
      ['tab switched', 'Assets with its figures', moves.tabMs.slice(rounds.warmUps)],
      ['list opened', 'statement with its rows', moves.listMs.slice(rounds.warmUps)],
    ] as const;
    return [
      ...starts,
      ...taps.flatMap(([subject, name, figures]) => [
        allowed(subject, 100, name, figures),
        partOfBareStart(subject, name, figures, starts),
      ]),
    ];
  } finally {
    await Promise.all([profiles.bare.remove(), profiles.ours.remove()]);
  }
}

export const page: Part = async ({ isQuick, say }) => {
  const rounds = isQuick ? QUICK : ROUNDS;
  const bare = await startBareSite();
  const ours = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const site: Site = { origin: ours.origin, stop: async () => void (await ours.stop()) };
  try {
    say('first visits');
    const first = await compareFirstVisits(bare, site, rounds);
    say('second starts');
    const second = await compareSecondStarts(bare, site, rounds);
    return {
      comparisons: [...first, ...second],
      ranOn: 'Chromium at 4 × CPU slow-down; first visits at 150 ms, 1.6 Mbit/s',
    };
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
  }
};
