import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { answerShapes } from './scripts/vite-answer-shapes.ts';
import { CHUNK_GROUPS, isAtStart, WORKER_GROUPS } from './scripts/vite-chunks.ts';
import { earlyStart } from './scripts/vite-early-start.ts';
import { inlineStyle } from './scripts/vite-inline-style.ts';
import { linguiMacro } from './scripts/vite-lingui-macro.ts';
import { minifiedBoot } from './scripts/vite-minified-boot.ts';
import { ownHashes } from './scripts/vite-own-hashes.ts';
import { pacedScripts } from './scripts/vite-paced-scripts.ts';
import { pageContract } from './scripts/vite-page-contract.ts';
import { shortMessageIds } from './scripts/vite-short-ids.ts';
import { staleCalls, withoutTopics } from './scripts/vite-topics.ts';
import { precacheWaves } from './scripts/vite-waves.ts';
import { chunkName, startCatalogue } from './scripts/vite-start-catalogue.ts';
import { webManifest } from './scripts/web-manifest.ts';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

const gatewayPort = process.env['GATEWAY_PORT'] ?? '8081';
const gateway = { target: `http://127.0.0.1:${gatewayPort}`, changeOrigin: false };

let outDir = '';
const rememberOutDir: Plugin = {
  name: 'rab:out-dir',
  configResolved(config) {
    outDir = resolve(config.root, config.build.outDir);
  },
};

const waves = precacheWaves();

/** Each kept file carries its digest, so that a corrupt or truncated answer is none, and says when it is kept. */
const withIntegrity: ManifestTransform = (entries) => ({
  manifest: entries
    .toSorted((a, b) => waves.compare(a.url, b.url))
    .map((entry) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(outDir, entry.url)))
        .digest('base64');
      return { ...entry, ...waves.of(entry.url), integrity: `sha384-${digest}` };
    }),
  warnings: [],
});

/** vite-plugin-pwa asks for one file by an option that Vite 8 calls by another name, and reports its progress. */
const oneFile: Plugin = {
  name: 'rab:one-file',
  config({ build }) {
    const output = build?.rollupOptions?.output;
    if (output && !Array.isArray(output) && output.inlineDynamicImports) {
      delete output.inlineDynamicImports;
      output.codeSplitting = false;
    }
    return { logLevel: 'warn' };
  },
};

export default defineConfig({
  plugins: [
    rememberOutDir,
    answerShapes(),
    staleCalls(),
    linguiMacro(),
    pageContract(),
    react(),
    lingui(),
    startCatalogue(),
    shortMessageIds(),
    inlineStyle(),
    earlyStart(),
    pacedScripts(),
    waves.plugin,
    minifiedBoot(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker/service',
      filename: 'service-worker.ts',
      injectRegister: false,
      includeManifestIcons: false,
      manifest: webManifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png}'],
        // Pictures for whoever installs, who is online; and what stands in for WebCrypto outside secure contexts, where there
        // are no service workers; and the decoder of HEIC, larger than everything else together, for who has a connection to upload by.
        globIgnores: ['screenshots/**', 'icons/*.png', 'assets/crypto-js-*.js', 'assets/heic-*.js'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [withIntegrity],
        buildPlugins: { vite: [oneFile] },
      },
    }),
  ],
  worker: {
    plugins: () => [withoutTopics(), ownHashes()],
    format: 'es',
    rolldownOptions: { output: { comments: false, minify: true, codeSplitting: { groups: WORKER_GROUPS } } },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The CSP has no data: source, so every asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !isAtStart(file)) : files,
    },
    sourcemap: false,
    // How long plugins take on a slow machine is no defect of the build.
    rolldownOptions: {
      // What draws the picture of Home is loaded by public/boot.js, before the page's own scripts.
      input: ['index.html', 'src/picture/draw.ts'],
      preserveEntrySignatures: 'exports-only',
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: CHUNK_GROUPS }, chunkFileNames: chunkName },
    },
  },
  server: {
    proxy: { '/api': gateway, '/releases/': gateway, '/healthz': gateway, '/readyz': gateway },
  },
});
