/** Makes folders for tests, and for programs outside of Vitest too (the benchmarks). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gone with the run of the test that it is made by (folder-of-run.ts); elsewhere the caller removes it. */
export function madeFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `rab-${name}-`));
}

const ofProcess: string[] = [];

/** Gone with the process. */
export function folderOfProcess(name: string): string {
  if (ofProcess.length === 0) {
    process.once('exit', () => {
      for (const path of ofProcess) rmSync(path, { recursive: true, force: true });
    });
  }
  const path = madeFolder(name);
  ofProcess.push(path);
  return path;
}
