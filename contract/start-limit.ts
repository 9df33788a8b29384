/** A start that has not come up after this long has failed: the page judges by it, and the service worker. */
export const START_LIMIT_MS = 15_000;
