/**
 * Customer service between a person's browser and an operator's command line: written offline, sent once and in order, answered live,
 * marked as read; hostile texts are texts.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { sendOk } from '../support/envelope-client';
import { operate } from '../support/operator';
import { XSS_CORPUS } from '../support/xss-corpus';
import { DEMO, expect, logIn, operator, test, untilInstalled, type Gateway } from './support/app';
import { watchScripts } from './support/script-watch';
import { visit } from './support/routes';

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const bubble = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(bubble(page, text)).toBeVisible();
}

/** Target of the floating button on the screen: its size, and the names of other controls below it. */
interface Target {
  size: string;
  covered: string[];
}

/** In the page: looks at every second pixel across the edge, at every fourth along it. */
function targetOfButton(): Target {
  const button = document.querySelector('button[data-side]');
  const { top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
  const columns = new Set<number>();
  const covered = new Set<string>();
  for (let x = innerWidth - 79; x < innerWidth; x += 2) {
    for (let y = top + 1; y < bottom; y += 4) {
      const parts = document.elementsFromPoint(x, y).map((part) => part.closest('a[href], button, input, label'));
      if (parts[0] !== button) continue;
      columns.add(x);
      for (const part of parts) if (part && part !== button) covered.add(part.textContent);
    }
  }
  return { size: `${columns.size * 2} × ${bottom - top}`, covered: [...covered] };
}

/** In the page: so many px of the list are out of sight below. */
const belowScreen = ({ scrollHeight, clientHeight, scrollTop }: Element) =>
  Math.round(scrollHeight - clientHeight - scrollTop);

interface Shown {
  id: string;
  messages: { text: string | null; by: string; state: string }[];
}

async function show(gateway: Gateway, id: string): Promise<Shown> {
  return (JSON.parse(await operator(gateway, 'chat', 'show', id, '--limit', '200')) as { data: Shown }).data;
}

/** Fewer messages than one may send in a minute. No database keeps half a character. */
function inThrees(texts: readonly string[]): string[] {
  const starts = texts.flatMap((_, index) => (index % 3 === 0 ? index : []));
  return starts.map((from) => Buffer.from(texts.slice(from, from + 3).join('\n')).toString());
}

/** The open conversation about this topic. */
async function openAbout(gateway: Gateway, topic: string): Promise<string> {
  const { data } = JSON.parse(await operator(gateway, 'chat', 'list', '--open')) as {
    data: { id: string; topic: string }[];
  };
  return data.find((one) => one.topic === topic)?.id ?? '';
}

test('a person and customer service: offline, live, marks, hostile texts', async ({ context, gateway, page }) => {
  const isQuiet = await watchScripts(page);
  const { varDir } = gateway;
  const button = page.getByRole('button', { name: /^Customer service/ });
  await logIn(page, gateway, DEMO);

  await test.step('the floating button is on every tab, covers nothing, moves, and stays where it was put', async () => {
    await expect(button).toBeVisible();
    for (const path of [paths.custody, paths.team, paths.assets, paths.trade, paths.home]) {
      await visit(page, path);
      await expect(button).not.toHaveAttribute('data-tucked');
      await expect
        .poll(() => page.evaluate(targetOfButton), { message: path })
        .toEqual({ size: '44 × 48', covered: [] });
    }
    await page.mouse.wheel(0, 200);
    await expect(button).toHaveAttribute('data-tucked');
    await page.mouse.wheel(0, -200);
    await expect(button).not.toHaveAttribute('data-tucked');
    await button.hover();
    await page.mouse.down();
    await page.mouse.move(40, 300, { steps: 5 });
    await page.mouse.up();
    expect(await button.boundingBox()).toMatchObject({ x: 0 });
    await page.reload();
    await expect(button).toHaveAttribute('data-side', 'left');
  });

  await test.step('written without a connection, it waits; with one it goes once, in order', async () => {
    await visit(page, paths.chatRoom);
    await page.getByRole('link', { name: /^Something else/ }).click();
    await expect(page.getByRole('heading', { name: 'Something else' })).toBeVisible();
    await expect(button).toBeHidden();
    // Without a connection the screen shows only parts that the device keeps.
    await untilInstalled(page);
    await context.setOffline(true);
    await write(page, 'first, offline');
    await write(page, 'second, offline');
    await expect(log(page).getByText('Waiting to be sent')).toHaveCount(2);
    await context.setOffline(false);
    await expect(log(page).getByText('Sent', { exact: true })).toHaveCount(2);
    await write(page, 'third, online');
  });

  const id = await test.step('the operator lists and shows it: delivered, then read, as it happens', async () => {
    await expect(log(page).getByText('Sent', { exact: true })).toHaveCount(3);
    const found = await openAbout(gateway, 'other');
    await expect(log(page).getByText('Delivered', { exact: true })).toHaveCount(3);
    const { messages } = await show(gateway, found);
    expect(messages.map(({ text }) => text)).toEqual(['first, offline', 'second, offline', 'third, online']);
    await expect(log(page).getByText('Read', { exact: true })).toHaveCount(3);
    return found;
  });

  await test.step('an answer comes live, and its writer sees it read', async () => {
    await operate(varDir, ['chat', 'say', id, 'How can we help?']);
    await expect(bubble(page, 'How can we help?')).toBeVisible();
    await expect.poll(async () => (await show(gateway, id)).messages.at(-1)?.state).toBe('read');
  });

  await test.step('hostile texts are shown as texts, and the last one stays in sight above a keyboard', async () => {
    await visit(page, `${paths.chatRoom}?id=account`);
    const { token } = await sendOk(gateway.origin, 'logInByEmail', { loginName: DEMO.email, password: DEMO.password });
    for (const text of inThrees(XSS_CORPUS.map((one) => one.text.replaceAll('\u0000', '')))) {
      const input = { topic: 'account', clientId: randomUUID(), text } as const;
      await sendOk(gateway.origin, 'sendServiceMessage', input, { token });
      await expect(log(page).getByRole('listitem').last()).toContainText(text.trim());
    }
    for (const height of [844, 480]) {
      await page.setViewportSize({ width: 390, height });
      await expect.poll(() => log(page).evaluate(belowScreen)).toBe(0);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await isQuiet();
  });

  await isQuiet();
});
