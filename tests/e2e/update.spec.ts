/** Hot and full update, against the production build and the real gateway, with a line between that spoils packages. */
import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { APP_VERSION } from '../../contract/app-version';
import { releaseFileUrl } from '../../contract/release';
import { announce, newKeyFile, publishedManifest, publishRelease, putPackage } from '../support/release';
import { operate } from '../support/operator';
import { appVersion, extraPath, type AppVersionOptions } from './support/app-version';
import { DEMO, expect, logIn, reload, tab, test as base, untilInstalled } from './support/app';
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
async function release(
  varDir: string,
  options: Partial<AppVersionOptions> & { isFull?: boolean; notes?: string[] } = {},
) {
  const { isFull = false, notes = [], ...rest } = options;
  const version = nextVersion();
  const folder = await appVersion({ version, ...rest });
  await publishRelease({ varDir, version, folder, isFull, notes });
  await rm(folder, { recursive: true });
  const { files } = await publishedManifest(varDir, version, isFull ? 'full' : 'hot');
  const digestOf = (path: string) => files.find((file) => file.path === path)?.sha256 ?? '';
  const extras = [0, 1, 2, 3].map((index) => releaseFileUrl(digestOf(extraPath(version, index))));
  return { version, extras, unchanged: releaseFileUrl(digestOf('/boot.js')), count: files.length };
}

const filesAsked = (line: ReleaseLine) => line.asked.filter((path) => path.startsWith('/releases/files/'));
const card = (page: Page) => page.getByRole('dialog');
/** The page is of this version. */
const isOf = (page: Page, version: string) =>
  expect(page.locator('meta[name="app-version"]')).toHaveAttribute('content', version);

const NOTHING = { hot_version_code: '', version_code: '' };

/** Opens the app with its service worker in place, while nothing is announced. */
async function installedApp(page: Page, line: ReleaseLine): Promise<void> {
  line.announced = NOTHING;
  await page.goto(line.origin);
  await untilInstalled(page);
  line.announced = null;
}

async function offered(page: Page, version: string): Promise<void> {
  await reload(page);
  await expect(card(page).getByRole('heading', { name: 'Update available' })).toBeVisible();
  await expect(card(page)).toContainText(`${APP_VERSION}→${version}`);
}

async function update(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Update now' }).click();
}

async function ready(page: Page): Promise<void> {
  await expect(card(page).getByRole('heading', { name: 'Restart to finish' })).toBeVisible();
}

async function failed(page: Page, text: 'Update download failed' | 'Install failed'): Promise<void> {
  await expect(card(page).getByRole('heading', { name: text })).toBeVisible();
}

/** The version before goes on, offline too. */
async function stillWorks(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await reload(page);
  await expect(page.getByLabel('Mobile number or e-mail')).toBeVisible();
  await expect(page.locator('meta[name="app-version"]')).toHaveCount(0);
  await context.setOffline(false);
}

test('a hot update: progress, two tabs together, what was typed is kept', async ({ context, gateway, line, page }) => {
  await installedApp(page, line);
  const notes = ['EN=Statements as PDF', 'EN=Deposits & exchange', 'DE=Auszüge als PDF'];
  const { version, extras, unchanged } = await release(gateway.varDir, { notes });
  const other = await context.newPage();
  await other.goto(`${line.origin}/#${paths.register}`);
  await card(other).getByRole('button', { name: 'Later' }).click();
  await other.getByLabel('E-mail or mobile number').fill('kept@rab.example');
  await other.getByLabel('Invitation code').fill('KEPT42');

  await page.bringToFront();
  await offered(page, version);
  await expect(card(page)).toContainText(/Hot update · \d(\.\d)? MB/);
  const [size = ''] = /\d(\.\d)? MB/.exec(await card(page).innerText()) ?? [];
  await expect(card(page).getByRole('listitem')).toHaveText(['Statements as PDF', 'Deposits & exchange']);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  line.hold = (path) => (path === extras[3] ? held : undefined);
  await update(page);
  const bar = card(page).getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(card(page), 'what was told before is what is loaded').toContainText(`MB / ${size}`);
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
  await reload(page);
  await isOf(page, version);
  await expect(page.getByLabel('Mobile number or e-mail')).toBeVisible();
});

