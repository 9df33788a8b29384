/** Finds what of others the tests use, or gets Debian's packages: other engines, readers of the app's files, letters. */
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { canInstallPackages, tryPackages } from './packages.mjs';

/** Programs by the environment variable that hands their path on, or names another one. */
const PROGRAMS = {
  firefox: { FIREFOX: ['firefox-esr', 'firefox'] },
  webkit: { WEBKIT_DRIVER: ['WebKitWebDriver'], XVFB: ['Xvfb'] },
  readers: { SOFFICE: ['soffice'], PDFTOTEXT: ['pdftotext'] },
  fonts: {
    FONTS: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    THAI_FONTS: ['/usr/share/fonts/truetype/tlwg/Loma.ttf'],
  },
};
const PACKAGES = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
  readers: ['libreoffice-calc-nogui', 'poppler-utils'],
  fonts: ['fonts-noto-cjk', 'fonts-thai-tlwg'],
};

export const ENGINES = ['firefox', 'webkit'];

function onPath(name) {
  if (isAbsolute(name)) return existsSync(name) ? name : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Paths of all programs of that name, null when one is missing. */
function installed(name) {
  const paths = Object.entries(PROGRAMS[name]).map(([variable, names]) => {
    const named = process.env[variable];
    if (named) return [variable, existsSync(named) ? named : null];
    return [variable, names.map(onPath).find((path) => path !== null) ?? null];
  });
  return paths.some(([, path]) => path === null) ? null : Object.fromEntries(paths);
}

/**
 * The paths of the programs of a name in `PROGRAMS`, as environment variables.
 * @returns `{ skipped }` with the reason when it is not installed and cannot be
 */
export async function ensurePrograms(name) {
  const found = installed(name);
  if (found) return { env: found };
  const packages = PACKAGES[name];
  if (onPath('apt-get') === null || !canInstallPackages()) {
    return { skipped: `not installed; Debian has it as ${packages.join(', ')}, which root can install` };
  }
  process.stdout.write(`No ${name} found: trying the system’s packages …\n`);
  await tryPackages(...packages);
  const got = installed(name);
  return got ? { env: got } : { skipped: `${packages.join(', ')} could not be installed; see above` };
}
