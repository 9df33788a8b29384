/** The app around every screen: launch, missing pages, back, language, theme, and the installed app. */
import { paths } from '../../src/app/paths';
import { DEMO, expect, logIn, reload, tab, test, untilInstalled } from './support/app';
import { OPEN_ROUTES, untilShown, visit } from './support/routes';

const atPath = (path: string) => (url: URL) => url.hash === `#${path}`;

test('a missing page leads home, copying copies, and back on a tab asks once', async ({ context, gateway, page }) => {
  await page.goto(`${gateway.origin}/healthz`);
  await logIn(page, gateway, DEMO);

  await test.step('a path that is not ours says so and leads home', async () => {
    await visit(page, '/pages/nowhere/nowhere');
    await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(atPath(paths.home));
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
