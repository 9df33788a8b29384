/**
 * The pre-commit hook: format and lint of the staged files, as they lie in the work tree. Two programs of native code, so
 * that nobody waits; `npm test` looks at everything.
 */
import { spawnSync } from 'node:child_process';
import { ROOT, runBeside, tool } from './support/run.mjs';

const FORMATTED = /\.(ts|tsx|mjs|js|css|json|md|html)$/;
const LINTED = /\.(ts|tsx|mjs|js)$/;

const staged = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const paths = staged.stdout.split('\0').filter((path) => path !== '');
const formatted = paths.filter((path) => FORMATTED.test(path));
const linted = paths.filter((path) => LINTED.test(path));
const codes = await Promise.all([
  formatted.length === 0
    ? 0
    : runBeside(tool('oxfmt', '--list-different', '--no-error-on-unmatched-pattern', ...formatted)),
  linted.length === 0 ? 0 : runBeside(tool('oxlint', '--deny-warnings', ...linted)),
]);
if (codes[0] !== 0)
  process.stderr.write('These staged files are not formatted: `npm run format`, then stage them again.\n');
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
