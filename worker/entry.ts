/**
 * [Note: Evaluated once]
 * The parts of the worker that are loaded later import its entry. WebKit does not know the entry by its address, and
 * evaluates the file a second time for the first of them: two data layers would answer every message, each with a key of its
 * own for the person's records. So the entry first imports itself. Where that is the same module nothing happens; in WebKit
 * it is the second evaluation, which all later parts get as well, and only that one begins.
 */

/** The worker's global scope, as far as it is needed here. */
export interface EntryScope extends EventTarget {
  /** Begins the newest evaluation. */
  rabBegin?: () => void;
}

/**
 * Called by each evaluation of the entry; calls `begin` of the last one, once. Messages that come before are kept for it.
 * @param importEntry imports the entry by its address; when that fails the first evaluation begins
 */
export async function beginOnce(
  scope: EntryScope,
  begin: () => void,
  importEntry: () => Promise<unknown>,
): Promise<void> {
  const isFirst = scope.rabBegin === undefined;
  scope.rabBegin = begin;
  if (!isFirst) return;
  const early: MessageEvent[] = [];
  const keep = (event: Event) => void early.push(event as MessageEvent);
  scope.addEventListener('message', keep);
  await importEntry().catch(() => {});
  scope.removeEventListener('message', keep);
  scope.rabBegin();
  for (const { data, ports } of early) scope.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
}
