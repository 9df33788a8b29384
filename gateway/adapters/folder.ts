/** Makes folders where Node's own way may not end. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it. Not by Node's `recursive`: where the parent is there and refuses with ENOENT, as
 * /proc does, that tries for ever.
 * @throws the system's error
 */
export async function makeFolder(path: string, mode: number, isAgain = false): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || isAgain) throw error;
    // A parent is missing: this makes the parents and tries once more; a second ENOENT is thrown, since it would never end.
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode, true);
  }
}
