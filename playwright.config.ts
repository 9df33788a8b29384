import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, installedChromium } from './tests/support/installed-chromium';
import { tellSeed } from './tests/support/seed';
import { zoneOfNoon } from './tests/support/zone-of-noon';

// The workers of the run have it from here.
tellSeed('npx playwright test');

const LONGEST = /\/(accessibility|contributing|generations|two-pages|update)\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  // A browser waits for its gateway and for what moves: two of them keep the two cores busy that one leaves idle.
  workers: 2,
  retries: 0,
  // Limits for what hangs, far above what a busy machine needs.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // The longest files first: begun last, one would be waited for by a machine with nothing else to do.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'app', testIgnore: LONGEST },
  ],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'en-US',
    // A statement of the last days is another one after midnight.
    timezoneId: zoneOfNoon(),
    // Frames of what moves cost more than all else on a page: a few specs leave motion on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: installedChromium(),
      args: ['--headless=new', ...CHROMIUM_FLAGS],
    },
  },
});
