/**
 * Rows: 100,000 kept rows in a browser profile on disk, when a release on trial changes their layout, and when the disk
 * is full.
 */
import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { appVersion } from '../tests/e2e/support/app-version';
import { publishRelease } from '../tests/support/release';
import { SETTLE_AFTER_MS } from '../worker/cache/full-disk';
import type { DeviceRows } from './browser/device-rows';
import { bundle } from './browser/page';
import type { StartWatch } from './browser/start-watch';
import type { Comparison } from './measure';
import { newProfile } from './page/visits';
import type { Part } from './part';
import { fill, logIn, withStatementApp, type StatementApp } from './statement-app';

const FRAME_LIMIT_MS = 50;
/** An opening that is no upgrade has so long. */
const OPENING_DEADLINE_MS = 2_000;
const DEADLINE_MS = 180_000;
const RELEASE = '1.0.51';
/** The statement's rows lie in four lists of equal length, the oldest first. */
const LISTS = [
  { account: 'custody', asset: 'RAB' },
  { account: 'custody', asset: 'USDT' },
  { account: 'cash', asset: 'RAB' },
  { account: 'cash' },
];
const LIST_WITH_ROOM = { account: 'cash', asset: 'USDT', kind: 'airdrop' };
const LIST_WHEN_FULL = { account: 'cash', asset: 'USDT' };

type InBarePage = typeof globalThis & { deviceRows: DeviceRows };
type InApp = typeof globalThis & { startWatch: StartWatch };

/** A page of the same origin that is not the app. */
async function openBarePage(context: BrowserContext, { origin }: StatementApp): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await page.route(`${origin}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${origin}/bare`);
  await page.evaluate(await bundle('bench/browser/device-rows.ts'));
  return page;
}

/** Runs `work` in a bare page, while no page of the app is open. */
async function beside<T>(context: BrowserContext, app: StatementApp, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await openBarePage(context, app);
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

interface Upgrade {
  bareMs: number;
  watch: StartWatch;
}

/** Lays the rows out as before, upgrades a copy of them bare, and then starts the app. */
async function upgradeOnce(context: BrowserContext, app: StatementApp): Promise<Upgrade> {
  const bareMs = await beside(context, app, (page) =>
    page.evaluate(async () => {
      const { databaseName, layOutAsBefore, upgradeMs } = (globalThis as InBarePage).deviceRows;
      const name = await databaseName();
      await layOutAsBefore(name, 'bare');
      const spent = await upgradeMs('bare');
      indexedDB.deleteDatabase('bare');
      await layOutAsBefore(name, name);
      return spent;
    }),
  );
  const page = await context.newPage();
  await page.addInitScript({ content: await bundle('bench/browser/start-watch.ts') });
  await page.goto(app.origin);
  await page.waitForFunction(() => (globalThis as InApp).startWatch.openAt !== null, null, { timeout: DEADLINE_MS });
  const watch = await page.evaluate(() => (globalThis as InApp).startWatch);
  await page.close();
  return { bareMs, watch };
}

/** @throws Error when rows are lost, or the release on trial is not the one that runs */
async function check(context: BrowserContext, app: StatementApp, rows: number): Promise<void> {
  const counts = await countByList(context, app);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total < rows) throw new Error(`rows were lost: ${JSON.stringify(counts)}`);
  const page = await context.newPage();
  await page.goto(app.origin);
  const version = await page.locator('meta[name="app-version"]').getAttribute('content');
  await page.close();
  if (version !== RELEASE) throw new Error(`the release on trial was given up for ${version}`);
}

const countByList = (context: BrowserContext, app: StatementApp) =>
  beside(context, app, (page) =>
    page.evaluate(async () => {
      const { databaseName, countByList: count } = (globalThis as InBarePage).deviceRows;
      return count(await databaseName());
    }),
  );

function allowed(subject: string, limit: string, ms: number, name: string, figures: number[]): Comparison {
  return { subject, unit: 'ms', limit: { name: limit, figures: figures.map(() => ms) }, ours: { name, figures } };
}

