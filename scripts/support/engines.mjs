/** Finds Firefox and WebKitGTK with its driver for `npm run test:engines`, or gets Debian's packages. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, tryPackages } from './packages.mjs';

/** Programs by the environment variable that hands their path on, or names another one. */
const PROGRAMS = {
  firefox: { FIREFOX: ['firefox-esr', 'firefox'] },
  webkit: { WEBKIT_DRIVER: ['WebKitWebDriver'], XVFB: ['Xvfb'] },
};
const PACKAGES = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] };

export const ENGINES = Object.keys(PROGRAMS);

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Paths of all programs of an engine, null when one is missing. */
function installed(engine) {
  const paths = Object.entries(PROGRAMS[engine]).map(([variable, names]) => {
    const named = process.env[variable];
    if (named) return [variable, existsSync(named) ? named : null];
    return [variable, names.map(onPath).find((path) => path !== null) ?? null];
  });
  return paths.some(([, path]) => path === null) ? null : Object.fromEntries(paths);
}

/**
 * The paths of an engine's programs as environment variables.
 * @returns `{ skipped }` with the reason when it is not installed and cannot be
 */
export async function ensureEngine(engine) {
  const found = installed(engine);
  if (found) return { env: found };
  const names = PACKAGES[engine];
  if (onPath('apt-get') === null || !canInstallPackages()) {
    return { skipped: `not installed; Debian has it as ${names.join(', ')}, which root can install` };
  }
  process.stdout.write(`No ${engine} found: trying the system’s packages …\n`);
  await tryPackages(...names);
  const got = installed(engine);
  return got ? { env: got } : { skipped: `${names.join(', ')} could not be installed; see above` };
}
