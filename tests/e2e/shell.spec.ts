/** The app around every screen: launch, missing pages, back, language, theme, and the installed app. */
import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { DEMO, expect, logIn, logInAt, open, reload, tab, test, type Gateway, untilInstalled } from './support/app';
import { collectComplaints } from './support/complaints';
import { OPEN_ROUTES, untilShown, visit } from './support/routes';

const atPath = (path: string) => (url: URL) => url.hash === `#${path}`;

/** A launch is a tab of its own; a link within the app is none. */
async function launch(context: BrowserContext, gateway: Gateway, path: string): Promise<Page> {
  const page = await context.newPage();
  await open(page, gateway, path);
  return page;
}

test('the launch rule, without and with a session', async ({ context, gateway, page }) => {
  const cases = [
    // The launch's target, its end without a session, and its end with a session.
    ['/', paths.login, paths.home],
    [paths.login, paths.login, paths.home],
    [paths.custody, paths.login, paths.home],
    [paths.settings, paths.login, paths.home],
    [paths.register, paths.register, paths.register],
    [paths.install, paths.install, paths.install],
    [paths.assets, paths.login, paths.assets],
  ] as const;
  for (const [path, anonymous] of cases) {
    const tabPage = await launch(context, gateway, path);
    await expect(tabPage, path).toHaveURL(atPath(anonymous));
    await untilShown(tabPage);
    await tabPage.close();
  }
  await test.step('what is no link of ours ends at Home, a shortcut goes on to its screen', async () => {
    const chosen = (url: URL) => url.hash === `#${paths.deposit}?shortcut=1`;
    for (const [address, target] of [
      ['/?link=https%3A%2F%2Felsewhere.example%2F', atPath(paths.home)],
      [`/?fresh#${paths.deposit}?shortcut=1`, chosen],
    ] as const) {
      await logInAt(page, `${gateway.origin}${address}`, DEMO);
      await expect(page, address).toHaveURL(target);
      await visit(page, paths.settings);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(atPath(paths.login));
    }
  });
  await logIn(page, gateway, DEMO);
  for (const [path, , inside] of cases) {
    const tabPage = await launch(context, gateway, path);
    await expect(tabPage, path).toHaveURL(atPath(inside));
    await untilShown(tabPage);
    await tabPage.close();
  }
  await test.step('a reload stays where it is', async () => {
    await visit(page, paths.custodyOrders);
    await reload(page);
    await untilShown(page);
    await expect(page).toHaveURL(atPath(paths.custodyOrders));
  });
});

