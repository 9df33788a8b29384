/** axe in the page: put there once per document, since reading its half megabyte anew costs more than a rule does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = typeof globalThis & { axe?: { run(options: RunOptions): Promise<AxeResults> } };

/** Runs axe on the page as it is; of passed rules it tells only the names, each with its first element. */
export async function runAxe(page: Page, runOnly: NonNullable<RunOptions['runOnly']>): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as WithAxe;
      if (!axe) throw new Error('axe is not in the page');
      return axe.run(options);
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
}
