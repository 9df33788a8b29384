import type { Plugin, Rollup } from 'vite';
import { isDrawFile } from './standalone.ts';
import { has } from './tricks.ts';

/**
 * Decides which files come with the service worker's install, and which later ([Note: Two waves], worker/service/later-files.ts).
 * With the install come the files that a start, the lock before it, the login page and the five tabs show or need at a tap, and
 * everything that these import.
 */
const FIRST_SCREENS =
  /\/src\/lock\/LockScreen\.tsx$|\/src\/pages\/(?:account\/Login\/(?:index|rules)|(?:home\/Home|custody\/Custody|team\/Team|assets\/Assets|trade\/Trade)\/index)\.tsx?$/;
const SCREEN = /\/src\/pages\//;
/** Screens with the packages that they alone use, and what stands beside them where there is room for it. */
const LATER = /\/src\/(?:pages|app\/SidePanel|documents|places)\/|\/node_modules\/(?:leaflet|pdfjs-dist)\//;
const ROUTES = /\/src\/routes\.tsx$/;
const HASHED = /^assets\/(.+)-[\w-]{8}\.(?:js|css)$/;

/** The data worker's chunks that reading, getting in, sending and a full disk need; its others (files, pictures) come later. */
const FIRST_OF_WORKER = new Set(
  `main rolldown-runtime trouble list-cache member-calls log-in refusals money-calls live-events search warm-up
  drafts captcha storage-report app-lock`.split(/\s+/),
);

/** Large parts that few people use: no wave brings them, the service worker keeps them once they were opened. */
const ON_DEMAND = new Set(['pdf', 'pdf-worker']);

export interface Wave {
  later?: boolean;
  /** Kept only once it was opened. */
  onDemand?: boolean;
  /** Number of screens in the file. */
  screens?: number;
}

export interface Waves {
  plugin: Plugin;
  /** Known once the bundle is made. */
  of(url: string): Wave;
  /** Sorts imported files before their importers, so that a screen that is there can open. */
  compare(a: string, b: string): number;
}

export function precacheWaves(): Waves {
  const waves = new Map<string, Wave>();
  let order: string[] = [];

  function read(bundle: Rollup.OutputBundle, screens: ReadonlySet<string>): void {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const isFirst = ({ moduleIds, isEntry }: Rollup.OutputChunk) =>
      isEntry || moduleIds.some((id) => FIRST_SCREENS.test(id)) || !moduleIds.some((id) => LATER.test(id));
    const first = withImports(bundle, chunks.filter(isFirst));
    order = [...withImports(bundle, chunks)];
    const names = new Set(Object.keys(bundle).map((file) => HASHED.exec(file)?.[1]));
    const unknown = [...FIRST_OF_WORKER].filter((name) => !names.has(name));
    if (unknown.length > 0) throw new Error(`the worker has no chunk ${unknown.join(', ')}`);
    for (const { fileName, moduleIds } of chunks) {
      const count = moduleIds.filter((id) => screens.has(id)).length;
      if (count > 0) waves.set(fileName, { screens: count });
    }
    for (const file of Object.keys(bundle)) {
      const name = HASHED.exec(file)?.[1];
      if (name === undefined || first.has(file)) continue;
      if (ON_DEMAND.has(name)) waves.set(file, { later: true, onDemand: true });
      if (ON_DEMAND.has(name)) continue;
      const isOfPage = order.includes(file);
      if (isDrawFile(file) || !has('twoWaves')) continue;
      if (isOfPage || !FIRST_OF_WORKER.has(name)) waves.set(file, { ...waves.get(file), later: true });
    }
  }

  return {
    of: (url) => waves.get(url) ?? {},
    compare: (a, b) => order.indexOf(a) - order.indexOf(b),
    plugin: {
      name: 'rab:waves',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          const routes = [...this.getModuleIds()].find((id) => ROUTES.test(id));
          const info = routes === undefined ? null : this.getModuleInfo(routes);
          const opened = [...(info?.dynamicallyImportedIds ?? []), ...(info?.importedIds ?? [])];
          const screens = new Set(opened.filter((id) => SCREEN.test(id)));
          if (screens.size < 10) throw new Error('the screens of src/routes.tsx are not known');
          read(bundle, screens);
        },
      },
    },
  };
}

/** Files of the chunks with their styles, each after what it imports. */
function withImports(bundle: Rollup.OutputBundle, chunks: readonly Rollup.OutputChunk[], found = new Set<string>()) {
  const passed = new Set<string>();
  const pass = (chunk: Rollup.OutputChunk) => {
    if (passed.has(chunk.fileName)) return;
    passed.add(chunk.fileName);
    for (const file of chunk.imports) {
      const imported = bundle[file];
      if (imported?.type === 'chunk') pass(imported);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    found.add(chunk.fileName);
  };
  chunks.forEach(pass);
  return found;
}
