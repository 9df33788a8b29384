/** Finds references that lead nowhere, names in the wrong case, the specification's spellings, functions and files that are too long. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUntidy } from './support/tidy';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = [
  '.ci',
  'bench',
  'contract',
  'docs',
  'gateway',
  'locales',
  'public',
  'scripts',
  'src',
  'tests',
  'worker',
];
/** Compiled on the way, and not in the repository. */
const MADE = /^locales\/.*\.mjs$|\.tsbuildinfo$/;
const READ = /\.(ts|tsx|mjs|js|css|md|sql)$/;

function pathsBelow(folder: string, isDeep: boolean): string[] {
  return readdirSync(join(ROOT, folder), { recursive: isDeep, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const paths = [...pathsBelow('.', false), ...FOLDERS.flatMap((folder) => pathsBelow(folder, true))].filter(
  (path) => !MADE.test(path),
);
const files = paths
  .filter((path) => READ.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const untidy = findUntidy(files, paths);
for (const { path, line, problem } of untidy) console.log(`${path}:${line}: ${problem}`);
process.exitCode = untidy.length === 0 ? 0 : 1;
