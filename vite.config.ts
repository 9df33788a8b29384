import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { answerShapes } from './scripts/vite-answer-shapes.ts';
import { WORKER_GROUPS } from './scripts/start/chunks.ts';
import { startBuild } from './scripts/start/index.ts';
import { leafletWithoutMarkup } from './scripts/vite-leaflet.ts';
import { linguiMacro } from './scripts/vite-lingui-macro.ts';
import { ownCopies } from './scripts/vite-own-copies.ts';
import { shortMessageIds } from './scripts/vite-short-ids.ts';
import { staleCalls, withoutUnshipped } from './scripts/vite-topics.ts';
import { otherManifests, webManifest } from './scripts/web-manifest.ts';

const gatewayPort = process.env['GATEWAY_PORT'] ?? '8081';
const gateway = { target: `http://127.0.0.1:${gatewayPort}`, changeOrigin: false };

const start = startBuild();

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
    answerShapes(),
    staleCalls(),
    leafletWithoutMarkup(),
    linguiMacro(),
    react(),
    lingui(),
    ...start.plugins,
    shortMessageIds(),
    otherManifests(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker/service',
      filename: 'service-worker.ts',
      injectRegister: false,
      includeManifestIcons: false,
      manifest: webManifest(),
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png}'],
        // Pictures for whoever installs, who is online; and what stands in for WebCrypto outside secure contexts, where there
        // are no service workers; and the decoder of HEIC, larger than everything else together, for who has a connection to upload by.
        globIgnores: ['screenshots/**', 'icons/*.png', 'assets/crypto-js-*.js', 'assets/heic-*.js'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [start.keptFiles],
        buildPlugins: { vite: [oneFile] },
      },
    }),
  ],
  // wouter asks for React's own hook by the package that older versions of React need.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim.*$/, replacement: 'react' }] },
  worker: {
    plugins: () => [withoutUnshipped(), ownCopies()],
    format: 'es',
    rolldownOptions: { output: { comments: false, minify: true, codeSplitting: { groups: WORKER_GROUPS } } },
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The CSP has no data: source, so every asset stays a file.
    assetsInlineLimit: 0,
    sourcemap: false,
    // How long plugins take on a slow machine is no defect of the build.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: { '/api': gateway, '/releases/': gateway, '/healthz': gateway, '/readyz': gateway },
  },
});
