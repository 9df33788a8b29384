/** `npm run bench`: see bench/main.ts and docs/benchmarks.md. */
import { ensureBrowser } from './support/browser.mjs';
import { ensureInstalled } from './support/freshness.mjs';
import { fail, run, tool } from './support/run.mjs';

ensureInstalled();
const chrome = await ensureBrowser();
if (chrome === null) fail('No browser: install Chromium or Chrome, or set CHROME to its path.');
process.exitCode = run(tool('tsx', 'bench/main.ts', ...process.argv.slice(2)), { CHROME: chrome });
