/** The gateway bundled by esbuild; packages stay in node_modules. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isThere, ROOT } from './run.mjs';

const ENTRIES = {
  main: 'gateway/main.ts',
  'pglite-worker': 'gateway/db/pglite-worker.ts',
  operator: 'gateway/operator/main.ts',
};

/**
 * @param folder from the project's root; what was in it goes
 * @param more further programs: their names, and where they begin
 */
export async function bundleGateway(folder, more = {}) {
  const { build } = await import('esbuild');
  rmSync(join(ROOT, folder), { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(Object.entries({ ...ENTRIES, ...more }).filter(([, path]) => isThere(path))),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  cpSync(join(ROOT, 'gateway/db/migrations'), join(ROOT, folder, 'migrations'), { recursive: true });
}
