/** Folders for tests, gone when the test file has run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export function temporaryFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `rab-${name}-`));
  made.push(path);
  return path;
}
