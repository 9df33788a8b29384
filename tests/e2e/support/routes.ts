/** Every route that the app opens, read from its own table, so that a new screen is visited by itself. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths, PUBLIC, type PathName } from '../../../src/app/paths';
import { expect, LOOK_EVERY_MS, test, untilSheetLeft } from './app';

export interface OpenRoute {
  name: PathName;
  path: string;
  isPublic: boolean;
}

/** The table's rows: `  home: { load: …`. Its file cannot be imported here, since it imports every screen. */
const ROW = /^ {2}(\w+): \{ load: /gm;

function readRoutes(): OpenRoute[] {
  const table = readFileSync(new URL('../../../src/routes.tsx', import.meta.url), 'utf8');
  const names = [...table.matchAll(ROW)].map(([, name]) => name as PathName);
  return names.map((name) => ({ name, path: paths[name], isPublic: PUBLIC.has(name) }));
}

export const OPEN_ROUTES: readonly OpenRoute[] = readRoutes();

/** Screens that show nothing of an account's: they only have to be there. */
export const WITHOUT_RECORDS: ReadonlySet<OpenRoute['name']> = new Set([
  'addCryptoMethod',
  'appearance',
  'authenticator',
  'createSubAccount',
  'about',
  'firstTradePassword',
  'install',
  // They show what a link names.
  'counterparty',
  'machine',
  'otcOrder',
]);

/** Opens a route in a page that the app is in already, and waits until everything on it is there. */
export async function visit(page: Page, path: string): Promise<void> {
  await test.step(`to ${path}`, async () => {
    await untilSheetLeft(page);
    await page.evaluate((to) => {
      if (location.hash === `#${to}`) return;
      // The screen of before is not to be taken for the one to come.
      for (const title of document.querySelectorAll('[data-page-title]')) title.setAttribute('data-left', '');
      location.hash = `#${to}`;
    }, path);
    // Checks all at one look: each expectation of its own costs more than the thing that it looks at.
    await page.waitForFunction(
      (to) =>
        location.hash === `#${to}` &&
        document.querySelector('[data-page-title]:not([data-left])') !== null &&
        document.querySelector('[aria-busy="true"]') === null,
      path,
      { polling: LOOK_EVERY_MS },
    );
  });
}

/** The screen's heading is there, and nothing on it is still on its way. */
export async function untilShown(page: Page): Promise<void> {
  await expect(page.locator('[data-page-title]')).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