test('what is not there, back, language, copying', async ({ context, gateway, page }) => {
  await page.goto(`${gateway.origin}/healthz`);
  await logIn(page, gateway, DEMO);

  await test.step('a path that is not ours says so and leads home', async () => {
    await visit(page, '/pages/nowhere/nowhere');
    await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(atPath(paths.home));
  });

  await test.step('the language changes in place, there and back', async () => {
    await visit(page, paths.appearance);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByText('简体中文', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^语言/ })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page).toHaveURL(atPath(paths.appearance));
    await visit(page, paths.home);
    const navigation = page.getByRole('navigation', { name: '主导航' });
    await expect(navigation.getByRole('link', { name: '资产', exact: true })).toBeVisible();
    // The gateway's texts follow as well.
    await expect(page.locator('main')).not.toContainText(/[a-z]{5,} [a-z]{3,}/);
    await visit(page, paths.appearance);
    await page.getByText('English', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Language and theme' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  await test.step('copying says so, and has copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, paths.cashStatement);
    await page.getByRole('listitem').getByRole('button').first().click();
    const copy = page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first();
    const text = await copy.locator('xpath=preceding-sibling::code').textContent();
    await copy.click();
    await expect(page.getByRole('dialog').getByText('Copied', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('back on a tab asks once, and the second time leaves', async () => {
    await visit(page, paths.home);
    await tab(page, 'Trust');
    await page.goBack();
    await expect(page.getByRole('status').filter({ hasText: 'Press again to exit the app' })).toBeVisible();
    await expect(page).toHaveURL(atPath(paths.custody));
    // A person who presses again within three seconds leaves. A busy machine may be too late; the app then asks once more.
    const isOut = () => page.url() === `${gateway.origin}/healthz`;
    await expect(async () => {
      if (!isOut()) await page.goBack();
      expect(isOut()).toBe(true);
    }).toPass({ timeout: 60_000, intervals: [0] });
  });
});

interface Flash {
  changes: { to: string | null; atMs: number }[];
}

test('the chosen theme is there before the first paint', async ({ gateway, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    const flash: Flash = { changes: [] };
    Object.assign(window, { flash });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const to = (target as Element).getAttribute('data-prefers-color-scheme');
        flash.changes.push({ to, atMs: performance.now() });
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-prefers-color-scheme'] });
  });
  await logIn(page, gateway, DEMO);
  await visit(page, paths.appearance);
  for (const [label, scheme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await page.getByRole('radio', { name: label, exact: true }).check();
    await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', scheme);
    // The system says otherwise now; the choice holds.
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await reload(page);
    await untilShown(page);
    const { changes, firstPaintMs } = await page.evaluate(async () => {
      const painted = () => performance.getEntriesByName('first-paint')[0]?.startTime;
      while (painted() === undefined) await new Promise((resolve) => requestAnimationFrame(resolve));
      const { flash } = window as unknown as { flash: Flash };
      return { changes: flash.changes, firstPaintMs: painted() ?? 0 };
    });
    expect(changes.at(-1)?.to).toBe(scheme);
    const before = changes.filter(({ atMs }) => atMs < firstPaintMs);
    expect(before.at(-1)?.to, `painted at ${firstPaintMs} ms`).toBe(scheme);
    for (const { to } of changes) expect(to).toBe(scheme);
  }
});

test('the app can be installed, and opens from cold without a network', async ({ context, gateway, page, request }) => {
  await logIn(page, gateway, DEMO);
  await expect(page.getByText(/ USDT$/).first()).toBeAttached();

  await test.step('the manifest', async () => {
    const href = await page.locator('link[rel="manifest"]').getAttribute('href');
    const response = await request.get(new URL(href ?? '', gateway.origin).href);
    const manifest = (await response.json()) as {
      id: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
      shortcuts: { name: string; url: string }[];
    };
    expect(manifest).toMatchObject({ id: '/', display: 'standalone', scope: './' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (url) => {
        const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
        return `${width}x${height}`;
      }, `/${src}`);
      expect(size, src).toBe(sizes);
    }
    expect(manifest.shortcuts).toHaveLength(4);
    for (const { url } of manifest.shortcuts) {
      expect([...OPEN_ROUTES.map(({ path }) => path), paths.service].map((path) => `./#${path}?shortcut=1`)).toContain(
        url,
      );
    }
    const shortcut = new URL(manifest.shortcuts[0]?.url ?? '', gateway.origin);
    const chosen = await context.newPage();
    await chosen.goto(shortcut.href);
    await untilShown(chosen);
    await expect(chosen, 'a shortcut opens its screen, not Home').toHaveURL(({ hash }) => hash === shortcut.hash);
    await chosen.close();
    const browser = await context.newCDPSession(page);
    const { errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // Playwright's contexts are incognito ones.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  await test.step('the service worker is active, and a new tab opens offline', async () => {
    await untilInstalled(page);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated');
    const total = await page
      .getByText(/^[0-9.]+ USDT$/)
      .first()
      .textContent();
    await page.close();
    await context.setOffline(true);
    const cold = await context.newPage();
    await cold.goto(gateway.origin);
    await expect(cold).toHaveURL(atPath(paths.home));
    await expect(cold.getByText(total ?? '', { exact: true }).first()).toBeAttached();
    await expect(cold.getByText(/data as of/)).toBeVisible();
  });
});

test('no screen makes the browser complain', async ({ gateway, page }) => {
  const complaints = await collectComplaints(page);
  await page.goto(gateway.origin);
  await untilShown(page);
  const visitAll = async (isPublic: boolean) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const route of OPEN_ROUTES) if (route.isPublic === isPublic) await visit(page, route.path);
    }
  };
  await visitAll(true);
  await logIn(page, gateway, DEMO);
  await visitAll(false);
  expect(OPEN_ROUTES.length).toBeGreaterThanOrEqual(20);
  expect(await complaints()).toEqual([]);
});
