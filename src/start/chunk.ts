/** Loads a page's chunk, and works around browsers that do not really try again. */
import type { ComponentType } from 'react';

export interface ScreenModule {
  default: ComponentType;
  /** Reads ahead the data that the screen shows first; called when the screen is loaded before its visit. */
  ahead?: () => Promise<unknown>;
}

/** docs/rules.md §16: a page may take 60 s before the screen offers a retry, its chunk 120 s before it has failed. */
export const PAGE_LIMIT_MS = 60_000;
export const CHUNK_LIMIT_MS = 120_000;

export type ChunkFailure = 'timeout' | 'failed';

/** The address of the module that did not load, as browsers name it in their message (Safari does not). */
export function failedModuleUrl(error: unknown): string | null {
  const text = error instanceof Error ? error.message : '';
  return /https?:\/\/\S+?\.(?:js|tsx?)(?=[?\s]|$)/.exec(text)?.[0] ?? null;
}

export interface ChunkDeps<M> {
  /** `import()` of an address. */
  importUrl: (url: string) => Promise<M>;
  /** Starts the page anew: the only thing that empties the browser's list of failed modules and styles. */
  reload: () => void;
}

const importUrl = <M>(url: string) => import(/* @vite-ignore */ url) as Promise<M>;
const reload = () => location.reload();

/**
 * Loads a page again after a failure. Browsers remember a failed module and answer with the same failure, so the page's
 * own module is asked for under a fresh address. What else can fail (a style, a module that several pages share) has
 * no such way round: then the whole app is loaded again; forms keep their drafts.
 */
export async function loadAgain<M>(
  load: () => Promise<M>,
  lastError: unknown,
  attempt: number,
  deps: ChunkDeps<M> = { importUrl, reload },
): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const url = failedModuleUrl(error) ?? failedModuleUrl(lastError);
    if (url === null || attempt > 1) {
      deps.reload();
      throw error;
    }
    return deps.importUrl(`${url}?retry=${attempt}`);
  }
}

/**
 * A chunk that a screen in use needs: loaded when first asked for. After a failure the next asking tries again, and never
 * reloads the page under what a person is typing.
 */
export function loadOnce<M>(load: () => Promise<M>): () => Promise<M> {
  let loading: Promise<M> | undefined;
  let failures = 0;
  let lastError: unknown;
  const begin = () =>
    failures === 0 ? load() : loadAgain<M>(load, lastError, failures, { importUrl, reload: () => undefined });
  const fail = (error: unknown): never => {
    loading = undefined;
    failures += 1;
    lastError = error;
    throw error;
  };
  return () => (loading ??= begin().catch(fail));
}
