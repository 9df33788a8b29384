/** Tells whether a text of `tests/support/xss-corpus.ts` ran, left the app or broke the content policy. */
import { expect, type Page } from '@playwright/test';
import { collectComplaints } from './complaints';

/** Call before the page opens anything. @returns a look that fails as soon as anything ran, was reported, or asked another host */
export async function watchScripts(page: Page): Promise<() => Promise<void>> {
  const complaints = await collectComplaints(page);
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/evil\.example|^data:text|^javascript:/.test(request.url())) seen.push(`asked: ${request.url()}`);
  });
  return async () => expect([...seen, ...(await complaints())]).toEqual([]);
}
