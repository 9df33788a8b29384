import { defineConfig } from '@playwright/test';
import { makeFolderOfRun } from './tests/support/folder-of-run';
import { CHROMIUM_FLAGS, headlessShell, installedChromium } from './tests/support/installed-chromium';
import { tellSeed } from './tests/support/seed';
import { zoneOfNoon } from './tests/support/zone-of-noon';

// The workers of the run have it from here.
tellSeed('npx playwright test');
makeFolderOfRun();

const LONGEST = /\/(accessibility|contributing|generations|two-pages|update)\.spec\.ts$/;
/** Push messages need a whole browser. */
const WITH_PUSHES = /\/notices\.spec\.ts$/;

const args = ['--headless=new', ...CHROMIUM_FLAGS];

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
    { name: 'app', testIgnore: [LONGEST, WITH_PUSHES] },
    {
      name: 'pushes',
      testMatch: WITH_PUSHES,
      use: { launchOptions: { executablePath: installedChromium(), args } },
    },
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
    launchOptions: { executablePath: headlessShell(), args },
  },
});
