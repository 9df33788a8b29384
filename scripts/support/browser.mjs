/** Finds a Chromium for the end-to-end tests, or gets one. */
import { existsSync } from 'node:fs';
import { canInstallPackages, tryPackages } from './packages.mjs';
import { runBeside, tool } from './run.mjs';

const INSTALLED = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

function installedBrowser() {
  return (INSTALLED[process.platform] ?? []).find((path) => existsSync(path)) ?? null;
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/**
 * The path of a browser: `CHROME`, an installed one, Playwright's own download, or Debian's package when root; null when
 * none of these works.
 */
export async function ensureBrowser() {
  const named = process.env.CHROME;
  if (named) return existsSync(named) ? named : null;
  const found = installedBrowser() ?? (await playwrightBrowser());
  if (found) return found;
  process.stdout.write('No Chromium found: trying Playwright’s own …\n');
  if ((await runBeside(tool('playwright', 'install', 'chromium'))) === 0) {
    const downloaded = await playwrightBrowser();
    if (downloaded) return downloaded;
  }
  if (canInstallPackages()) {
    process.stdout.write('Trying the system’s package …\n');
    await tryPackages('chromium');
  }
  return installedBrowser();
}

const SHELL = '/usr/bin/chromium-headless-shell';

/** Beside Debian's Chromium: the same engine without windows. */
async function headlessShell(chrome) {
  if (!existsSync(SHELL) && chrome === INSTALLED.linux[0] && canInstallPackages()) {
    process.stdout.write('No chromium-headless-shell found: trying the system’s package …\n');
    await tryPackages('chromium-headless-shell');
  }
  return existsSync(SHELL) ? SHELL : null;
}

/**
 * The browsers that tests use (tests/support/installed-chromium.ts), as environment variables; empty without any. A browser that
 * `CHROME` names does for all.
 */
export async function ensureBrowsers() {
  const chrome = await ensureBrowser();
  if (chrome === null) return {};
  const shell = process.env.CHROME ? null : await headlessShell(chrome);
  return { CHROME: chrome, ...(shell && { HEADLESS_SHELL: shell }) };
}
