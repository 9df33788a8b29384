/** The app with a keyboard alone; the sheets that it opens are accessible, and fit at 200 %. */
import type { Locator, Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { codeFromMailbox } from '../support/gateway-process';
import { DEMO, expect, LOGIN_PASSWORD, test } from './support/app';
import { inspect } from './support/inspect';
import { untilShown } from './support/routes';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by keyboard to ${String(target)}`);
}

async function enter(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('with a keyboard alone: log in, place an order, redeem it', async ({ gateway, page }) => {
  await page.goto(gateway.origin);
  await untilShown(page);
  await tabTo(page, page.getByLabel('Mobile number or e-mail'));
  await page.keyboard.type(DEMO.email);
  await tabTo(page, page.getByLabel('Login password'));
  await page.keyboard.type(DEMO.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/pages\/index\/index$/);
  await untilShown(page);

  const found: string[] = [];
  const inspected = async (name: string) => void found.push(...(await inspect(page, name)));
  const sheet = page.getByRole('dialog');
  const trigger = page.getByRole('button', { name: 'Place custody order' });
  await enter(page, page.getByRole('link', { name: 'Trust', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Trust' })).toBeFocused();

  await test.step('Esc closes the sheet, and the focus is where it was', async () => {
    await enter(page, trigger);
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(trigger).toBeFocused();
  });

  await test.step('the form, and the focus stays in it', async () => {
    await page.keyboard.press('Enter');
    await tabTo(page, sheet.getByRole('textbox'));
    await page.keyboard.type('104.25');
    const next = sheet.getByRole('button', { name: 'Next: trade password' });
    await expect(next).toBeEnabled();
    await inspected('the form');
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await enter(page, next);
  });

  await test.step('the keypad by Tab, the rest by the digit keys', async () => {
    await expect(sheet.getByRole('group', { name: 'Keypad' })).toBeVisible();
    await inspected('the confirmation');
    const [first = '', ...rest] = DEMO.tradePassword;
    await enter(page, sheet.getByRole('button', { name: first, exact: true }));
    await expect(sheet.getByRole('img', { name: '1 of 6 digits entered' })).toBeVisible();
    for (const digit of rest) await page.keyboard.press(digit);
    await expect(sheet.getByText('Order placed')).toBeFocused();
    await inspected('the result');
    await enter(page, sheet.getByRole('button', { name: 'Done' }));
    await expect(sheet).toBeHidden();
  });

  await enter(page, page.getByRole('button', { name: /^104\.25 USDT/ }));
  await expect(sheet.getByText('Redeem now')).toBeVisible();
  await inspected('an order');

  await test.step('redeem it whole', async () => {
    await enter(page, sheet.getByRole('button', { name: 'Redeem', exact: true }));
    const next = sheet.getByRole('button', { name: 'Next: trade password' });
    await expect(next).toBeEnabled();
    await inspected('the redemption');
    await enter(page, next);
    await expect(sheet.getByRole('group', { name: 'Keypad' })).toBeVisible();
    await page.keyboard.type(DEMO.tradePassword);
    await expect(sheet.getByText('The order has ended.')).toBeVisible();
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    ).toBe(0);
    await enter(page, sheet.getByRole('button', { name: 'Done' }));
    await expect(sheet).toBeHidden();
  });
  expect(found).toEqual([]);
});

test('with a keyboard alone: register; leaving a form with something in it asks first', async ({ gateway, page }) => {
  const email = 'keys@rab.example';
  await page.goto(gateway.origin);
  await untilShown(page);
  await enter(page, page.getByRole('link', { name: 'Register with an invitation code' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeFocused();
  await tabTo(page, page.getByLabel('E-mail or mobile number'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Invitation code'));
  await page.keyboard.type(gateway.invitationCode);

  const sheet = page.getByRole('dialog', { name: 'Leave this form?' });
  await test.step('back and links ask; who stays keeps what was typed', async () => {
    await page.goBack();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await enter(page, page.getByRole('link', { name: 'Log in', exact: true }));
    await expect(sheet).toBeVisible();
    await enter(page, sheet.getByRole('button', { name: 'Keep editing' }));
    await expect(sheet).toBeHidden();
    await expect(page.getByLabel('E-mail or mobile number')).toHaveValue(email);
  });

  await tabTo(page, page.getByLabel('Invitation code'));
  await page.keyboard.press('Enter');
  await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
  await tabTo(page, page.locator('input[autocomplete="one-time-code"]'));
  await page.keyboard.type(await codeFromMailbox(gateway.varDir, email));
  await expect(page.getByLabel('Nickname')).not.toHaveValue('');
  await tabTo(page, page.getByLabel('Login password'));
  await page.keyboard.type(LOGIN_PASSWORD);
  await tabTo(page, page.getByLabel('Repeat the password'));
  await page.keyboard.type(LOGIN_PASSWORD);

  await test.step('who leaves is asked once', async () => {
    await page.goBack();
    await enter(page, sheet.getByRole('button', { name: 'Leave', exact: true }));
    await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
    await page.goForward();
    await expect(page.getByLabel('Nickname')).not.toHaveValue('');
  });

  for (const label of ['Login password', 'Repeat the password']) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(LOGIN_PASSWORD);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(({ hash }) => hash === `#${paths.home}`);
});
