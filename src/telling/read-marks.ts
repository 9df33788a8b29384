/**
 * Read marks of notices. They hold at once and without a connection: the marks lie with the person's drafts until the gateway has them,
 * which is told at the next connection or start. Telling twice changes nothing.
 */
import { markNoticesRead } from '../../contract/calls/telling';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import { bridge } from '../bridge/bridge';
import { Signal } from '../bridge/signal';

export interface ReadMarks {
  ids: readonly string[];
  /** Everything of this moment and before, UTC ms; 0 for nothing. */
  until: number;
}

const FORM = 'read-notices';
const NONE: ReadMarks = { ids: [], until: 0 };

/** Marks that the gateway may not have yet. */
export const readMarks = new Signal<ReadMarks>(NONE);

export function isMarked({ id, at }: { id: string; at: number }, { ids, until }: ReadMarks): boolean {
  return at <= until || ids.includes(id);
}

const isNone = ({ ids, until }: ReadMarks) => ids.length === 0 && until === 0;

function keep(marks: ReadMarks): void {
  readMarks.set(marks);
  void bridge().saveDraft(FORM, isNone(marks) ? null : { ids: marks.ids.join(' '), until: String(marks.until) });
}

let isTelling = false;

/** Tells the gateway what it does not know yet. */
export async function tellReadMarks(): Promise<void> {
  const marks = readMarks.get();
  if (isTelling || isNone(marks)) return;
  isTelling = true;
  const { ids, until } = marks;
  const answers = [];
  if (until > 0) answers.push(await bridge().write(markNoticesRead, { until }));
  if (ids.length > 0) answers.push(await bridge().write(markNoticesRead, { ids: [...ids] }));
  isTelling = false;
  if (answers.some((answer) => !answer.ok && answer.error.retryable)) return;
  const now = readMarks.get();
  const left = { ids: now.ids.filter((id) => !ids.includes(id)), until: now.until === until ? 0 : now.until };
  keep(left);
  return tellReadMarks();
}

/** Marks one notice, or all of a moment and before. */
export function markRead(what: { id: string } | { until: number }): void {
  const { ids, until } = readMarks.get();
  if ('until' in what) keep({ ids: [], until: Math.max(until, what.until) });
  // The oldest of more are left unread: nobody opens so many without a connection.
  else if (!ids.includes(what.id)) keep({ ids: [...ids, what.id].slice(-MAX_PAGE_SIZE), until });
  void tellReadMarks();
}

/** Takes up the marks of an earlier run, and tells them whenever there is a connection again, until `over` is aborted. */
export async function startReadMarks(over: AbortSignal): Promise<void> {
  readMarks.set(NONE);
  const stop = bridge().isOnline.subscribe((isOnline) => isOnline && void tellReadMarks());
  over.addEventListener('abort', () => {
    stop();
    readMarks.set(NONE);
  });
  const kept = await bridge().loadDraft(FORM);
  if (!kept || over.aborted) return;
  const { ids, until } = readMarks.get();
  const earlier = (kept['ids'] ?? '').split(' ').filter((id) => id !== '' && !ids.includes(id));
  readMarks.set({ ids: [...earlier, ...ids], until: Math.max(until, Number(kept['until'] ?? 0)) });
  await tellReadMarks();
}
