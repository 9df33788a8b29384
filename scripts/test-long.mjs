/**
 * `npm run test:long` does at full length, every night, what `npm test` does in small: 2,000 sequences of each model test,
 * gateways that are killed under 2,000 calls, a year of 2,000 people, a worker that is killed a thousand times, and 500 sequences on two pages of one
 * phone. Takes hours. `SEQUENCES=200 npm run test:long` takes a tenth of that,
 * `npm run test:long -- custody` runs the files whose path has the word.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers } from './support/browser.mjs';
import { ensureInstalled } from './support/freshness.mjs';
import { ROOT, run, tool } from './support/run.mjs';

/** A test file with one of these has more to do with TEST_LONG (tests/support/seed.ts, tests/support/model-run.ts). */
const LONGER = /\bIS_LONG\b|\bsequences\(|\bModelRun\b/;
const LONG = readdirSync(join(ROOT, 'tests'), { recursive: true })
  .map((path) => `tests/${path}`)
  .filter((path) => /\.test\.tsx?$/.test(path) && LONGER.test(readFileSync(join(ROOT, path), 'utf8')))
  .sort();
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
  return run(tool('playwright', 'test', ...specs), { TEST_LONG: '1', ...(await ensureBrowsers()) });
}

// Every part of the run has the same; the heads of its reports tell it, and the command that repeats it.
process.env.SEED ||= String(Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`seed        ${process.env.SEED}\n`);
const vitest = tool('vitest', 'run', '--reporter', 'verbose', ...files);
const codes = [files.length > 0 ? run(vitest, { TEST_LONG: '1' }) : 0, specs.length > 0 ? await endToEnd() : 0];
process.exitCode = Math.max(...codes);
