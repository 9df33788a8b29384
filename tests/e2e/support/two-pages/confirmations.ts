/** Orders that were confirmed on a page, with the figures that the sheet said: the gateway may have these orders and no others. */
import type { Locator, Page } from '@playwright/test';
import { paths } from '../../../../src/app/paths';
import { expect, TRADE_PASSWORD, typeTradePassword } from '../app';
import { visit } from '../routes';
import type { Account } from './people';
import { PATIENCE_MS, type Phone, type Tab } from './phone';

/** `open`: not told; `unknown`: told that nobody knows; `lost`: the page went before it was told. */
export type EndState = 'open' | 'done' | 'refused' | 'unknown' | 'lost';

export interface Confirmation {
  accountId: string;
  /** No other has the same. */
  amount: string;
  days: number;
  interest: string;
  told: EndState;
}

const ENDS = {
  done: 'Order placed',
  unknown: 'Not known yet',
} as const;

/** The figures of the sheet. */
async function figuresOf(sheet: Locator): Promise<Pick<Confirmation, 'amount' | 'days' | 'interest'>> {
  const rows = await sheet.evaluate((element) => {
    const texts = [...element.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd .rab-sr')?.textContent ?? row.querySelector('dd')?.textContent ?? '',
    ]);
    const amounts = [...element.querySelectorAll('.rab-sr')].filter((one) => !one.closest('dl'));
    return { texts, hero: amounts.map((one) => one.textContent).find((text) => text.endsWith(' USDT')) ?? '' };
  });
  const value = (label: string) => rows.texts.find(([name]) => name?.startsWith(label))?.[1] ?? '';
  return {
    amount: rows.hero.replace(' USDT', ''),
    days: Number.parseInt(value('Plan'), 10),
    interest: value('Interest of the term').replace(' USDT', ''),
  };
}

const confirmSheet = (page: Page) => page.getByRole('dialog', { name: 'Confirm custody order' });

/** Reads the end that the sheet tells; null as long as it tells none. */
async function endOf(page: Page): Promise<EndState | null> {
  const [text = null] = await confirmSheet(page).allInnerTexts();
  // The sheet is back in the form: the input was refused.
  if (text === null) return (await page.getByRole('dialog').count()) > 0 ? 'refused' : 'lost';
  if (text.includes(ENDS.done)) return 'done';
  if (text.includes(ENDS.unknown)) return 'unknown';
  return (await confirmSheet(page).getByRole('alert').count()) > 0 ? 'refused' : null;
}

/** Places an order on the page, up to the end, or up to where it is held on the line. */
export async function place(phone: Phone, tab: Tab, account: Account, amount: string): Promise<Confirmation | null> {
  const { page } = tab;
  await visit(page, paths.custody);
  const start = page.getByRole('button', { name: 'Place custody order' });
  if (phone.isOffline) {
    await expect(start).toBeDisabled({ timeout: PATIENCE_MS });
    await phone.home(tab);
    return null;
  }
  await start.click({ timeout: PATIENCE_MS });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(amount);
  await sheet.getByRole('button', { name: 'Next: trade password' }).click({ timeout: PATIENCE_MS });
  await expect(confirmSheet(page).getByRole('group', { name: 'Keypad' })).toBeVisible({ timeout: PATIENCE_MS });
  // The form's own sheet is on its way out.
  await expect(sheet).toHaveCount(1);
  const figures = await figuresOf(confirmSheet(page));
  expect(figures.amount, 'the sheet says what was typed').toBe(amount);
  const confirmation: Confirmation = { ...figures, accountId: account.id, told: 'open' };
  tab.open = confirmation;
  const held = phone.heldOrder;
  await typeTradePassword(page, TRADE_PASSWORD);
  if (held) {
    phone.heldOrder = null;
    await held;
  } else await finish(phone, tab);
  return confirmation;
}

/** Waits until the page tells its order's end, and leaves the sheet. */
export async function finish(phone: Phone, tab: Tab): Promise<void> {
  const { page, open } = tab;
  if (!open) return;
  await expect.poll(() => endOf(page), { timeout: PATIENCE_MS, message: 'what became of the order' }).not.toBeNull();
  open.told = (await endOf(page)) ?? 'lost';
  tab.open = null;
  if (open.told === 'refused') await leaveSheets(page);
  else if (open.told !== 'lost') await confirmSheet(page).getByRole('button', { name: 'Done' }).click();
  await phone.home(tab);
  if (open.told !== 'unknown') phone.isHeard(tab);
}

async function leaveSheets(page: Page): Promise<void> {
  const sheets = page.getByRole('dialog');
  await expect(async () => {
    if ((await sheets.count()) > 0) await page.keyboard.press('Escape');
    await expect(sheets).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: PATIENCE_MS });
}
