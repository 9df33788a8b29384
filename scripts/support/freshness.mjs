/** Tells whether what was installed or built still fits its sources, by a digest that is kept beside it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { knownReleaseKey } from './release-key.mjs';
import { fail, isThere, npm, ROOT, run } from './run.mjs';

const INSTALL_STAMP = 'node_modules/.cache/rab-install';
const BUILD_STAMP = 'dist/.sources';
const BUILD_SOURCES = [
  'contract',
  'gateway',
  'locales',
  'public',
  'scripts',
  'src',
  'worker',
  'index.html',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
];

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function digestOf(paths) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path)))) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function stampOf(path) {
  return isThere(path) ? readFileSync(join(ROOT, path), 'utf8') : null;
}

function writeStamp(path, digest) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), digest);
}

/** Installs from the lockfile when it changed since the last time, or nothing is there. */
export function ensureInstalled() {
  const digest = digestOf(['package-lock.json']);
  if (stampOf(INSTALL_STAMP) === digest) return;
  if (process.versions.node.localeCompare('20.19.0', undefined, { numeric: true }) < 0) {
    fail(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
  // An installation by hand that npm itself finds complete is as good as ours.
  if (!isThere('node_modules/.package-lock.json') || !isCurrentInstall()) {
    process.stdout.write('Installing from the lockfile …\n');
    // Development tools build the app, so they are wanted even where NODE_ENV says production.
    if (run(npm('ci', '--include=dev', '--no-audit', '--no-fund')) !== 0) fail('npm ci failed; see above.');
  }
  writeStamp(INSTALL_STAMP, digest);
}

/** npm writes its own copy of the lockfile into node_modules last: every package of ours has to be in it. */
function isCurrentInstall() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** The digest of everything that a build is made of. */
export const sourcesDigest = () => digestOf(BUILD_SOURCES);

export function isBuilt() {
  return (
    isThere('dist/app/index.html') &&
    isThere('dist/gateway/main.js') &&
    isOfSources(stampOf(BUILD_STAMP), sourcesDigest())
  );
}

/** The stamp is the sources' digest and the public key that was built in. */
function isOfSources(stamp, digest) {
  const key = knownReleaseKey();
  return key === null ? stamp?.split(' ')[0] === digest : stamp === `${digest} ${key}`;
}

/** Called first by a build, so that one that breaks off is not taken for a whole one. */
export function forgetBuild() {
  rmSync(join(ROOT, BUILD_STAMP), { force: true });
}

/** @param releaseKey the public key that was built in */
export function rememberBuild(releaseKey) {
  writeStamp(BUILD_STAMP, `${sourcesDigest()} ${releaseKey}`);
}
