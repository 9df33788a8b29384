/** Page: how the app starts and moves on a slow device, beside a bare React page of the same run. */
import type { Page } from '@playwright/test';
import { hrefTo, paths } from '../../src/app/paths';
import { startGateway } from '../../tests/support/gateway-process';
import { isWholeKept } from '../../tests/support/kept-screens';
import { compare, spreadOf, type Comparison, type Rounds, type Side } from '../measure';
import type { Part } from '../part';
import { startBareSite } from './bare-site';
import type { Vitals } from './in-page';
import {
  answerMs,
  newProfile,
  PHONE_SLOWDOWN,
  slowDown,
  startMs,
  tapMs,
  vitals,
  type Profile,
  type Site,
} from './visits';

const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };
const ROUNDS: Rounds = { rounds: 9, warmUps: 1 };
const QUICK: Rounds = { rounds: 1, warmUps: 0 };
const QUIET_MS = 3_000;

/** The bare page started in so many ms, at 4 × CPU slow-down, on the machine on which the limits in ms were set. */
const REFERENCE_START_MS = 281;
const CALIBRATION_STARTS = 5;

const BARE = 'bare React page';
const BARE_ROWS = 'li';
const LOGIN_FORM = 'form button[type=submit]';
/** The account's own figures, not their place. */
const FIGURES = 'main section .rab-num';
const ASSETS_FIGURES = '[data-tab=assets] main section .rab-num';
/** The shell with Assets as the chosen tab: a tap on it has been answered. */
const ASSETS_CHOSEN = '[data-tab=assets] nav';
const ROWS = 'main [role=listitem], main li';
const linkTo = (path: string) => `a[href="${hrefTo(path)}"]`;

/** `cpu`: the processor is made so many times slower; `suffix`: a table says so. */
interface Speed {
  cpu: number;
  suffix: string;
}
const PHONE: Speed = { cpu: PHONE_SLOWDOWN, suffix: '' };

/** A first visit from an empty cache, slowed down; everything is taken when nothing moves any more. */
async function firstVisit(site: Site, selector: string, { cpu }: Speed): Promise<Vitals> {
  const profile = await newProfile();
  try {
    return await profile.use(async (page) => {
      await slowDown(page, cpu, { network: true });
      await startMs(page, site.origin, selector);
      await page.waitForTimeout(QUIET_MS);
      return vitals(page);
    });
  } finally {
    await profile.remove();
  }
}

