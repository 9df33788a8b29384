import { createHash } from 'node:crypto';
import type { Rollup } from 'vite';
import type { StartFiles } from '../../src/start/manifest.ts';
import { isDrawFile } from './standalone.ts';
import { has } from './tricks.ts';

type Bundle = Rollup.OutputBundle;

const WORKER = /^assets\/main-[\w-]{8}\.js$/;
const CATALOGUE = /\/locales\/([\w-]+)\.po$/;
const LOGIN_CATALOGUE = /\/locales\/([\w-]+)\.po\?start$/;

/**
 * A chunk with what it imports before it runs, and their styles, in the order in which they run: React and the shell are asked
 * for now, and not when the text of the page has been read.
 */
function withImports(bundle: Bundle, file: string, found = new Set<string>(), passed = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || passed.has(file)) return found;
  passed.add(file);
  for (const imported of chunk.imports) withImports(bundle, imported, found, passed);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  found.add(file);
  return found;
}

/** Names have the digests of what is in the files. */
function buildName(bundle: Bundle): string {
  const names = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
  return createHash('sha256').update(names.sort().join()).digest('base64url').slice(0, 12);
}

/** Returns the addresses of catalogues, by language. */
function catalogues(chunks: readonly Rollup.OutputChunk[], pattern: RegExp): StartFiles['texts'] {
  const found = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const locale = pattern.exec(facadeModuleId ?? '')?.[1];
    return locale === undefined ? [] : [[locale, `/${fileName}`]];
  });
  return Object.fromEntries(found) as StartFiles['texts'];
}

/** @param scripts that index.html leaves to boot. @throws Error when the build lacks a file of the start */
export function startFiles(bundle: Bundle, scripts: string[]): StartFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const names = Object.keys(bundle);
  const worker = names.find((file) => WORKER.test(file));
  const draw = names.find(isDrawFile);
  const home = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/pages/home/Home/index.tsx')));
  if (!worker || !home || !draw) throw new Error('the build has no data worker, no Home or no picture of it');
  return {
    build: buildName(bundle),
    scripts,
    loginTexts: catalogues(chunks, has('loginTexts') ? LOGIN_CATALOGUE : CATALOGUE),
    texts: catalogues(chunks, CATALOGUE),
    worker: `/${worker}`,
    draw: `/${draw}`,
    home: [...withImports(bundle, home.fileName)]
      .filter((file) => file in bundle)
      .map((file) => `/${file}`)
      .filter((address) => !scripts.includes(address)),
  };
}
