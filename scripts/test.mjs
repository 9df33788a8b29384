/**
 * `npm test`: everything that proves the project, from a clean clone. One line per stage, the output of what failed, and
 * `N passed, N failed` as the last line. `npm test -- vitest build` runs the named stages alone.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowsers } from './support/browser.mjs';
import { ensureInstalled } from './support/freshness.mjs';
import { ensurePrograms } from './support/programs.mjs';
import { outcome, playwrightOutcome, vitestOutcome } from './support/reports.mjs';
import { capture, ROOT, tool } from './support/run.mjs';

const REPORTS = 'node_modules/.cache/rab-test';
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0' };

/** A program whose exit code is the whole answer: one check. */
const check =
  (command, env = {}) =>
  async () => {
    const { code, output } = await capture(command, { ...PLAIN, ...env });
    return code === 0 ? outcome(1, 0) : outcome(0, 1, output);
  };

/** A program that ends with `N passed, N failed` of its own. */
const counted = (command) => async () => {
  const { code, output } = await capture(command, PLAIN);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return outcome(0, 1, output);
  return outcome(Number(passed), Number(failed), code === 0 ? '' : output);
};

const report = (name) => {
  const path = join(ROOT, REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
};

/** Looked for, or got, once. */
let sought;
const browsers = () => (sought ??= ensureBrowsers());

/** Programs that open what the app exports. After the browsers: of two installations at once the system refuses one. */
let soughtReaders;
const readers = () => (soughtReaders ??= browsers().then(() => ensurePrograms('readers')));

async function vitest() {
  const path = report('vitest');
  const paths = await browsers();
  const { code, output } = await capture(
    // The report leaves out errors that no test names; the dots print them.
    tool('vitest', 'run', '--passWithNoTests', '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`),
    { ...PLAIN, ...paths },
  );
  return vitestOutcome(path, code, output);
}

function hasEndToEndTests() {
  const folder = join(ROOT, 'tests/e2e');
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(String(name)))
  );
}

async function endToEnd() {
  if (!hasEndToEndTests()) return outcome(0, 0);
  const paths = await browsers();
  if (paths.CHROME === undefined)
    return outcome(0, 1, 'No browser: install Chromium or Chrome, or set CHROME to its path.');
  const { env: programs, skipped } = await readers();
  if (skipped) process.stdout.write(`readers: SKIPPED: ${skipped}\n`);
  const path = report('playwright');
  const env = { ...PLAIN, ...paths, ...programs, PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const { code, output } = await capture(tool('playwright', 'test', '--reporter=json'), env);
  const told = playwrightOutcome(path, code, output);
  return { ...told, skipped: told.skipped + (skipped ? 1 : 0) };
}

/** The main path in the other engines: one that is not there and cannot be had counts as skipped, with the reason. */
async function engines() {
  const { code, output } = await capture([process.execPath, 'scripts/test-engines.mjs'], PLAIN);
  const skips = output.split('\n').filter((line) => line.includes(': SKIPPED: '));
  for (const skip of skips) process.stdout.write(`${skip}\n`);
  const [, passed = 0, failed = code === 0 ? 0 : 1] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return outcome(Number(passed), Number(failed), code === 0 ? '' : output, skips.length);
}

const CHECKS = {
  typecheck: check(tool('tsc', '-b')),
  lint: check(tool('oxlint', '--deny-warnings')),
  imports: check(tool('tsx', 'scripts/check-imports.ts')),
  tidy: counted(tool('tsx', 'scripts/check-tidy.ts')),
  catalogues: counted(tool('tsx', 'scripts/check-catalogues.ts')),
  format: check(tool('oxfmt', '--list-different')),
};
const STAGES = {
  ...CHECKS,
  // With the pair in the var folder: the tests in a browser sign releases with it.
  build: check([process.execPath, 'scripts/build.mjs'], { RELEASE_PUBLIC_KEY: '' }),
  budgets: counted([process.execPath, 'scripts/check-budgets.mjs']),
  vitest,
  e2e: endToEnd,
  engines,
};
/**
 * A stage begins when these have ended, so that two cores always have work: what is quick and tells most comes first, beside the
 * build; Vitest, which takes longest, fills what the build and then the browsers leave idle; browsers of every kind take turns.
 */
const AFTER = { budgets: ['build'], vitest: Object.keys(CHECKS), e2e: ['build'], engines: ['e2e'] };

async function runStage(name, stage) {
  const startedAt = performance.now();
  const { passed, failed, output, skipped } = await stage();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failed > 0) process.stdout.write(`${stripVTControlCharacters(output).trimEnd()}\n`);
  const also = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${name.padEnd(12)}${passed} passed, ${failed} failed${also} (${seconds} s)\n`);
  total.passed += passed;
  total.failed += failed;
}

ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(STAGES, name));
if (unknown.length > 0) {
  process.stderr.write(`No such stage: ${unknown.join(', ')}. There are: ${Object.keys(STAGES).join(', ')}.\n`);
  process.exit(2);
}
mkdirSync(join(ROOT, REPORTS), { recursive: true });
// Every test takes its random numbers from it (tests/support/seed.ts).
// The same on every machine, so that what fails was broken by a change; `npm run test:long` draws new ones every night.
process.env.SEED ||= '20261123';
process.stdout.write(`seed        ${process.env.SEED} (another one: SEED=<n> npm test)\n`);
// To get one takes long, of the network and the disk.
if (wanted.length === 0) void readers();
const total = { passed: 0, failed: 0 };
const running = {};
for (const [name, stage] of Object.entries(STAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const before = (AFTER[name] ?? []).map((other) => running[other]);
  running[name] = Promise.all(before).then(() => runStage(name, stage));
}
await Promise.all(Object.values(running));
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
