/** Folders for tests, gone when the test file has run. */
import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { madeFolder } from './made-folder';

const made: string[] = [];

afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export function temporaryFolder(name: string): string {
  const path = madeFolder(name);
  made.push(path);
  return path;
}
