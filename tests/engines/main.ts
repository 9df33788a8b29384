/** `npm run test:engines`: the main path in each engine that is given, one after the other, each with a gateway of its own. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGateway } from '../support/gateway-process';
import { MAIN_PATH } from './main-path';
import type { Browser } from './support/browser';
import { openFirefox } from './support/firefox';
import { screenOf } from './support/screen';
import { openWebKit } from './support/webkit';

const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/rab-test/engines', import.meta.url));

/** Paths of programs, from scripts/test-engines.mjs; engines that are not given are left out. */
const { FIREFOX, WEBKIT_DRIVER, XVFB } = process.env;

const ENGINES: Record<string, (() => Promise<Browser>) | null> = {
  firefox: FIREFOX ? () => openFirefox(FIREFOX) : null,
  webkit: WEBKIT_DRIVER && XVFB ? () => openWebKit(WEBKIT_DRIVER, XVFB) : null,
};

const count = { passed: 0, failed: 0 };

/** The steps build on each other: steps after a failed one are not tried. */
async function walk(engine: string, browser: Browser): Promise<void> {
  const gateway = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const picture = async (name: string): Promise<void> =>
    writeFile(join(PICTURES, `${engine}-${name}.png`), await browser.screenshot());
  try {
    const visit = { screen: screenOf(browser), gateway, email: `lin-${engine}@example.com`, picture };
    for (const { name, run } of MAIN_PATH) {
      const startedAt = performance.now();
      try {
        await run(visit);
        count.passed += 1;
        console.log(`  passed  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
      } catch (error) {
        count.failed += 1;
        console.log(`  failed  ${name}\n${error instanceof Error ? error.stack : String(error)}`);
        await picture('failed');
        return;
      }
    }
  } finally {
    await gateway.stop();
    await rm(gateway.varDir, { recursive: true, force: true });
  }
}

await mkdir(PICTURES, { recursive: true });
for (const [engine, open] of Object.entries(ENGINES)) {
  if (!open) continue;
  let browser: Browser;
  try {
    browser = await open();
  } catch (error) {
    // Counts as if the engine were not there: nothing of the app has been tried.
    console.log(
      `${engine}: SKIPPED: it does not start here: ${error instanceof Error ? error.message : String(error)}`,
    );
    continue;
  }
  try {
    console.log(browser.name);
    await walk(engine, browser);
  } finally {
    await browser.close();
  }
}
console.log(`Pictures: ${PICTURES}`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
