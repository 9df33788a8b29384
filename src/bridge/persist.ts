/** The browser's promise to keep what the worker stores. Only a window may ask for it, so the page does. */

/**
 * Asks once; some browsers ask the person then. Waits for nothing and changes nothing when it is refused: eviction is
 * normal, and the gateway has everything.
 */
export function askToPersist(storage: StorageManager | undefined = globalThis.navigator?.storage): void {
  if (typeof storage?.persist !== 'function') return;
  void (async () => (await storage.persisted()) || storage.persist())().catch(() => undefined);
}

/** Asks because the person wants it. @returns whether the browser keeps the data now; null where it cannot be asked */
export async function requestPersistence(
  storage: StorageManager | undefined = globalThis.navigator?.storage,
): Promise<boolean | null> {
  if (typeof storage?.persist !== 'function') return null;
  return storage.persist().catch(() => false);
}

/** Returns whether this browser lets a page ask for persistent storage. */
export function canRequestPersistence(storage: StorageManager | undefined = globalThis.navigator?.storage): boolean {
  return typeof storage?.persist === 'function';
}
