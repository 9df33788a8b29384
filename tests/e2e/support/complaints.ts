/** Collects what a browser complains about: errors on the console, thrown errors, violations of the content policy. */
import type { Page } from '@playwright/test';

/** Playwright's own message on a page that it keeps from having a service worker. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Call before the page opens anything. @returns everything so far */
export async function collectComplaints(page: Page): Promise<() => Promise<string[]>> {
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.text() === BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') {
      told.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => told.push(`thrown: ${error.message}`));
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      violations.push(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
  return async () => {
    const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    return [...told, ...violations.map((text) => `policy: ${text}`)];
  };
}

/** Without what a lost connection brings about, and warnings about the loading of pages. */
export const unexpected = (complaints: readonly string[]): string[] =>
  complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line));
