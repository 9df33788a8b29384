/**
 * `npm test` proves the product in minutes; `npm run test:all` adds what takes longer: the second database, gateways that are killed, all
 * walks in the browser, other engines. One line per stage, the output of what failed, and `N passed, N failed` as the last line.
 * `npm test -- lint walk` runs the named stages alone, `npm test -- tests/unit/format/date.test.ts` the named files.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowsers } from './support/browser.mjs';
import { ensureInstalled, isBuilt } from './support/freshness.mjs';
import { ensurePrograms } from './support/programs.mjs';
import { outcome, playwrightOutcome, vitestOutcome } from './support/reports.mjs';
import { capture, fail, ROOT, run, tool } from './support/run.mjs';

const REPORTS = 'node_modules/.cache/rab-test';
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0' };

/** A program whose exit code is the whole answer: one check. */
const check =
  (command, env = {}) =>
  async () => {
    const { code, output } = await capture(command, { ...PLAIN, ...env });
    return code === 0 ? outcome(1, 0) : outcome(0, 1, output);
  };

const report = (name) => {
  const path = join(ROOT, REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
};

/** Projects of vitest.config.ts. */
const vitest =
  (name, ...projects) =>
  async () => {
    const path = report(name);
    const chosen = projects.flatMap((project) => ['--project', project]);
    const { code, output } = await capture(
      // The report leaves out errors that no test names; the dots print them.
      tool('vitest', 'run', ...chosen, '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`),
      { ...PLAIN, ...(await browsers()) },
    );
    return vitestOutcome(path, code, output);
  };

/** Projects of playwright.config.ts. */
const playwright =
  (name, programs, ...projects) =>
  async () => {
    const paths = await browsers();
    if (paths.CHROME === undefined)
      return outcome(0, 1, 'No browser: install Chromium or Chrome, or set CHROME to its path.');
    const path = report(name);
    const found = await programs();
    const chosen = projects.flatMap((project) => ['--project', project]);
    const env = { ...PLAIN, ...paths, ...found.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path };
    const { code, output } = await capture(tool('playwright', 'test', ...chosen, '--reporter=json'), env);
    const told = playwrightOutcome(path, code, output);
    return { ...told, skipped: [...found.skipped, ...told.skipped] };
  };

/** The main path in the other engines: one that is not there and cannot be had counts as skipped, with the reason. */
async function engines() {
  const { code, output } = await capture([process.execPath, 'scripts/test-engines.mjs'], PLAIN);
  const skipped = output.split('\n').filter((line) => line.includes(': SKIPPED: '));
  const [, passed = 0, failed = code === 0 ? 0 : 1] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return outcome(Number(passed), Number(failed), code === 0 ? '' : output, skipped);
}

/** Looked for, or got, once. */
let sought;
const browsers = () => (sought ??= ensureBrowsers());

/** Programs that open what the app exports, and letters for all languages: looked for, or got, one after the other. */
async function helpers() {
  const found = { env: {}, skipped: [] };
  for (const name of ['readers', 'fonts']) {
    const { env = {}, skipped } = await ensurePrograms(name);
    Object.assign(found.env, env);
    if (skipped) found.skipped.push(`${name}: ${skipped}`);
  }
  return found;
}
const noHelpers = async () => ({ env: {}, skipped: [] });

const CHECKS = {
  typecheck: check(tool('tsc', '-b')),
  lint: check(tool('oxlint', '--deny-warnings')),
  imports: check(tool('tsx', 'scripts/check-imports.ts')),
  tidy: check(tool('tsx', 'scripts/check-tidy.ts')),
  catalogues: check(tool('tsx', 'scripts/check-catalogues.ts')),
  format: check(tool('oxfmt', '--list-different')),
};
const QUICK = {
  ...CHECKS,
  // With the pair in the var folder: the tests in a browser sign releases with it.
  build: check([process.execPath, 'scripts/build.mjs'], { RELEASE_PUBLIC_KEY: '' }),
  budgets: check([process.execPath, 'scripts/check-budgets.mjs']),
  vitest: vitest('vitest', 'unit', 'logic', 'worker', 'gateway'),
  walk: playwright('walk', noHelpers, 'walk'),
};
const REST = {
  databases: vitest('databases', 'embedded', 'slow'),
  e2e: playwright('e2e', helpers, 'longest', 'app', 'pushes'),
  engines,
};
/** A stage begins when these have ended: what fights for two cores runs one after the other. */
const AFTER = {
  budgets: ['build'],
  vitest: [...Object.keys(CHECKS), 'budgets'],
  walk: ['build', 'vitest'],
  e2e: ['build', 'databases'],
  engines: ['build', 'e2e'],
};

const total = { passed: 0, failed: 0 };

async function runStage(name, stage) {
  const startedAt = performance.now();
  const { passed, failed, output, skipped } = await stage();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failed > 0) process.stdout.write(`${stripVTControlCharacters(output).trimEnd()}\n`);
  for (const reason of skipped) process.stdout.write(`${name.padEnd(12)}SKIPPED ${reason}\n`);
  const also = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  process.stdout.write(`${name.padEnd(12)}${passed} passed, ${failed} failed${also} (${seconds} s)\n`);
  total.passed += passed;
  total.failed += failed;
}

async function runStages(stages) {
  const running = {};
  for (const [name, stage] of Object.entries(stages)) {
    const before = (AFTER[name] ?? []).map((other) => running[other]);
    running[name] = Promise.all(before).then(() => runStage(name, stage));
  }
  await Promise.all(Object.values(running));
}

/** Runs test files as their own runner prints them. @returns the exit code */
async function runFiles(paths) {
  const isWalk = (path) => path.startsWith('tests/e2e');
  const [walks, others] = [paths.filter(isWalk), paths.filter((path) => !isWalk(path))];
  const env = await ensureBrowsers();
  const codes = [];
  // Of the two projects that have a file, the one on PostgreSQL.
  if (others.length > 0) codes.push(run(tool('vitest', 'run', '--project', '!embedded', ...others), env));
  if (walks.length > 0) {
    if (!isBuilt() && run([process.execPath, 'scripts/build.mjs'], { RELEASE_PUBLIC_KEY: '' }) !== 0) return 1;
    codes.push(run(tool('playwright', 'test', ...walks), env));
  }
  return Math.max(...codes);
}

/** Named ones alone, with all that they wait for taken as done. */
function chosenOf(names) {
  const all = { ...QUICK, ...REST };
  const unknown = names.filter((name) => !Object.hasOwn(all, name));
  if (unknown.length > 0) fail(`No such stage or file: ${unknown.join(', ')}. Stages: ${Object.keys(all).join(', ')}.`);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

ensureInstalled();
mkdirSync(join(ROOT, REPORTS), { recursive: true });
// Every test takes its random numbers from it (tests/support/seed.ts).
// The same on every machine, so that what fails was broken by a change; `npm run test:long` draws new ones every night.
process.env.SEED ||= '20261123';
const words = process.argv.slice(2);
const isAll = words.includes('--all');
const names = words.filter((word) => word !== '--all').map((word) => word.replace(/^\.\//, ''));
if (names.length > 0 && names.every((name) => existsSync(join(ROOT, name)) && name.startsWith('tests/'))) {
  process.exit(await runFiles(names));
}
process.stdout.write(`seed        ${process.env.SEED} (another one: SEED=<n> npm test)\n`);
if (names.length > 0) await runStages(chosenOf(names));
else {
  await runStages(QUICK);
  if (isAll && total.failed === 0) await runStages(REST);
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
