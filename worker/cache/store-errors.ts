/** Errors of a store that does not do what it is asked. */

/** The disk has no room for rows that are kept nowhere else. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
}

/** Swallows `StoreFullError`, for work that may as well be left undone; throws every other error again. */
export function unlessFull(error: unknown): void {
  if (!(error instanceof StoreFullError)) throw error;
}
