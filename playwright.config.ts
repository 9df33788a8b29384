import { defineConfig } from '@playwright/test';
import { PHONE } from './tests/e2e/support/phone';
import { makeFolderOfRun } from './tests/support/folder-of-run';
import { CHROMIUM_FLAGS, headlessShell, installedChromium } from './tests/support/installed-chromium';
import { tellSeed } from './tests/support/seed';

// The workers of the run have it from here.
tellSeed('npx playwright test');
makeFolderOfRun();

/** The main job, walked once: `npm test` has this project alone, `npm run test:all` every one. */
const WALK = /\/walk\.spec\.ts$/;
const LONGEST = /\/(contributing|generations|offline|screens|two-pages|update)\.spec\.ts$/;
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
    { name: 'walk', testMatch: WALK },
    { name: 'longest', testMatch: LONGEST },
    { name: 'app', testIgnore: [WALK, LONGEST, WITH_PUSHES] },
    {
      name: 'pushes',
      testMatch: WITH_PUSHES,
      use: { launchOptions: { executablePath: installedChromium(), args } },
    },
  ],
  use: {
    ...PHONE,
    contextOptions: { reducedMotion: PHONE.reducedMotion },
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: headlessShell(), args },
  },
});
