/** Loading a page's chunk, with what the browser gets wrong about trying again. */
import type { ComponentType } from 'react';

export type ScreenModule = { default: ComponentType };

/** Product spec §9: a page may take 60 s before the screen offers a retry, its chunk 120 s before it has failed. */
export const PAGE_LIMIT_MS = 60_000;
export const CHUNK_LIMIT_MS = 120_000;

export type ChunkFailure = 'timeout' | 'failed';

/** The address of the module that did not load, as browsers name it in their message (Safari does not). */
export function failedModuleUrl(error: unknown): string | null {
  const text = error instanceof Error ? error.message : '';
  return /https?:\/\/\S+?\.(?:js|tsx?)(?=[?\s]|$)/.exec(text)?.[0] ?? null;
}

export interface ChunkDeps {
  /** `import()` of an address. */
  importUrl: (url: string) => Promise<ScreenModule>;
  /** Starts the page anew: the only thing that empties the browser's list of failed modules and styles. */
  reload: () => void;
}

const systemDeps: ChunkDeps = {
  importUrl: (url) => import(/* @vite-ignore */ url) as Promise<ScreenModule>,
  reload: () => location.reload(),
};

/**
 * Loads a page again after a failure. Browsers remember a failed module and answer with the same failure, so the page's
 * own module is asked for under a fresh address. What else can fail (a style, a module that several pages share) has
 * no such way round: then the whole app is loaded again; forms keep their drafts.
 */
export async function loadAgain(
  load: () => Promise<ScreenModule>,
  lastError: unknown,
  attempt: number,
  deps: ChunkDeps = systemDeps,
): Promise<ScreenModule> {
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
