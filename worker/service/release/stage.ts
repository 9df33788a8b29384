/** Stages a package: copies the files that the device has already, loads the rest, and verifies each file before it is put. */
import type { ReleaseFile, ReleaseManifest } from '../../../contract/release';
import { CancelledError, ReleaseError } from './failure';
import { bytesOf, keepOnly, putFile, releaseCacheName } from './files';
import { abortedBy, loadFile, type LoadDeps } from './load';

/** Browsers open at most six connections to a host; the app needs some of them meanwhile. */
const PARALLEL_LOADS = 4;

export interface StageDeps extends LoadDeps {
  caches: CacheStorage;
  /** Looks for a file under the same path in the active package, the former package and the base build. */
  matchKept: (path: string) => Promise<Response | undefined>[];
}

export interface StageProgress {
  /** Bytes of this stage that were not on the device when it began. */
  doneBytes: number;
  totalBytes: number;
}

/**
 * Puts all files of the package into its cache. Does not load files again that an interrupted try has staged.
 * @throws ReleaseError, Cancelled
 */
export async function stagePackage(
  deps: StageDeps,
  manifest: ReleaseManifest,
  onProgress: (progress: StageProgress) => void,
): Promise<void> {
  try {
    const cache = await deps.caches.open(releaseCacheName(manifest.version));
    const missing = await copyKept(deps, cache, manifest.files);
    const progress: StageProgress = { doneBytes: 0, totalBytes: missing.reduce((sum, { length }) => sum + length, 0) };
    onProgress({ ...progress });
    await loadAll(deps, missing, {
      onBytes: (count) => {
        progress.doneBytes += count;
        onProgress({ ...progress });
      },
      onFile: (file, bytes) => putFile(cache, file, bytes),
    });
    await keepOnly(cache, manifest.files);
  } catch (error) {
    throw asReleaseError(error);
  }
}

/** Counts the package's bytes that are not on the device; copies and stages nothing. */
export async function missingBytes(
  { caches, matchKept }: Pick<StageDeps, 'caches' | 'matchKept'>,
  { version, files }: ReleaseManifest,
): Promise<number> {
  const cacheName = releaseCacheName(version);
  let bytes = 0;
  for (const file of files) {
    if (await bytesOf(file, await caches.match(file.path, { cacheName }))) continue;
    if (!(await keptBytes(matchKept, file))) bytes += file.length;
  }
  return bytes;
}

/** @returns the files that have to be loaded */
async function copyKept(deps: StageDeps, cache: Cache, files: readonly ReleaseFile[]): Promise<ReleaseFile[]> {
  const missing: ReleaseFile[] = [];
  for (const file of files) {
    if (deps.signal.aborted) throw new CancelledError();
    if (await bytesOf(file, await cache.match(file.path))) continue;
    const bytes = await keptBytes(deps.matchKept, file);
    if (bytes) await putFile(cache, file, bytes);
    else missing.push(file);
  }
  return missing;
}

async function keptBytes(
  matchKept: StageDeps['matchKept'],
  file: ReleaseFile,
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const kept of matchKept(file.path)) {
    const bytes = await bytesOf(file, await kept);
    if (bytes) return bytes;
  }
  return null;
}

interface LoadListener {
  onBytes: (count: number) => void;
  onFile: (file: ReleaseFile, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** The first failure stops all loads; files that are whole by then have been put. */
async function loadAll(deps: StageDeps, files: readonly ReleaseFile[], listener: LoadListener): Promise<void> {
  const stop = abortedBy(deps.signal);
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await listener.onFile(file, await loadFile({ ...deps, signal: stop.signal }, file, listener.onBytes));
    }
  };
  const workers = Array.from({ length: PARALLEL_LOADS }, () =>
    work().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(workers);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const cause = reasons.find((reason) => !(reason instanceof CancelledError)) ?? reasons[0];
  if (cause !== undefined) throw cause;
}

/** Turns every failure that is not one of loading into a failure of storing: no space, or the browser refuses storage. */
function asReleaseError(error: unknown): unknown {
  if (error instanceof ReleaseError || error instanceof CancelledError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new ReleaseError('install-failed', name === 'QuotaExceededError' ? 'no space left' : `storage: ${name}`);
}
