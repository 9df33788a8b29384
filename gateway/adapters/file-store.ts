/** Uploaded files, outside the web root and under names that tell nothing (rules.md §9). */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IdSource } from './ids';

export interface FileStore {
  /** Keeps `bytes` and answers the path to read them by, relative to the store. */
  put(bytes: Uint8Array, extension: 'jpg' | 'png' | 'webp'): Promise<string>;
  /** @throws RangeError for a path that `put` cannot have answered. */
  read(path: string): Promise<Uint8Array>;
  remove(path: string): Promise<void>;
}

const STORED_PATH = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.(jpg|png|webp)$/;

/** Files under `folder`, spread over 256 subfolders. */
export function localFileStore(folder: string, ids: IdSource): FileStore {
  const absolute = (path: string): string => {
    if (!STORED_PATH.test(path)) throw new RangeError('not a stored path');
    return join(folder, path);
  };
  return {
    async put(bytes, extension) {
      const name = ids.uuid();
      const path = `${name.slice(0, 2)}/${name}.${extension}`;
      const target = absolute(path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeFile(`${target}.part`, bytes, { mode: 0o600 });
      await rename(`${target}.part`, target);
      return path;
    },
    read: async (path) => readFile(absolute(path)),
    remove: async (path) => rm(absolute(path), { force: true }),
  };
}
