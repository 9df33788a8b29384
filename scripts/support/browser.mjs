/** Finds a Chromium for the end-to-end tests, or gets one. */
import { existsSync } from 'node:fs';
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
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    process.stdout.write('Trying the system’s package …\n');
    await runBeside(['apt-get', 'update', '-qq']);
    await runBeside(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  return installedBrowser();
}
