/** Finds the faults of a screen: by axe in a colour scheme, and by fit at the narrowest width. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './app';
import { misfits } from './fit';
import { PHONE } from './phone';

/** Put into the page once per document, since reading its half megabyte anew costs more than a rule does. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A window of 640 × 800 at 200 %, which is also narrower than any phone. */
export const ZOOMED = { width: 320, height: 400 };

export const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

export async function inScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', colorScheme);
}

/** Runs all of axe's rules on the screen as it is, and tells each finding in one line. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options: RunOptions = { runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] };
  const { violations, passes } = await page.evaluate((all) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return axe.run(all);
  }, options);
  expect(passes.length, 'rules that found something to look at').toBeGreaterThan(8);
  return violations.map(({ id, impact, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(' ')} – ${failureSummary}`);
    return `${impact} ${id}: ${where.join(' | ')}`;
  });
}

/** Inspects what is open, with axe in each colour scheme and zoomed; `name` says what it is. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of SCHEMES) {
    await inScheme(page, scheme);
    found.push(...(await findings(page)).map((finding) => `${name} ${scheme} ${finding}`));
  }
  await page.setViewportSize(ZOOMED);
  found.push(...(await misfits(page)).map((misfit) => `${name} at 200 %: ${misfit}`));
  await page.setViewportSize(PHONE.viewport);
  return found;
}
