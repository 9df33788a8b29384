import { createHash } from 'node:crypto';
import type { Plugin, Rollup } from 'vite';

type Bundle = Rollup.OutputBundle;

const WORKER = /^assets\/main-[\w-]{8}\.js$/;
const CATALOGUE = /\/locales\/([\w-]+)\.po$/;

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

/** Another one for every build that differs in a file that the page can load: names have the digests of what is in them. */
function buildName(bundle: Bundle): string {
  const names = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
  return createHash('sha256').update(names.sort().join()).digest('base64url').slice(0, 12);
}

function earlyFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const draw = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/picture/draw.ts'));
  const worker = Object.keys(bundle).find((file) => WORKER.test(file));
  const home = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/pages/home/Home/index.tsx')));
  if (!worker || !home || !draw) throw new Error('the build has no data worker, no Home or no picture of it');
  if (draw.imports.length > 0) throw new Error('what draws the picture of Home waits for other files');
  const catalogues = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const locale = CATALOGUE.exec(facadeModuleId ?? '')?.[1];
    return locale === undefined ? [] : [[locale, `/${fileName}`]];
  });
  return {
    worker: `/${worker}`,
    draw: `/${draw.fileName}`,
    build: buildName(bundle),
    files: [...withImports(bundle, home.fileName)].filter((file) => file in bundle).map((file) => `/${file}`),
    catalogues: Object.fromEntries(catalogues) as Record<string, string>,
  };
}

/** Tells public/boot.js what a start with somebody logged in needs beside what index.html names. */
export function earlyStart(): Plugin {
  return {
    name: 'rab:early-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const early = JSON.stringify(earlyFiles(bundle));
        return html.replace('<script src="/boot.js">', () => `<script src="/boot.js" data-early='${early}'>`);
      },
    },
  };
}
