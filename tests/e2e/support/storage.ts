/** Looks through everything that a page can keep on a device. */
import type { Page } from '@playwright/test';
import { findAccountTraces } from '../../support/account-traces';

/** Finds the places that hold any of `needles`: names and contents of databases, local and session storage, cookies, caches. */
export async function accountTraces(page: Page, needles: string[]): Promise<string[]> {
  return page.evaluate(findAccountTraces, needles);
}

/** Calls of which the device keeps a list or a record. */
export function keptCalls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requested = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('request failed'));
      });
    const kept: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await requested(indexedDB.open(name ?? ''));
      for (const table of ['records', 'scopes']) {
        const rows = await requested(database.transaction(table).objectStore(table).getAll());
        kept.push(...(rows as { call: string }[]).map(({ call }) => call));
      }
      database.close();
    }
    return kept;
  });
}
