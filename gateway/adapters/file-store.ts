/** Uploaded files, outside the web root, sealed, and under names that tell nothing (docs/rules.md §9). */
import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_HEADER_BYTES, type FileSeal } from './file-seal';
import type { IdSource } from './ids';

export interface FileStore {
  /** Keeps `bytes` and answers the path to read them by, relative to the store. */
  put(bytes: Uint8Array, extension: 'jpg' | 'png' | 'webp' | 'pdf'): Promise<string>;
  /** @throws RangeError for a path that `put` cannot have answered. */
  read(path: string): Promise<Uint8Array>;
  remove(path: string): Promise<void>;
  /**
   * Seals every file that `before` opens and this store's own seal has not made yet; it may be broken off anywhere and begun again.
   * @param before of the files as they are; absent: only those that lie there in clear. @returns how many it sealed
   */
  resealAll(before?: FileSeal, isStopping?: () => boolean): Promise<number>;
}

const STORED_PATH = /^[0-9a-f]{2}\/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$/;

export const isStoredPath = (path: string): boolean => STORED_PATH.test(path);

/** Paths below a store's folder, as `put` answers them. */
export async function* storedPaths(folder: string): AsyncGenerator<string> {
  for await (const shelf of entriesOf(folder)) {
    for await (const name of entriesOf(join(folder, shelf))) {
      const path = `${shelf}/${name}`;
      if (STORED_PATH.test(path)) yield path;
    }
  }
}

/** None where there is no such folder. */
async function* entriesOf(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(FILE_HEADER_BYTES), 0, FILE_HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** All or nothing, and on the disk when it resolves: what it replaces may be the only copy. */
async function write(target: string, bytes: Uint8Array): Promise<void> {
  const draft = `${target}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Files under `folder`, spread over 256 subfolders. */
export function localFileStore(folder: string, ids: IdSource, seal: FileSeal): FileStore {
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
      await write(target, seal.seal(path, bytes));
      return path;
    },
    read: async (path) => seal.open(path, await readFile(absolute(path))),
    remove: async (path) => rm(absolute(path), { force: true }),
    async resealAll(before, isStopping = () => false) {
      let sealed = 0;
      for await (const path of storedPaths(folder)) {
        if (isStopping()) break;
        const state = seal.stateOf(await firstBytes(absolute(path)));
        if (state === 'mine' || (state === 'other' && !before)) continue;
        const stored = await readFile(absolute(path));
        await write(absolute(path), seal.seal(path, before ? before.open(path, stored) : stored));
        sealed += 1;
      }
      return sealed;
    },
  };
}
