/**
 * Telling people: a deposit is credited while the person looks elsewhere. The bell counts it, the centre lists it, a tap opens the record,
 * offline all of it can be read and marked; a push shows the gateway's sentence, and its address opens the record from a closed app.
 */
import type { CDPSession, Page } from '@playwright/test';
import type { PushMessage } from '../../contract/push';
import { paths } from '../../src/app/paths';
import { operate } from '../support/operator';
import { collectComplaints, unexpected } from './support/complaints';
import { expect, register, settle, test, untilInstalled } from './support/app';
import { visit } from './support/routes';

/** Three blocks, and as many rounds of the gateway's jobs. */
const ON_CHAIN_MS = 200_000;

/** Has the browser's own push client deliver `message` to the app's service worker. */
async function deliver(page: Page, origin: string, message: PushMessage): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  await cdp.detach();
}

test('a deposit is told: bell, list, record, offline, push, and from a closed app', async ({
  context,
  page,
  gateway,
}) => {
  test.setTimeout(600_000);
  const complaints = await collectComplaints(page);
  const main = page.getByRole('main');
  const bell = main.getByRole('link', { name: /^Notifications/ });
  const credited = main.getByRole('button', { name: /Your deposit was credited/ });
  const sheet = page.getByRole('dialog');
  await settle(gateway, { 'deposits.localBlockMs': 200 });
  await register(page, gateway, 'told@example.com');
  await untilInstalled(page);

  await test.step('nothing is told yet', async () => {
    await expect(bell).toHaveAccessibleName('Notifications');
    await bell.click();
    await expect(main).toContainText('What happens to your money, orders and account is listed here.');
  });

  await test.step('a deposit is seen and credited, and the bell counts both', async () => {
    await visit(page, paths.deposit);
    const address = /0x[0-9a-fA-F ]{40,60}/;
    await expect(main).toContainText(address);
    const to = (address.exec(await main.innerText())?.[0] ?? '').replace(/\s/g, '');
    await visit(page, paths.assets);
    await operate(gateway.varDir, ['chain', 'send', '--to', to, '--amount', '250.5']);
    await expect(bell).toHaveAccessibleName('Notifications (2)', { timeout: ON_CHAIN_MS });
  });

  let record = '';
  page.on('framenavigated', (frame) => {
    const { hash } = new URL(frame.url());
    if (hash.startsWith(`#${paths.deposits}?id=`)) record = hash.slice(1);
  });
  await test.step('the list leads to the record, and the notice is read', async () => {
    await bell.click();
    await expect(main.getByRole('button', { name: /A deposit is on its way to you/ })).toBeVisible();
    await expect(credited).toHaveAttribute('data-unread');
    await credited.click();
    await expect(sheet).toContainText('3 of 3 confirmations');
    expect(record).toMatch(/\?id=\d+&owner-account=\d+$/);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await visit(page, paths.home);
    await expect(bell).toHaveAccessibleName('Notifications (1)');
  });

  await test.step('offline it is read and marked, which the gateway is told later', async () => {
    await context.setOffline(true);
    await bell.click();
    await expect(credited).not.toHaveAttribute('data-unread');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(main.locator('[data-unread]')).toHaveCount(0);
    await visit(page, paths.home);
    await expect(bell).toHaveAccessibleName('Notifications');
    await context.setOffline(false);
    await page.reload();
    await expect(bell).toHaveAccessibleName('Notifications');
  });

  await test.step('a push shows the sentence', async () => {
    await context.grantPermissions(['notifications'], { origin: gateway.origin });
    const message = { id: '1', text: 'Your deposit was credited', lang: 'en', tag: 'a', unread: 1 };
    await deliver(page, gateway.origin, { ...message, address: `${record}&notice=1` });
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications();
        return all.map(({ body, data }) => ({ body, data: data as unknown }));
      });
    await expect.poll(shown).toEqual([{ body: message.text, data: { address: `${record}&notice=1` } }]);
  });

  expect(unexpected(await complaints())).toEqual([]);

  await test.step('its address opens the record from a closed app', async () => {
    await page.goto('about:blank');
    const opened = await context.newPage();
    await opened.goto(`${gateway.origin}/#${record}&notice=1`);
    await expect(opened.getByRole('dialog')).toContainText('3 of 3 confirmations');
    await opened.close();
  });
});