function compareUpgrades(upgrades: readonly Upgrade[], rows: number): Comparison[] {
  const subject = `a release on trial changes the layout of ${rows / 1_000},000 rows`;
  const told = upgrades.map(({ watch }) => watch).filter(({ toldAt }) => toldAt !== null);
  const opened: Comparison = {
    subject,
    unit: 'ms',
    limit: { name: 'bare createIndex over the same rows', figures: upgrades.map(({ bareMs }) => bareMs) },
    ours: {
      name: 'from the navigation until the app is open',
      figures: upgrades.map(({ watch }) => watch.openAt ?? NaN),
    },
  };
  // Few rows are over before there is anything to say.
  if (told.length === 0) return [opened];
  const toldAt = told.map((watch) => watch.toldAt ?? NaN);
  const gaps = told.map(({ longestGapMs }) => longestGapMs);
  return [
    opened,
    allowed(subject, 'the deadline of an opening', OPENING_DEADLINE_MS, 'until the page says so', toldAt),
    allowed(subject, 'a frame of 50 ms', FRAME_LIMIT_MS, 'longest time between frames from then on', gaps),
  ];
}

/** Installs a release, which comes up at the next start. */
async function installRelease(page: Page, { varDir }: StatementApp): Promise<void> {
  const folder = await appVersion({ version: RELEASE });
  await publishRelease({ varDir, version: RELEASE, folder });
  await rm(folder, { recursive: true });
  await page.reload();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('heading', { name: 'Restart to finish' }).waitFor();
}

/** Reads further lists on a disk that is full, until nothing more fits and until it does again. */
async function fillDisk(
  context: BrowserContext,
  app: StatementApp,
  rowCount: number,
  say: (line: string) => void,
): Promise<Comparison[]> {
  const page = await context.newPage();
  await page.addInitScript({ content: await bundle('bench/browser/long-list.ts') });
  await page.goto(app.origin);
  await page.waitForFunction(() => document.querySelector('nav a') !== null);
  const withRoom = await fill(page, rowCount / 20, LIST_WITH_ROOM);
  const devtools = await context.newCDPSession(page);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.origin, quotaSize: usage });
  const full = await fill(page, rowCount, LIST_WHEN_FULL, true);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.origin });
  await page.close();
  say(`left after ${full.pagesMs.length} pages: ${JSON.stringify(await countByList(context, app))}, ${full.mode}`);
  const subject = `${rowCount / 1_000},000 rows fill the disk`;
  return [
    {
      subject,
      unit: 'ms',
      limit: { name: 'the longest page of 100 rows with room', figures: [Math.max(...withRoom.pagesMs)] },
      ours: { name: 'the longest page, for which lists go', figures: [Math.max(...full.pagesMs)] },
    },
    allowed(subject, 'the first look', SETTLE_AFTER_MS, 'until memory is written to the disk', [full.fullMs ?? NaN]),
    allowed(subject, 'a frame of 50 ms', FRAME_LIMIT_MS, 'longest time between frames', [full.longestGapMs]),
  ];
}

interface Size {
  rows: number;
  rounds: number;
  say: (line: string) => void;
}

async function measure(context: BrowserContext, app: StatementApp, size: Size): Promise<Comparison[]> {
  const { rows: count, rounds, say } = size;
  say(`keeping ${count} rows`);
  const page = await context.newPage();
  await page.addInitScript({ content: await bundle('bench/browser/long-list.ts') });
  await logIn(page, app.origin);
  for (const list of LISTS) await fill(page, count / LISTS.length, list);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await installRelease(page, app);
  await page.close();
  const upgrades: Upgrade[] = [];
  for (let round = 0; round < rounds; round += 1) {
    say(`changing the layout, ${round + 1} of ${rounds}`);
    upgrades.push(await upgradeOnce(context, app));
    await check(context, app, count);
  }
  say('filling the disk');
  return [...compareUpgrades(upgrades, count), ...(await fillDisk(context, app, count, say))];
}

export const rows: Part = ({ isQuick, say }) => {
  const count = isQuick ? 4_000 : 100_000;
  return withStatementApp({ rows: count, say }, async (app) => {
    const profile = await newProfile();
    try {
      return await profile.use(async (_page, context) => ({
        comparisons: await measure(context, app, { rows: count, rounds: isQuick ? 1 : 3, say }),
        ranOn: `Chromium ${context.browser()?.version() ?? ''}, a profile on disk`,
      }));
    } finally {
      await profile.remove();
    }
  });
};
