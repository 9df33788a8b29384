/** Writes files that replace nothing: a key that is overwritten is lost. */
import { randomUUID } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './folder';

/** Writes a file that only its user can read. @throws the system's error; its code is EEXIST when there is a file of this name */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(draft, content, { mode: 0o600 });
    // Linking never replaces.
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
