/** Choosing and showing a place without a tile source: a plain grid, coordinates, typed search; offline too. */
import { paths } from '../../src/app/paths';
import { expect, reload, test } from './support/app';
import { untilShown, visit } from './support/routes';

test('a place is found by name and by coordinates, chosen with keys, and shown, offline too', async ({
  device,
  member: page,
}) => {
  await visit(page, `${paths.chooseLocation}?to=${encodeURIComponent(paths.openLocation)}`);
  const [search, told] = [page.getByRole('searchbox'), page.getByRole('main').getByRole('status').last()];
  await search.fill('shangh');
  await page.getByRole('button', { name: /^Shanghai/ }).click();
  await expect(told).toHaveText('Shanghai31.23040, 121.47370');
  // Something is drawn, and the map goes on by keys.
  await expect(page.locator('canvas.leaflet-tile-loaded').first()).toBeVisible();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(told).toHaveText(/^31\.23\d+, 121\.4[0-6]\d+$/);

  await search.fill('48.2082, 16.3738');
  await search.press('Enter');
  await expect(told).toHaveText('48.20820, 16.37380');
  await page.getByRole('button', { name: 'Use this place' }).click();
  await expect(page.getByRole('heading', { name: 'Place', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/#\/open-location\?lat=48\.20820&lng=16\.37380$/);
  await expect(page.getByText('48.20820, 16.37380')).toBeVisible();

  await device.setOffline(true);
  // The screen stays, and its place changes.
  const go = (query: string) => page.evaluate((to) => void (location.hash = to), `${paths.openLocation}?${query}`);
  await go('lat=-33.8688&lng=151.2093&name=Sydney%20%3Cb%3E');
  await expect(page.getByText('Sydney <b>')).toBeVisible();
  await reload(page);
  await untilShown(page);
  await expect(page.getByText('Sydney <b>')).toBeVisible();
  await expect(page.locator('canvas.leaflet-tile-loaded').first()).toBeVisible();
  await go('lat=here');
  await expect(page.getByText('This link names no place.')).toBeVisible();
});
