// Starts the embedded database's thread from source: tsx's loader would cost each thread a third of a second, so the
// TypeScript is compiled once and kept, by its digest. A build has pglite-worker.js and does not use this file.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const source = readFileSync(new URL('./pglite-worker.ts', import.meta.url), 'utf8');
const digest = createHash('sha256').update(source).digest('hex').slice(0, 16);
const folder = new URL('../../node_modules/.cache/rab/', import.meta.url);
const compiled = new URL(`pglite-worker-${digest}.js`, folder);
if (!existsSync(compiled)) {
  const { transformSync } = await import('esbuild');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node20' });
  // Another thread may do the same at the same time: whoever renames last leaves a whole file.
  const draft = new URL(`${compiled.href}.${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, code);
  renameSync(draft, compiled);
}
await import(compiled.href);
