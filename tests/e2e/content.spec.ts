/** Contents of the operator in a browser: news and read marks, questions; and texts that try to run scripts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { hrefTo, paths } from '../../src/app/paths';
import { XSS_TEXT } from '../support/xss-corpus';
import { DEMO, expect, logIn, LOGIN_PASSWORD, operator, reload, test, untilTabsInstalled } from './support/app';
import { untilShown, visit } from './support/routes';
import { watchScripts } from './support/script-watch';
import { keptCalls } from './support/storage';
import { registered } from './support/traders';

const READER = { email: 'reader@example.com', password: LOGIN_PASSWORD };
const row = (title: string) => ({ name: new RegExp(title) });

/** A gateway of its own: what it publishes takes the place of the demo's news on Home, which other specs look for. */
test.use({ gatewayEnv: { LOCAL_CHAIN: '0' } });

test('news are read, and stay readable offline', async ({ context, gateway, page }) => {
  await registered(gateway, { email: READER.email, nickname: 'Reader' });
  for (const title of ['First', 'Second']) {
    const texts = [
      '--title',
      `EN=${title}`,
      '--text',
      'EN=In short',
      '--body',
      `EN=## More\n\nThe **whole** of ${title}`,
    ];
    await operator(gateway, 'news', 'publish', ...texts);
  }
  await test.step('one with a picture, which nobody opens before there is no connection', async () => {
    const file = join(gateway.varDir, 'harbour.png');
    await writeFile(
      file,
      await sharp({ create: { width: 600, height: 300, channels: 3, background: '#369' } })
        .png()
        .toBuffer(),
    );
    const { data } = JSON.parse(await operator(gateway, 'content', 'image', file)) as { data: { id: string } };
    const body = `EN=![A harbour](image:${data.id})\n\nThe **whole** of Unopened`;
    await operator(gateway, 'news', 'publish', '--title', 'EN=Unopened', '--text', 'EN=In short', '--body', body);
  });
  await logIn(page, gateway, READER);
  await untilTabsInstalled(page);
  await visit(page, paths.news);
  const unread = page.getByText('Unread', { exact: true });
  await expect(unread).toHaveCount(3);
  await page.getByRole('button', row('First')).click();
  await expect(page.getByText('The whole of First')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(unread).toHaveCount(2);
  await page.getByRole('button', row('Second')).click();
  await expect(page.getByText('The whole of Second')).toBeVisible();
  // The worker reads pictures last of all, while nobody taps.
  await expect.poll(() => keptCalls(page), { timeout: 300_000 }).toContain('contentImage');

  await test.step('offline the article stays, with its age', async () => {
    await context.setOffline(true);
    await reload(page);
    await untilShown(page);
    await expect(page.getByText('The whole of Second')).toBeVisible();
    await expect(page.getByText(/data as of/)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', row('Second'))).toBeVisible();
    await page.getByRole('button', row('Unopened')).click();
    await expect(page.getByText('The whole of Unopened')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A harbour' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(unread).toHaveCount(0);
    await context.setOffline(false);
  });
});

test('texts that try to run scripts are words in news and questions', async ({ gateway, page }) => {
  const look = await watchScripts(page);
  const file = join(gateway.varDir, 'corpus.md');
  const short = join(gateway.varDir, 'short.md');
  await writeFile(file, XSS_TEXT);
  await writeFile(short, XSS_TEXT.slice(0, 3_900));
  const title = 'EN=Corpus <img src=x onerror=alert(1)>';
  const published = JSON.parse(
    await operator(
      gateway,
      'news',
      'publish',
      '--title',
      title,
      '--text',
      'EN=<svg onload=alert(1)>Short',
      '--body',
      `EN=@${file}`,
    ),
  ) as { data: { id: string } };
  const asked = ['--topic', 'other', '--title', 'EN=Corpus question', '--body', `EN=@${short}`];
  await operator(gateway, 'question', 'publish', ...asked);
  await logIn(page, gateway, DEMO);
  await untilShown(page);
  await visit(page, paths.news);
  await expect(page.getByRole('button', row('Corpus'))).toBeVisible();
  await visit(page, hrefTo(paths.news, { id: published.data.id }).slice(1));
  await expect(page.getByText('No. 1', { exact: true })).toBeVisible();
  await expect(page.getByText('This text cannot be shown.')).toHaveCount(0);
  await look();
  const links = page.locator('article a');
  for (const link of await links.all()) expect(await link.getAttribute('href')).toMatch(/^https:\/\/|^#\/pages\//);

  await visit(page, paths.service);
  await page.getByText('Corpus question').click();
  await expect(page.getByText('No. 2', { exact: true })).toBeVisible();
  await expect(page.getByText('This text cannot be shown.')).toHaveCount(0);
  await look();
});

test('DOMPurify refuses what could run, under Trusted Types and without a report', async ({ gateway, page }) => {
  const bundle = await build({
    stdin: { contents: `export { isPure } from './src/article/purity';`, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'purity',
  });
  const look = await watchScripts(page);
  await page.goto(gateway.origin);
  await untilShown(page);
  await page.evaluate(`${bundle.outputFiles[0]?.text ?? ''}; globalThis.purity = purity`);
  const pure = await page.evaluate(() => {
    const { isPure } = (globalThis as unknown as { purity: { isPure: (element: Element) => boolean } }).purity;
    const made = (tag: string, attributes: Record<string, string>) => {
      const root = document.createElement('div');
      const inner = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) inner.setAttribute(name, value);
      root.append(inner);
      return root;
    };
    const cases: Record<string, [tag: string, attributes: Record<string, string>]> = {
      paragraph: ['p', { class: 'a' }],
      outside: ['a', { href: 'https://example.com/', target: '_blank', rel: 'noopener noreferrer' }],
      screen: ['a', { href: '#/pages/my/my' }],
      'foreign scheme': ['a', { href: 'javascript:alert(1)' }],
      insecure: ['a', { href: 'http://example.com/' }],
      schemeless: ['a', { href: '//example.com/' }],
      element: ['iframe', {}],
      vector: ['svg', {}],
      field: ['input', { autofocus: '' }],
      handler: ['p', { 'data-x': 'y' }],
      cover: ['marquee', {}],
    };
    return Object.keys(cases).filter((name) => isPure(made(...cases[name]!)));
  });
  expect(pure).toEqual(['paragraph', 'outside', 'screen']);
  await look();
});
