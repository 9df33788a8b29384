import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, installedChromium } from './tests/support/installed-chromium';

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
    // Frames of what moves cost more than all else on a page: a few specs leave motion on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: installedChromium(),
      args: ['--headless=new', ...CHROMIUM_FLAGS],
    },
  },
});
