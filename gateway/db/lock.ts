/**
 * The lock on the embedded data folder: two processes on one folder would corrupt it. A file beside it names the process
 * that owns it; a live owner is never robbed, a dead one is replaced.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseFolderError, DatabaseInUseError } from './errors';

export interface FolderLock {
  release(): void;
}

interface LockOwner {
  pid: number;
  /** Distinguishes this process from a later one with the same number; null where the system does not tell. */
  startedAt: string | null;
  token: string;
}

function readOr(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Boot and start time of a process where /proc tells them, else null. */
function startOf(pid: number): string | null {
  const stat = readOr(`/proc/${pid}/stat`);
  const boot = readOr('/proc/sys/kernel/random/boot_id');
  if (stat === null || boot === null) return null;
  // The command may contain spaces and brackets; fields are counted from its closing bracket. starttime is field 22.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? null : `${boot.trim()}:${ticks}`;
}

function isAlive(owner: LockOwner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const startedAt = startOf(owner.pid);
  return owner.startedAt === null || startedAt === null || owner.startedAt === startedAt;
}

function parseOwner(text: string): LockOwner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { pid, startedAt, token } = value as Partial<LockOwner>;
    if (!Number.isSafeInteger(pid) || typeof pid !== 'number' || pid < 1 || typeof token !== 'string') return null;
    return { pid, token, startedAt: typeof startedAt === 'string' ? startedAt : null };
  } catch {
    return null;
  }
}

/** True when the file was created; false when there was one. Linking makes file and content appear at once. */
function tryCreate(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Sets a dead owner's file aside. If another process took over meanwhile, its file is put back untouched. */
function setAside(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readOr(aside) !== stale) linkSync(aside, path);
  rmSync(aside, { force: true });
}

function acquire(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'db.lock');
  const mine: LockOwner = { pid: process.pid, startedAt: startOf(process.pid), token: randomUUID() };
  const content = JSON.stringify(mine);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (tryCreate(path, content)) {
      return {
        release: () => {
          if (readOr(path) === content) rmSync(path, { force: true });
        },
      };
    }
    const found = readOr(path);
    if (found === null) continue;
    const owner = parseOwner(found);
    if (owner === null) throw new DatabaseFolderError(folder, 'its db.lock is not readable as a lock file');
    if (isAlive(owner)) throw new DatabaseInUseError(folder, owner.pid);
    setAside(path, found);
  }
  throw new DatabaseFolderError(folder, 'its db.lock changes faster than it can be taken');
}

/**
 * Takes the lock `db.lock` in `folder`, creating the folder.
 * @throws DatabaseInUseError when a live process holds it; DatabaseFolderError when the folder cannot be written.
 */
export function lockFolder(folder: string): FolderLock {
  try {
    return acquire(folder);
  } catch (error) {
    if (error instanceof DatabaseInUseError || error instanceof DatabaseFolderError) throw error;
    throw new DatabaseFolderError(folder, error instanceof Error ? error.message : String(error), error);
  }
}