/** Looks again by hand, on About. */
async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check for update' }).click();
}

/** The card goes, and nothing is left of the failure. */
async function putAway(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Later' }).click();
  await expect(card(page)).toBeHidden();
}

// Before the failures below: the gateway takes few reports from one address in an hour.
test('a version that does not start: the former one is back, and the operator hears of it', async ({
  context,
  gateway,
  line,
  page,
}) => {
  await installedApp(page, line);
  const { version } = await release(gateway.varDir, { isBroken: true });
  const other = await context.newPage();
  await other.goto(`${line.origin}/#${paths.register}`);
  await putAway(other);
  await page.bringToFront();
  await offered(page, version);
  await update(page);
  await ready(page);
  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await expect(card(page)).toContainText('The new version could not start; the former one is back');
  await card(page).getByRole('button', { name: 'Understood' }).click();
  await expect
    .poll(async () => (await operate(gateway.varDir, ['release', 'show'])).join('\n'))
    .toMatch(new RegExp(`${version.replaceAll('.', '\\.')}\treport\thot did-not-start: [12],.*broken on purpose`));
  await expect(other.getByLabel('Invitation code')).toBeVisible();
  await stillWorks(page, context);
  await reload(page);
  await expect(page.getByLabel('Mobile number or e-mail')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('a package that somebody else signed, and damaged files, also when the HTTP cache keeps them for ever', async ({
  context,
  gateway,
  line,
  page,
}) => {
  const { varDir } = gateway;
  await installedApp(page, line);
  const strange = nextVersion();
  const { keyFile } = await newKeyFile(varDir);
  await putPackage({ varDir, version: strange, kind: 'hot', files: { '/index.html': 'not ours' }, keyFile });
  await announce(varDir, strange);
  await offered(page, strange);
  await update(page);
  await failed(page, 'Install failed');
  expect(filesAsked(line)).toEqual([]);

  const truncated = await release(varDir);
  const flipped = (body: Buffer) => Buffer.concat([body.subarray(0, -1), Buffer.from([(body.at(-1) ?? 0) ^ 1])]);

  line.spoil = (path, body) => (path === truncated.extras[0] ? body.subarray(0, 1000) : null);
  await offered(page, truncated.version);
  await update(page);
  await failed(page, 'Update download failed');
  await stillWorks(page, context);

  // Uses a version of its own: files that came whole before the truncated one are not loaded again.
  const { version, extras } = await release(varDir);
  const [file = ''] = extras;
  line.spoil = (path, body) => (path === file ? flipped(body) : null);
  const cached = await page.evaluate(async (url) => {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.headers.get('cache-control');
  }, file);
  expect(cached).toContain('immutable');
  await offered(page, version);
  await update(page);
  await failed(page, 'Update download failed');

  // The gateway is right again; the page still gets the damaged answer from its HTTP cache.
  line.spoil = () => null;
  line.asked.length = 0;
  await page.evaluate(async (url) => (await fetch(url)).arrayBuffer(), file);
  expect(line.asked).not.toContain(file);
  await card(page).getByRole('button', { name: 'Retry' }).click();
  await ready(page);
  expect(line.asked).toContain(file);
  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await isOf(page, version);
});

/** Counts the files of a package that are staged. */
const staged = (page: Page, version: string) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return 0;
    return (await (await caches.open(name)).keys()).length;
  }, `rab-release-${version}`);

/** Stops the line before the last file of a package. @returns lets it go on */
function holdLast(line: ReleaseLine, { extras }: { extras: readonly string[] }): () => void {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  line.hold = (path) => (path === extras[0] ? held : undefined);
  return letGo;
}

test('the server is gone in the middle, then the service worker is killed: only what is missing is loaded', async ({
  context,
  gateway,
  line,
  page,
}) => {
  await installedApp(page, line);
  const made = await release(gateway.varDir);
  let letGo = holdLast(line, made);
  await offered(page, made.version);
  await update(page);
  await expect.poll(() => staged(page, made.version)).toBe(made.count - 1);
  line.isDown = true;
  line.spoil = () => 'cut';
  letGo();
  await failed(page, 'Update download failed');
  await stillWorks(page, context);
  line.isDown = false;
  line.spoil = () => null;
  line.asked.length = 0;
  letGo = holdLast(line, made);
  await offered(page, made.version);
  await expect(card(page), 'what is staged is not counted').toContainText('Hot update · 0.1 MB');
  await update(page);
  await expect.poll(() => filesAsked(line), 'only what was not there').toEqual([made.extras[0]]);

  const browser = await context.newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  // From here on only the next service worker asks, and it may be quick.
  line.asked.length = 0;
  await browser.send('ServiceWorker.stopAllWorkers');
  line.hold = () => undefined;
  letGo();
  await ready(page);
  expect(filesAsked(line), 'only what was not there').toEqual([made.extras[0]]);
  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await isOf(page, made.version);
});

test('no space left', async ({ context, gateway, line, page }) => {
  await installedApp(page, line);
  const { version } = await release(gateway.varDir, { extraBytes: 2_000_000 });
  await offered(page, version);
  const browser = await context.newCDPSession(page);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  await browser.send('Storage.overrideQuotaForOrigin', { origin: line.origin, quotaSize: usage + 3_000_000 });
  await update(page);
  await failed(page, 'Install failed');
  await expect.poll(() => staged(page, version)).toBe(0);
  await stillWorks(page, context);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: line.origin });
  await offered(page, version);
  await update(page);
  await ready(page);
});

