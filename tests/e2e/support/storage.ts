/** Looks through everything that a page can keep on a device. */
import type { Page } from '@playwright/test';
import { findAccountTraces } from '../../support/account-traces';

/** Finds the places that hold any of `needles`: names and contents of databases, local and session storage, cookies, caches. */
export async function accountTraces(page: Page, needles: string[]): Promise<string[]> {
  return page.evaluate(findAccountTraces, needles);
}
