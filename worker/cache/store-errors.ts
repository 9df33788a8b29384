/** Why a store does not do what it is asked. */

/** There is no room for what is nowhere else. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}

/** For what may as well be left undone. */
export function unlessFull(error: unknown): void {
  if (!(error instanceof StoreFull)) throw error;
}
