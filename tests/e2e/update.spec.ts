/** Hot and full update, against the production build and the real gateway, with a line between that spoils packages. */
import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { APP_VERSION } from '../../contract/app-version';
import { releaseFileUrl } from '../../contract/release';
import { publishedManifest, publishRelease } from '../support/release';
import { appVersion, extraPath, type AppVersionOptions } from './support/app-version';
import { expect, test as base, untilInstalled } from './support/app';
import { openReleaseLine, type ReleaseLine } from './support/release-line';

const test = base.extend<object, { line: ReleaseLine }>({
  line: [
    async ({ gateway }, use) => {
      const line = await openReleaseLine(gateway.origin);
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
});

let lastPatch = 50;
/** Published versions only go up. */
const nextVersion = () => `1.0.${(lastPatch += 1)}`;

test.beforeEach(({ line }) => {
  Object.assign(line, { spoil: () => null, hold: () => undefined, announced: null, isDown: false });
  line.asked.length = 0;
});

/** Publishes a version of the app. @returns its number and the digests of its extra files */
async function release(varDir: string, options: Partial<AppVersionOptions> & { isFull?: boolean } = {}) {
  const { isFull = false, ...rest } = options;
  const version = nextVersion();
  const folder = await appVersion({ version, ...rest });
  await publishRelease({ varDir, version, folder, isFull });
  await rm(folder, { recursive: true });
  const { files } = await publishedManifest(varDir, version, isFull ? 'full' : 'hot');
  const digestOf = (path: string) => files.find((file) => file.path === path)?.sha256 ?? '';
  const extras = [0, 1, 2, 3].map((index) => releaseFileUrl(digestOf(extraPath(version, index))));
  return { version, extras, unchanged: releaseFileUrl(digestOf('/boot.js')) };
}

const filesAsked = (line: ReleaseLine) => line.asked.filter((path) => path.startsWith('/releases/files/'));
const card = (page: Page) => page.getByRole('dialog');
/** The page is of this version. */
const isOf = (page: Page, version: string) =>
  expect(page.locator('meta[name="app-version"]')).toHaveAttribute('content', version);

/** Opens the app with its service worker in place, while nothing is announced. */
async function installedApp(page: Page, line: ReleaseLine): Promise<void> {
  line.announced = { hot_version_code: '', version_code: '' };
  await page.goto(line.origin);
  await untilInstalled(page);
  line.announced = null;
}

async function offered(page: Page, version: string): Promise<void> {
  await page.reload();
  await expect(card(page).getByRole('heading', { name: 'Update available' })).toBeVisible();
  await expect(card(page)).toContainText(`${APP_VERSION}→${version}`);
}

async function update(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Update now' }).click();
}

async function ready(page: Page): Promise<void> {
  await expect(card(page).getByRole('heading', { name: 'Restart to finish' })).toBeVisible();
}

test('a hot update: progress, two tabs together, what was typed is kept', async ({ context, gateway, line, page }) => {
  await installedApp(page, line);
  const { version, extras, unchanged } = await release(gateway.varDir);
  const other = await context.newPage();
  await other.goto(`${line.origin}/#${paths.register}`);
  await card(other).getByRole('button', { name: 'Later' }).click();
  await other.getByLabel('E-mail or mobile number').fill('kept@rab.example');
  await other.getByLabel('Invitation code').fill('KEPT42');

  await page.bringToFront();
  await offered(page, version);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  line.hold = (path) => (path === extras[3] ? held : undefined);
  await update(page);
  const bar = card(page).getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(card(page)).toContainText(/0\.\d MB \/ 0\.\d MB/);
  letGo();
  await ready(page);
  const loaded = filesAsked(line);
  expect(new Set(loaded).size).toBe(loaded.length);
  expect(loaded).toEqual(expect.arrayContaining(extras));
  expect(loaded, 'what the base build has is not loaded').not.toContain(unchanged);
  await expect(card(other).getByRole('heading', { name: 'Restart to finish' })).toBeVisible();

  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await isOf(page, version);
  await isOf(other, version);
  await expect(other.getByLabel('E-mail or mobile number')).toHaveValue('kept@rab.example');
  await expect(other.getByLabel('Invitation code')).toHaveValue('KEPT42');
  const headers = await page.evaluate(async () => Object.fromEntries((await fetch('/index.html')).headers));
  expect(headers['content-security-policy']).toContain("script-src 'self'");

  await context.setOffline(true);
  await page.reload();
  await isOf(page, version);
  await expect(page.getByLabel('Mobile number or e-mail')).toBeVisible();
});
