/**
 * `npm run test:long` does at full length, every night, what `npm test` does in small: 2,000 sequences of each model test,
 * gateways that are killed under 2,000 calls, a year of 2,000 people, a worker that is killed a thousand times, and 500 sequences on two pages of one
 * phone. Takes hours. `SEQUENCES=200 npm run test:long` takes a tenth of that,
 * `npm run test:long -- custody` runs the files whose path has the word.
 */
import { ensureBrowser } from './support/browser.mjs';
import { ensureInstalled } from './support/freshness.mjs';
import { run, tool } from './support/run.mjs';

/** Files with a test that TEST_LONG makes longer (tests/support/model-run.ts). */
const LONG = [
  'tests/gateway/chain/scanner.test.ts',
  'tests/gateway/crash/',
  'tests/gateway/custody/model.test.ts',
  'tests/gateway/exchange/free-option.test.ts',
  'tests/gateway/ledger/closed-keys.test.ts',
  'tests/gateway/ledger/property.test.ts',
  'tests/gateway/identity/guessing/moving-thief.test.ts',
  'tests/gateway/otc/rab/guide-moves.test.ts',
  'tests/gateway/otc/rab/guide-price.test.ts',
  'tests/gateway/otc/rab/model.test.ts',
  'tests/gateway/otc/usdt/model.test.ts',
  'tests/gateway/withdrawals/model.test.ts',
  'tests/gateway/year/year.test.ts',
  'tests/worker/kill-write.test.ts',
];
const IN_A_BROWSER = ['tests/e2e/two-pages.spec.ts'];

ensureInstalled();
const words = process.argv.slice(2);
const wanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
const [files, specs] = [LONG.filter(wanted), IN_A_BROWSER.filter(wanted)];
if (files.length + specs.length === 0) {
  process.stderr.write(`No such test: ${words.join(', ')}. There are:\n${[...LONG, ...IN_A_BROWSER].join('\n')}\n`);
  process.exit(2);
}

/** With the pair in the var folder, as `npm test` builds it. @returns the exit code */
async function endToEnd() {
  const built = run([process.execPath, 'scripts/build.mjs'], { RELEASE_PUBLIC_KEY: '' });
  if (built !== 0) return built;
  const chrome = await ensureBrowser();
  return run(tool('playwright', 'test', ...specs), { TEST_LONG: '1', ...(chrome === null ? {} : { CHROME: chrome }) });
}

// Every part of the run has the same; the heads of its reports tell it, and the command that repeats it.
process.env.SEED ||= String(Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`seed        ${process.env.SEED}\n`);
const vitest = tool('vitest', 'run', '--reporter', 'verbose', ...files);
const codes = [files.length > 0 ? run(vitest, { TEST_LONG: '1' }) : 0, specs.length > 0 ? await endToEnd() : 0];
process.exitCode = Math.max(...codes);
