/** Tells when a folder's disk has no room left. */
import { statfs } from 'node:fs/promises';

/** A file system's own figures, as `statfs` tells them. */
export interface DiskFigures {
  /** Blocks that are free for us, and their size, bytes. */
  bavail: number;
  bsize: number;
  /** Files that there can be; 0 where that is not counted. */
  files: number;
  /** Files that there can be still. */
  ffree: number;
}

/** Below this the next upload, or the embedded database, may find no room. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024;

/** @throws what the system says of a folder that it cannot look at */
export async function isDiskFull(
  folder: string,
  look: (folder: string) => Promise<DiskFigures> = (path) => statfs(path),
): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await look(folder);
  return bavail * bsize < LEAST_FREE_BYTES || (files > 0 && ffree === 0);
}
