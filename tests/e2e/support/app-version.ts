/** Versions of the app for update tests: the built one with a few files changed, in place of building again. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../../dist/app', import.meta.url));

export interface AppVersionOptions {
  version: string;
  /** Files that no other version has, and their size in bytes. */
  extras?: number;
  extraBytes?: number;
  /** Its main script ends with an error before anything is shown. */
  isBroken?: boolean;
}

/** Paths of the extra files. */
export function extraPath(version: string, index: number): string {
  return `/assets/extra-${version}-${index}.txt`;
}

/** A folder to publish. The start page tells its version in a meta element. Remove it afterwards. */
export async function appVersion(options: AppVersionOptions): Promise<string> {
  const { version, extras = 4, extraBytes = 150_000, isBroken = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'rab-app-'));
  await cp(BUILT, folder, { recursive: true });
  await change(folder, 'index.html', (html) =>
    html.replace('</head>', `<meta name="app-version" content="${version}"></head>`),
  );
  await tellVersion(folder, version);
  for (let index = 0; index < extras; index += 1) {
    await writeFile(join(folder, extraPath(version, index)), randomBytes(extraBytes));
  }
  if (isBroken) {
    // Takes a name of its own: the browser does not ask again for a file that it has in memory under a digest's name.
    const script = `assets/broken-${version}.js`;
    await writeFile(join(folder, script), `throw new Error('broken on purpose');`);
    await change(folder, 'index.html', (html) => html.replace(/\/assets\/shell-[^"]+\.js/, `/${script}`));
  }
  return folder;
}

/** Its worker tells the gateway this version, from a file of its own name as another build would have it. */
async function tellVersion(folder: string, version: string): Promise<void> {
  const assets = join(folder, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  const told = /("app-version":)[`"'][\d.]+[`"']/;
  const index = texts.findIndex((text) => told.test(text));
  const [name = ''] = [scripts[index]];
  const next = `${name.slice(0, name.indexOf('-'))}-${version}.js`;
  await change(folder, `assets/${name}`, (text) => text.replace(told, `$1"${version}"`));
  await rename(join(assets, name), join(assets, next));
  const naming = scripts.filter((_, at) => at !== index && texts[at]?.includes(name)).map((one) => `assets/${one}`);
  for (const path of ['index.html', ...naming]) await change(folder, path, (text) => text.replaceAll(name, next));
}

/** Changes a text file; its precompressed variants go. */
async function change(folder: string, path: string, edit: (text: string) => string): Promise<void> {
  const file = join(folder, path);
  await writeFile(file, edit(await readFile(file, 'utf8')));
  for (const variant of ['.br', '.gz']) await rm(file + variant, { force: true });
}
