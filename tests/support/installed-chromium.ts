/** Finds the browser that tests and benchmarks drive, and sets its flags. */
import { existsSync } from 'node:fs';

/** Parts of a desktop's browser window that each opened page would pay for (a second of processor time), and nobody sees. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Playwright turns these off; they are repeated since only the last such flag counts, and ours comes after Playwright's own. */
const TURNED_OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Flags that a machine without a route to the internet needs, and root. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...UNSEEN].join(',')}`,
];

/**
 * The path of an installed browser; undefined when Playwright's own has to do. `npm test` finds or installs one and passes
 * it on as CHROME.
 */
export function installedChromium(): string | undefined {
  const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
  return [process.env['CHROME'] ?? '', ...places].find(existsSync);
}

/** Debian's package of Chromium without a browser's windows. */
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The path of the program that most tests in a browser use: the same engine, without windows that nobody sees, takes a fifth
 * less time. It cannot push messages. Where it is not there, or where CHROME alone names a browser, that browser is used.
 */
export function headlessShell(): string | undefined {
  const named = process.env['HEADLESS_SHELL'] ?? (process.env['CHROME'] ? '' : SHELL);
  return existsSync(named) ? named : installedChromium();
}
