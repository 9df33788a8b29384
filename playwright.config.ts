import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `npm test` finds or installs the browser and passes it on; run by hand, the usual places are tried. */
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);

export default defineConfig({
  testDir: 'tests/e2e',
  // Two cores: one browser and one gateway at a time.
  workers: 1,
  retries: 0,
  // Limits for what hangs, far above what a busy machine needs.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROME'] ?? installed,
      // What a machine without a route to the internet needs, and root.
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
