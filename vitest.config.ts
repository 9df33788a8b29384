import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { linguiMacro } from './scripts/vite-lingui-macro.ts';

/**
 * Three projects: `unit` runs the page's code in happy-dom, `worker` the data layer, `gateway` the server against
 * PGlite and a real PostgreSQL. Run one with `vitest run --project unit`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [linguiMacro(), react(), lingui()],
        test: {
          name: 'unit',
          environment: 'happy-dom',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/unit/support/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      { test: { name: 'worker', environment: 'node', include: ['tests/worker/**/*.test.ts'] } },
      {
        test: {
          name: 'gateway',
          environment: 'node',
          include: ['tests/gateway/**/*.test.ts'],
          globalSetup: ['tests/gateway/support/postgres-server.ts'],
          // The first start of an embedded database, or of two at once on a small machine, takes its time.
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