async function compareFirstVisits(bare: Site, ours: Site, rounds: Rounds, speed: Speed): Promise<Comparison[]> {
  const seen: Vitals[] = [];
  const subject = (what: string) => `first visit: ${what}${speed.suffix}`;
  const limit: Side = { name: BARE, round: async () => (await firstVisit(bare, BARE_ROWS, speed)).lcpMs };
  const login: Side = {
    name: 'login page',
    async round() {
      const figures = await firstVisit(ours, LOGIN_FORM, speed);
      seen.push(figures);
      return figures.lcpMs;
    },
  };
  const largest = await compare(subject('largest contentful paint'), 'ms', [limit], [login], rounds);
  const counted = seen.slice(rounds.warmUps);
  return [
    allowed(
      subject('first contentful paint'),
      900,
      'login page',
      counted.map(({ fcpMs }) => fcpMs),
    ),
    ...largest,
    allowed(
      subject('largest contentful paint'),
      1_500,
      'login page',
      counted.map(({ lcpMs }) => lcpMs),
    ),
    allowed(
      subject('blocking time'),
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

interface Moves {
  tabMs: number[];
  listMs: number[];
  blockedMs: number[];
}

async function secondStart(
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
async function firstAnswer(profile: Profile, origin: string, { cpu }: Speed): Promise<number> {
  return profile.use(async (page) => {
    await slowDown(page, cpu);
    return answerMs(page, `${origin}/`, linkTo(paths.assets), ASSETS_CHOSEN);
  });
}

/** The slow-down at which the bare page starts here as fast as on the machine on which the limits in ms were set. */
async function referenceSpeed(profile: Profile, bare: Site): Promise<Speed> {
  const starts: number[] = [];
  for (let start = 0; start < CALIBRATION_STARTS; start += 1) {
    starts.push(await secondStart(profile, bare.origin, BARE_ROWS, PHONE));
  }
  const cpu = Math.max(1, (PHONE_SLOWDOWN * REFERENCE_START_MS) / spreadOf(starts).median);
  return { cpu, suffix: `, at ${cpu.toFixed(1)} ×` };
}

/** With every server gone: the browser started anew on what it keeps. */
async function compareSecondStarts(
  profiles: Record<'bare' | 'ours', Profile>,
  origins: Record<'bare' | 'ours', string>,
  rounds: Rounds,
  speed: Speed,
): Promise<Comparison[]> {
  const moves: Moves = { tabMs: [], listMs: [], blockedMs: [] };
  const move = async (page: Page) => {
    moves.blockedMs.push((await vitals(page)).tbtMs);
    moves.tabMs.push(await tapMs(page, linkTo(paths.assets), ASSETS_FIGURES));
    await page.waitForTimeout(QUIET_MS / 3);
    moves.listMs.push(await tapMs(page, linkTo(paths.cashStatement), ROWS));
  };
  const starts = await compare(
    `second start, offline${speed.suffix}`,
    'ms',
    [{ name: `${BARE}, 20 rows`, round: () => secondStart(profiles.bare, origins.bare, BARE_ROWS, speed) }],
    [
      {
        name: "Home's own figures",
        round: () => secondStart(profiles.ours, `${origins.ours}/`, FIGURES, speed, move),
      },
      { name: 'a tap on a tab answers', round: () => firstAnswer(profiles.ours, origins.ours, speed) },
    ],
    rounds,
  );
  const counted = (figures: number[]) => figures.slice(rounds.warmUps);
  return [
    ...starts,
    allowed(`second start: blocking time${speed.suffix}`, 300, 'Home, until nothing moves', counted(moves.blockedMs)),
    allowed(`tab switched${speed.suffix}`, 100, 'Assets with its figures', counted(moves.tabMs)),
    allowed(`list opened${speed.suffix}`, 100, 'statement with its rows', counted(moves.listMs)),
  ];
}

/**
 * Everything twice: as slow as the limits want it, and at the slow-down at which the bare page starts as it did where the
 * limits in ms were set. The ratio to the bare page is of the first, what is allowed in ms of the second.
 */
export const page: Part = async ({ isQuick, say }) => {
  const rounds = isQuick ? QUICK : ROUNDS;
  const bare = await startBareSite();
  const ours = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const site: Site = { origin: ours.origin, stop: async () => void (await ours.stop()) };
  const profiles = { bare: await newProfile(), ours: await newProfile() };
  const origins = { bare: bare.origin, ours: ours.origin };
  const comparisons: Comparison[] = [];
  try {
    await prime(profiles.bare, bare, (first) => first.locator(BARE_ROWS).first().waitFor());
    await prime(profiles.ours, site, logIn);
    const speeds = [PHONE, await referenceSpeed(profiles.bare, bare)];
    for (const speed of speeds) {
      say(`first visits${speed.suffix}`);
      comparisons.push(...(await compareFirstVisits(bare, site, rounds, speed)));
    }
    await Promise.all([bare.stop(), site.stop()]);
    for (const speed of speeds) {
      say(`second starts${speed.suffix}`);
      comparisons.push(...(await compareSecondStarts(profiles, origins, rounds, speed)));
    }
    return {
      comparisons,
      ranOn: `Chromium at ${PHONE_SLOWDOWN} × CPU slow-down where nothing else stands; first visits at 150 ms, 1.6 Mbit/s`,
    };
  } finally {
    await Promise.all([bare.stop(), ours.stop(), profiles.bare.remove(), profiles.ours.remove()]);
  }
};
