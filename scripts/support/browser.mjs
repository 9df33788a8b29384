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

const SHELL = '/usr/bin/chromium-headless-shell';

function installedBrowser() {
  return (INSTALLED[process.platform] ?? []).find((path) => existsSync(path)) ?? null;
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** Playwright's own download, or Debian's package when root. */
async function gotBrowser() {
  process.stdout.write('No Chromium found: trying Playwright’s own …\n');
  if ((await runBeside(tool('playwright', 'install', 'chromium'))) === 0) {
    const downloaded = await playwrightBrowser();
    if (downloaded) return downloaded;
  }
  if (!canInstallPackages()) return null;
  process.stdout.write('Trying the system’s package …\n');
  await tryPackages('chromium');
  return installedBrowser();
}

/** The path of a whole browser: `CHROME`, an installed one, or a new one; null when none of these works. */
export async function ensureBrowser() {
  const named = process.env.CHROME;
  if (named) return existsSync(named) ? named : null;
  return installedBrowser() ?? (await playwrightBrowser()) ?? (await gotBrowser());
}

/**
 * The browsers that tests use (tests/support/installed-chromium.ts), as environment variables; empty without any. Debian's
 * Chromium without windows is taken where it is there, and one that `CHROME` names does for all.
 */
export async function ensureBrowsers() {
  const chrome = await ensureBrowser();
  if (chrome === null) return {};
  return { CHROME: chrome, ...(!process.env.CHROME && existsSync(SHELL) && { HEADLESS_SHELL: SHELL }) };
}
