/**
 * The catalogues against the code: every locale has exactly the texts of the code, the complete languages lack no
 * translation, and placeholders survive translating. Reads only; the extraction goes to a folder of its own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lingui from '../lingui.config';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORK = join(ROOT, 'node_modules/.cache/rab-catalogues');
/** Languages in which nothing may fall back to English. */
const COMPLETE = ['zh-Hans', 'en', 'zh-Hant', 'de', 'fr', 'ko', 'ja', 'th', 'vi'];

/** msgid (with its context) → msgstr; obsolete entries are left out. */
function readCatalogue(path: string): Map<string, string> {
  const messages = new Map<string, string>();
  for (const block of readFileSync(path, 'utf8').split(/\n{2,}/)) {
    const values: Record<string, string> = {};
    let field = '';
    for (const line of block.split('\n')) {
      const [, name, text] = /^(?:(msgctxt|msgid|msgstr) )?"(.*)"$/.exec(line) ?? [];
      if (text === undefined) continue;
      if (name !== undefined) field = name;
      values[field] = (values[field] ?? '') + text;
    }
    const { msgctxt, msgid, msgstr } = values;
    if (msgid) messages.set(msgctxt === undefined ? msgid : `${msgctxt}\u0004${msgid}`, msgstr ?? '');
  }
  return messages;
}

/** The names that a message fills in, and its tags; texts of plural branches are in braces too and are none. */
function placeholders(text: string): string {
  const braces = /(?<!\b(?:zero|one|two|few|many|other|=\d+)\s*)\{\s*(\w+)\s*[,}]|<\/?(\d+)/g;
  const names = [...text.matchAll(braces)].map(([, name, tag]) => name ?? `<${tag}`);
  return [...new Set(names)].sort().join(' ');
}

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

let passed = 0;
let failed = 0;

function report(name: string, problems: readonly string[]): void {
  if (problems.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  console.log(
    `${name}:\n${problems
      .slice(0, 20)
      .map((problem) => `  ${problem}`)
      .join('\n')}`,
  );
  if (problems.length > 20) console.log(`  … and ${problems.length - 20} more`);
}

extractAfresh();
for (const locale of lingui.locales) {
  const kept = readCatalogue(join(ROOT, `locales/${locale}.po`));
  const fresh = readCatalogue(join(WORK, `locales/${locale}.po`));
  report(`${locale} fits the code (npm run i18n:extract)`, [
    ...[...fresh.keys()].filter((id) => !kept.has(id)).map((id) => `missing: ${id}`),
    ...[...kept.keys()].filter((id) => !fresh.has(id)).map((id) => `no longer used: ${id}`),
  ]);
  const translated = [...kept].filter(([, text]) => text !== '');
  const lost = translated.filter(([id, text]) => placeholders(id) !== placeholders(text) && /[{<]/.test(id + text));
  report(
    `${locale} keeps placeholders`,
    lost.map(([id, text]) => `${id} → ${text}`),
  );
  if (!COMPLETE.includes(locale)) continue;
  const isSource = locale === lingui.sourceLocale;
  report(
    `${locale} is complete`,
    isSource ? [] : [...kept].filter(([, text]) => text === '').map(([id]) => `not translated: ${id}`),
  );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
