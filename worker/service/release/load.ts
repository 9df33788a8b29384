/** Loads from the gateway, bounded in size and time, and tries again when that may help. */
import { releaseFileUrl, type ReleaseFile } from '../../../contract/release';
import { CancelledError, ReleaseError } from './failure';
import { sha256Hex } from './files';

/** No byte for this long: the connection is dead. */
const STALL_LIMIT_MS = 30_000;

/** Waits before the tries after the first. */
const RETRY_DELAYS_MS = [500, 1_500, 4_000];

/** A signed list is at most a megabyte of text and its wrapping. */
const MAX_PACKAGE_BYTES = 2 * 1024 * 1024;

const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504]);

export interface LoadDeps {
  fetch: typeof fetch;
  /** @returns what cancels it */
  after: (delayMs: number, callback: () => void) => () => void;
  signal: AbortSignal;
}

/** A controller that also aborts with `signal`. (`AbortSignal.any` is younger than the browsers that we serve.) */
export function abortedBy(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller;
}

/**
 * The text of a package's signed list, and the gateway's time of the answer (UTC ms; null where none came with it): by the
 * device's clock, which may be set to anything, a package would never expire, or always have. @throws ReleaseError, Cancelled
 */
export async function loadPackage(deps: LoadDeps, url: string): Promise<{ text: string; servedAt: number | null }> {
  return retrying(deps, async () => {
    const { bytes, servedAt } = await loadBytes(deps, url, MAX_PACKAGE_BYTES, () => {});
    return { text: new TextDecoder().decode(bytes), servedAt };
  });
}

/**
 * A file of a package, verified. `onBytes` is told of each piece, and of the pieces of a broken try as negative.
 * @throws ReleaseError, Cancelled
 */
export async function loadFile(
  deps: LoadDeps,
  file: ReleaseFile,
  onBytes: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  return retrying(deps, async () => {
    let loaded = 0;
    const count = (more: number) => {
      loaded += more;
      onBytes(more);
    };
    try {
      const { bytes } = await loadBytes(deps, releaseFileUrl(file.sha256), file.length, count);
      if (bytes.length < file.length) throw new ReleaseError('download-failed', `${file.path} is truncated`);
      if ((await sha256Hex(bytes)) !== file.sha256)
        throw new ReleaseError('download-failed', `${file.path} is corrupt`);
      return bytes;
    } catch (error) {
      onBytes(-loaded);
      throw error;
    }
  });
}

async function retrying<T>(deps: LoadDeps, load: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof ReleaseError) || !error.isTransient) throw error;
    }
    await pause(deps, delayMs);
  }
  return load();
}

function pause({ after, signal }: LoadDeps, delayMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(new CancelledError());
    };
    const cancel = after(delayMs, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Past the HTTP cache: names are digests, so answers say "immutable", and a corrupt one kept there would spoil every
 * later try. @throws ReleaseError for more than `maxBytes`, an error answer, a dead connection; Cancelled
 */
async function loadBytes(
  deps: LoadDeps,
  url: string,
  maxBytes: number,
  onBytes: (count: number) => void,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; servedAt: number | null }> {
  const connection = abortedBy(deps.signal);
  let isStalled = false;
  let cancelTimer = () => {};
  const alive = () => {
    cancelTimer();
    cancelTimer = deps.after(STALL_LIMIT_MS, () => {
      isStalled = true;
      connection.abort();
    });
  };
  try {
    alive();
    const { signal } = connection;
    const response = await deps.fetch(url, { cache: 'reload', credentials: 'omit', redirect: 'error', signal });
    if (!response.ok) {
      throw new ReleaseError('download-failed', `status ${response.status}`, TRANSIENT_STATUS.has(response.status));
    }
    const bytes = await readBody(response, maxBytes, (count) => {
      alive();
      onBytes(count);
    });
    return { bytes, servedAt: timeOf(response) };
  } catch (error) {
    if (deps.signal.aborted) throw new CancelledError();
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError('download-failed', isStalled ? 'connection stalled' : 'connection failed', true);
  } finally {
    cancelTimer();
  }
}

function timeOf({ headers }: Response): number | null {
  const servedAt = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(servedAt) ? null : servedAt;
}

async function readBody(
  response: Response,
  maxBytes: number,
  onBytes: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return bytes.subarray(0, length);
    if (length + piece.value.length > maxBytes) {
      await reader?.cancel();
      throw new ReleaseError('download-failed', 'answer too long');
    }
    bytes.set(piece.value, length);
    length += piece.value.length;
    onBytes(piece.value.length);
  }
}
