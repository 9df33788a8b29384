/** Builds the start (docs/start.md): what is there before the page's own code, and how that code is cut into files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';
import { chunkName, CHUNK_GROUPS, isAtStart } from './chunks.ts';
import { loginTexts } from './login-texts.ts';
import { pageContract } from './page-contract.ts';
import { startPage } from './page.ts';
import { standaloneScripts } from './standalone.ts';
import { has, INLINED_NAMES, trickConstants } from './tricks.ts';
import { precacheWaves, type Waves } from './waves.ts';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

export interface StartBuild {
  plugins: Plugin[];
  /** For the service worker's list: each kept file carries its digest, so that a corrupt or truncated answer is none, and says when it is kept. */
  keptFiles: ManifestTransform;
}

/** Settings of the build that the steps need, and the tricks that code asks for. */
function settings(): Plugin {
  return {
    name: 'rab:start',
    config: (_, { command }) => ({
      define: trickConstants(),
      ...(command === 'build' ? { build: buildSettings() } : {}),
    }),
  };
}

function buildSettings() {
  return {
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
        hostType === 'js' ? files.filter((file) => !isAtStart(file)) : files,
    },
    rolldownOptions: {
      optimization: INLINED_NAMES,
      output: {
        ...(has('chunkGroups') ? { codeSplitting: { groups: CHUNK_GROUPS } } : {}),
        chunkFileNames: chunkName,
      },
    },
  };
}

function keptFiles(waves: Waves, outDir: () => string): ManifestTransform {
  return (entries) => ({
    manifest: entries
      .toSorted((a, b) => waves.compare(a.url, b.url))
      .map((entry) => {
        const digest = createHash('sha384')
          .update(readFileSync(join(outDir(), entry.url)))
          .digest('base64');
        return { ...entry, ...waves.of(entry.url), integrity: `sha384-${digest}` };
      }),
    warnings: [],
  });
}

export function startBuild(): StartBuild {
  const waves = precacheWaves();
  let outDir = '';
  const rememberOutDir: Plugin = {
    name: 'rab:out-dir',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
  };
  return {
    plugins: [
      rememberOutDir,
      settings(),
      ...(has('pageContract') ? [pageContract()] : []),
      loginTexts(),
      standaloneScripts(),
      startPage(),
      waves.plugin,
    ],
    keptFiles: keptFiles(waves, () => outDir),
  };
}
