/** Market quotes by hand: the list, a chart and its candles as a table, live prices, and all of it in airplane mode. */
import { paths } from '../../src/app/paths';
import { expect, reload, test } from './support/app';
import { inScheme, inspect, SCHEMES } from './support/inspect';
import { visit } from './support/routes';

test('looks at a product’s course, live, as a table, and without a connection', async ({
  complaints,
  device,
  member: page,
}) => {
  const main = page.locator('main');
  const row = main.getByRole('link', { name: /EUR\/USD/ });

  await expect(main.getByRole('link', { name: /BTC\/USD/ })).toContainText('Simulated');
  await visit(page, paths.markets);
  await expect(main.getByRole('link')).toHaveCount(8);
  await expect(row).toContainText(/\d\.\d{5}/);
  await expect(row).not.toHaveAttribute('data-old');
  const before = await row.innerText();
  // Prices come by themselves.
  await expect.poll(() => row.innerText()).not.toBe(before);

  await row.click();
  await expect(page.getByRole('heading', { name: 'EUR/USD' })).toBeVisible();
  await expect(main).toContainText('s ago');
  const chart = main.getByRole('img', { name: /^EUR\/USD from .+ lowest .+ highest/ });
  await expect(chart.locator('canvas').first()).toBeVisible();

  const readOut = main.locator('dl').last();
  const ofLast = await readOut.innerText();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is nowhere');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await expect(readOut).not.toHaveText(ofLast);
  await page.mouse.move(box.x, box.y - 200);

  await page.getByRole('radio', { name: '1 min' }).check();
  await expect(page).toHaveURL(/interval=1m/);
  await expect(chart.locator('canvas').first()).toBeVisible();
  await main.getByRole('button', { name: 'View as table' }).click();
  const table = page.getByRole('dialog').getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Opening', 'High', 'Low', 'Closing']);
  await expect(table.locator('tbody')).toHaveCount(160);
  expect(await inspect(page, 'the table')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(table).toBeHidden();

  expect(await complaints()).toEqual([]);

  await device.setOffline(true);
  await reload(page);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'EUR/USD' })).toBeVisible();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await main.getByRole('button', { name: 'View as table' }).click();
  await expect(table.locator('tbody')).toHaveCount(160);
  await page.keyboard.press('Escape');
  await expect(table).toBeHidden();
  await visit(page, paths.markets);
  await expect(row).toContainText(/\d\.\d{5}/);
  await device.setOffline(false);
  await expect(row).not.toHaveAttribute('data-old');
});

test('draws in the chosen colours, light and dark', async ({ member: page }) => {
  await visit(page, `${paths.markets}?id=BTC-USD&interval=1d`);
  const drawing = page
    .locator('main')
    .getByRole('img', { name: /^BTC\/USD from/ })
    .locator('canvas')
    .first();
  await expect(drawing).toBeVisible();
  /** Whether the drawing holds pixels of a token's colour. */
  const hasColour = (token: string) =>
    drawing.evaluate((canvas, name) => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {
        data: [],
      };
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((value, part) => data[at + part] === value)) return true;
      return false;
    }, token);
  for (const scheme of SCHEMES) {
    await inScheme(page, scheme);
    for (const token of ['--rab-up', '--rab-down', '--rab-bg']) await expect.poll(() => hasColour(token)).toBe(true);
  }
});
