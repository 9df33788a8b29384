/** Feedback by hand: 52 images of which some fail once, a reload in the middle, one feedback, a reply that comes in live; and a shared image. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { calls } from '../../contract/index';
import { DEFAULT_PROFILE } from '../../contract/envelope';
import { SHARE_FIELD, SHARE_PATH } from '../../contract/share';
import { paths } from '../../src/app/paths';
import { oneLine, XSS_CORPUS, type XssPayload } from '../support/xss-corpus';
import { calledUri } from '../support/envelope-client';
import { collectComplaints } from './support/complaints';
import { expect, open, operator, register, reload, test, untilTabsInstalled } from './support/app';
import { visit } from './support/routes';

const IMAGES = 52;
const NUMBERS = [...Array.from({ length: IMAGES }).keys()].map((index) => index + 1);

/** A picture of its own for each number; its file's name tries to run a script. */
async function picture(number: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const background = { r: number * 4, g: 120, b: 255 - number * 4 };
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const name = `${number} ${oneLine(XSS_CORPUS[number % XSS_CORPUS.length] as XssPayload)}.png`;
  return { name, mimeType: 'image/png', buffer };
}

/** Loses uploads by their number, each once, and holds back those from `from` on until it is told. */
async function troubleUploads(page: Page, lost: readonly number[], from: number) {
  let tries = 0;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/api/${DEFAULT_PROFILE.uploadId}`, async (route) => {
    const number = (tries += 1);
    if (lost.includes(number)) return route.abort('connectionreset');
    if (number >= from) await released;
    return route.fallback().catch(() => undefined);
  });
  return { tries: () => tries, release };
}

const sendingOf = (page: Page) => page.getByRole('progressbar', { name: /Sending image/ });

test.describe('a feedback', () => {
  // Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
  test.use({ serviceWorkers: 'block' });

  test('has 52 images, survives a reload, is there once, and its reply comes in live', async ({ page, gateway }) => {
    test.setTimeout(600_000);
    const complaints = await collectComplaints(page);
    const [title = '', ...texts] = XSS_CORPUS.map(oneLine).filter((text) => /^[^\p{C}]{1,80}$/u.test(text));
    const content = texts.join('\n').slice(0, 2_000).trim();
    await register(page, gateway, 'fay@example.com');
    await visit(page, paths.writeFeedback);
    const uploads = await troubleUploads(page, [3, 11], 31);

    await test.step('the failed ones alone are sent again', async () => {
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Content').fill(content);
      await page.locator('input[type="file"]:not([capture])').setInputFiles(await Promise.all(NUMBERS.map(picture)));
      await expect.poll(uploads.tries, { timeout: 120_000 }).toBe(32);
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Sending images …' })).toBeDisabled();
    });

    await test.step('words and images are there after a reload, and what was up is not sent again', async () => {
      await expect(sendingOf(page)).toHaveCount(22);
      await reload(page);
      uploads.release();
      await expect(page.getByLabel('Title')).toHaveValue(title);
      await expect(page.getByLabel('Content')).toHaveValue(content);
      await expect(page.getByRole('button', { name: /^Remove image/ })).toHaveCount(IMAGES);
      await expect(sendingOf(page)).toHaveCount(0, { timeout: 120_000 });
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
      // 32 before the reload, of which 2 were lost and 2 called off by it; then the 22 and the 2 lost ones.
      expect(uploads.tries()).toBe(32 + 24);
    });

    await test.step('its answer is lost, and it is there once all the same', async () => {
      let isLost = false;
      await page.route('**/api/**', async (route) => {
        const isSending = calledUri(route.request().postData() ?? '') === calls.sendFeedback.uri;
        if (isLost || !isSending) return route.fallback();
        isLost = true;
        await route.fetch();
        return route.abort('connectionreset');
      });
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await send.click();
      await expect.poll(() => isLost).toBe(true);
      await expect(send).not.toHaveAttribute('aria-busy', 'true');
      await send.click();
      await expect(page).toHaveURL(({ hash }) => hash === `#${paths.feedback}`);
      await expect(page.getByRole('button', { name: /Awaiting reply/ })).toHaveCount(1);
      const listed = JSON.parse(await operator(gateway, 'feedback', 'list')) as { data: { title: string }[] };
      expect(listed.data.map((one) => one.title)).toEqual([title]);
    });

    await test.step('the reply comes in live, and every text shows as text', async () => {
      const listed = JSON.parse(await operator(gateway, 'feedback', 'list')) as { data: { id: string }[] };
      const id = listed.data[0]?.id ?? '';
      await page.getByRole('button', { name: /Awaiting reply/ }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('button', { name: /^Enlarge: Image/ })).toHaveCount(IMAGES);
      for (const text of texts.slice(0, 5)) await expect(sheet.getByText(text).first()).toBeVisible();
      const reply = `We look into it. ${title}`;
      await operator(gateway, 'feedback', 'reply', id, reply);
      await expect(sheet.getByText(reply)).toBeVisible();
      await expect(sheet.getByText('Replied', { exact: true })).toBeVisible();
      await expect(page.locator('script:not([src])')).toHaveCount(0);
    });
    // Chromium tells of the connections that this test has cut.
    const cut = /net::ERR_CONNECTION_RESET|ERR_FAILED/;
    expect((await complaints()).filter((one) => !cut.test(one))).toEqual([]);
  });
});

test.describe('an image that another app shares', () => {
  /** Posts an image as the system does for the manifest's `share_target`. */
  async function share(page: Page, origin: string): Promise<void> {
    await page.goto('about:blank');
    await page.setContent(
      `<form action="${origin}${SHARE_PATH}" method="post" enctype="multipart/form-data">
         <input type="file" name="${SHARE_FIELD}" multiple><button>Share</button></form>`,
    );
    await page.locator('input').setInputFiles([await picture(7)]);
    await page.getByRole('button', { name: 'Share' }).click();
  }

  test('waits for a log-in, is asked about once, and becomes a feedback', async ({ page, gateway }) => {
    test.setTimeout(300_000);
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
    await expect(sendingOf(page)).toHaveCount(0);
    await visit(page, paths.shared);
    await expect(page.getByText('There is no shared image.')).toBeVisible();
    expect(await page.evaluate(() => caches.has('rab-shared'))).toBe(false);

    await share(page, gateway.origin);
    await expect(page).toHaveURL(({ hash }) => hash === `#${paths.shared}`);
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
  });
});
