/**
 * Published packages in a folder that every gateway reads: `files/<sha256>` (with `.br` and `.gz` beside it) and
 * `<version>/<kind>.json`. A file is complete from the moment it has its name, and a name in `files` is its content.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReleaseKind, SignedRelease } from '../../contract/release';
import { makeFolder } from './folder';

/** Precompressed variants by the end of their names, best first. */
export const VARIANTS = ['.br', '.gz'] as const;
export type Variant = (typeof VARIANTS)[number];

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface ReleaseStore {
  /** Keeps a file, or one of its variants, under the digest of what it is uncompressed. */
  putFile(sha256: string, bytes: Uint8Array, variant?: Variant): Promise<void>;
  putPackage(version: string, kind: ReleaseKind, release: SignedRelease): Promise<void>;
  /** The file's path, also while there is no such file. */
  filePath(sha256: string): string;
  packagePath(version: string, kind: ReleaseKind): string;
}

/** Writes beside the target, waits for the disk, then renames: whoever reads sees the old file or the whole new one. */
async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  await makeFolder(dirname(path), 0o755);
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Callers give digests and versions that the contract's patterns let through: they cannot lead out of `folder`. */
export function releaseStore(folder: string): ReleaseStore {
  const filePath = (sha256: string) => join(folder, 'files', sha256);
  const packagePath = (version: string, kind: ReleaseKind) => join(folder, version, `${kind}.json`);
  return {
    filePath,
    packagePath,
    async putFile(sha256, bytes, variant) {
      const path = `${filePath(sha256)}${variant ?? ''}`;
      // Most files of a version are those of the one before.
      const stored = await readFile(path).catch(() => null);
      if (stored === null || !stored.equals(bytes)) await replaceFile(path, bytes);
    },
    putPackage: (version, kind, release) => replaceFile(packagePath(version, kind), JSON.stringify(release)),
  };
}