test('a full update, with the order form open; About tells the versions', async ({ context, gateway, line, page }) => {
  await installedApp(page, line);
  line.announced = NOTHING;
  await logIn(page, line, DEMO);
  const other = await context.newPage();
  await other.goto(line.origin);
  await tab(other, 'Trust');
  await other.getByRole('button', { name: 'Place custody order' }).click();
  await card(other).getByRole('textbox', { name: 'Amount in custody' }).fill('321.5');

  const { version } = await release(gateway.varDir, { isFull: true });
  line.announced = null;
  await page.bringToFront();
  await page.goto(`${line.origin}/#${paths.about}`);
  await expect(page.getByText(`Version ${APP_VERSION} (`)).toBeVisible();
  await check(page);
  await expect(card(page)).toContainText('Full update');
  await update(page);
  await ready(page);
  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await isOf(page, version);
  await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`Base version ${APP_VERSION}`)).toBeVisible();
  await check(page);
  await expect(page.getByText('This is the newest version')).toBeVisible();

  await isOf(other, version);
  await expect(card(other).getByRole('textbox', { name: 'Amount in custody' })).toHaveValue('321.5');
});

// Comes last: the gateway refuses other tests' acts with the version that was built.
test('a version that is too old, on its first visit: the newer one is installed unasked, and logs in', async ({
  gateway,
  line,
  page,
}) => {
  const { version } = await release(gateway.varDir, { isFull: true });
  await operate(gateway.varDir, ['config', 'set', 'app.leastVersion', JSON.stringify(version)]);
  await page.goto(line.origin);
  await page.getByLabel('Mobile number or e-mail').fill(DEMO.email);
  await page.getByLabel('Login password').fill(DEMO.password);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('heading', { name: /Update needed|Restart to finish/ })).toBeVisible();
  await ready(page);
  await card(page).getByRole('button', { name: 'Restart now' }).click();
  await isOf(page, version);
  await logIn(page, line, DEMO);
});
