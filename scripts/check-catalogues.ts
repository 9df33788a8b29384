/**
 * Checks the catalogues against the code: every locale has exactly the texts of the code and lacks no translation, and
 * placeholders, plurals and typography are right. Reads only; the extraction goes to a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lingui from '../lingui.config';
import {
  differences,
  lostPlaceholders,
  parseCatalogue,
  typography,
  untranslated,
  wrongPlurals,
} from './support/catalogue';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORK = join(ROOT, 'node_modules/.cache/rab-catalogues');

function extractAfresh(): void {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  cpSync(join(ROOT, 'locales'), join(WORK, 'locales'), { recursive: true });
  const config = {
    ...lingui,
    rootDir: ROOT,
    catalogs: lingui.catalogs?.map((catalog) => ({ ...catalog, path: join(WORK, 'locales/{locale}') })),
  };
  const path = join(WORK, 'lingui.config.json');
  writeFileSync(path, JSON.stringify(config));
  const cli = join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'extract', '--clean', '--config', path], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`lingui extract failed:\n${stdout}${stderr}`);
}

function report(name: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  process.exitCode = 1;
  const more = problems.length > 20 ? [`… and ${problems.length - 20} more`] : [];
  console.log([`${name}:`, ...problems.slice(0, 20), ...more].join('\n  '));
}

extractAfresh();
for (const locale of lingui.locales) {
  const kept = parseCatalogue(readFileSync(join(ROOT, `locales/${locale}.po`), 'utf8'));
  const fresh = parseCatalogue(readFileSync(join(WORK, `locales/${locale}.po`), 'utf8'));
  report(`${locale} fits the code (npm run i18n:extract)`, differences(kept, fresh));
  report(`${locale} keeps placeholders`, lostPlaceholders(kept));
  report(`${locale} has the plurals of its language`, wrongPlurals(locale, kept));
  report(`${locale} keeps to its typography`, typography(locale, kept));
  report(`${locale} is complete`, untranslated(kept));
}
