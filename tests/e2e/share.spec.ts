/** An image that another app shares: the service worker takes it, and it becomes a feedback. */
import type { Page } from '@playwright/test';
import { SHARE_FIELD, SHARE_PATH } from '../../contract/share';
import { paths } from '../../src/app/paths';
import { expect, open, register, test, untilTabsInstalled } from './support/app';
import { visit } from './support/routes';
import { picture } from './support/traders';

/** Posts an image as the system does for the manifest's `share_target`. */
async function share(page: Page, origin: string): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(
    `<form action="${origin}${SHARE_PATH}" method="post" enctype="multipart/form-data">
       <input type="file" name="${SHARE_FIELD}" multiple><button>Share</button></form>`,
  );
  await page.locator('input').setInputFiles([{ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() }]);
  await page.getByRole('button', { name: 'Share' }).click();
}

test('a shared image waits for a log-in, is asked about once, and becomes a feedback', async ({ page, gateway }) => {
  await open(page, gateway, paths.login);
  await untilTabsInstalled(page);
  await share(page, gateway.origin);
  await expect(page).toHaveURL(({ hash }) => hash === `#${paths.login}`);
  await register(page, gateway, 'gus@example.com');
  await open(page, gateway, paths.shared);
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
  await page.getByRole('button', { name: /Feedback/ }).click();
  await expect(page).toHaveURL(({ hash }) => hash === `#${paths.writeFeedback}`);
  await expect(page.getByRole('button', { name: 'Remove image 1' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /Sending image/ })).toHaveCount(0);
  await visit(page, paths.shared);
  await expect(page.getByText('There is no shared image.')).toBeVisible();
  expect(await page.evaluate(() => caches.has('rab-shared'))).toBe(false);

  await share(page, gateway.origin);
  await expect(page).toHaveURL(({ hash }) => hash === `#${paths.shared}`);
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
});
