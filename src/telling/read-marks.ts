/**
 * Read marks of notices. They hold at once and without a connection: they lie with the person's drafts, and the gateway is told at the next
 * connection or start. Telling twice changes nothing. Marks stay after they are told: a list that the device keeps may be from before.
 */
import { markNoticesRead } from '../../contract/calls/telling';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import { bridge } from '../bridge/bridge';
import { Signal } from '../bridge/signal';

interface Marks {
  ids: readonly string[];
  /** Everything of this moment and before, UTC ms; 0 for nothing. */
  until: number;
}

export interface ReadMarks extends Marks {
  /** Those of them that the gateway may not know. */
  untold: Marks;
}

const FORM = 'read-notices';
const NOTHING: Marks = { ids: [], until: 0 };
export const UNMARKED: ReadMarks = { ...NOTHING, untold: NOTHING };

export const readMarks = new Signal<ReadMarks>(UNMARKED);

export function isMarked({ id, at }: { id: string; at: number }, { ids, until }: Marks): boolean {
  return at <= until || ids.includes(id);
}

function withMarks(before: Marks, added: Marks): Marks {
  const fresh = added.ids.filter((id) => !before.ids.includes(id));
  // The oldest of more are left unread: nobody opens so many without a connection.
  return { ids: [...before.ids, ...fresh].slice(-MAX_PAGE_SIZE), until: Math.max(before.until, added.until) };
}

function keep(marks: ReadMarks): void {
  readMarks.set(marks);
  const { ids, until, untold } = marks;
  void bridge().saveDraft(FORM, {
    ids: ids.join(' '),
    until: String(until),
    untoldIds: untold.ids.join(' '),
    untoldUntil: String(untold.until),
  });
}

let isTelling = false;

/** Tells the gateway what it does not know yet. */
export async function tellReadMarks(): Promise<void> {
  const { ids, until } = readMarks.get().untold;
  if (isTelling || (ids.length === 0 && until === 0)) return;
  isTelling = true;
  const answers = [];
  if (until > 0) answers.push(await bridge().write(markNoticesRead, { until }));
  if (ids.length > 0) answers.push(await bridge().write(markNoticesRead, { ids: [...ids] }));
  isTelling = false;
  if (answers.some((answer) => !answer.ok && answer.error.retryable)) return;
  const now = readMarks.get();
  const untold = {
    ids: now.untold.ids.filter((id) => !ids.includes(id)),
    until: now.untold.until === until ? 0 : now.untold.until,
  };
  keep({ ...now, untold });
  return tellReadMarks();
}

/** Marks one notice, or all of a moment and before. */
export function markRead(what: { id: string } | { until: number }): void {
  const added = 'until' in what ? { ...NOTHING, until: what.until } : { ...NOTHING, ids: [what.id] };
  const now = readMarks.get();
  if ('id' in what && now.ids.includes(what.id)) return;
  keep({ ...withMarks(now, added), untold: withMarks(now.untold, added) });
  void tellReadMarks();
}

const idsOf = (text: string | undefined) => (text ?? '').split(' ').filter((id) => id !== '');

/** Takes up the marks of an earlier run, and tells them whenever there is a connection again, until `over` is aborted. */
export async function startReadMarks(over: AbortSignal): Promise<void> {
  readMarks.set(UNMARKED);
  const stop = bridge().isOnline.subscribe((isOnline) => isOnline && void tellReadMarks());
  over.addEventListener('abort', () => {
    stop();
    readMarks.set(UNMARKED);
  });
  const kept = await bridge().loadDraft(FORM);
  if (!kept || over.aborted) return;
  const now = readMarks.get();
  const earlier = { ids: idsOf(kept['ids']), until: Number(kept['until'] ?? 0) };
  const untold = { ids: idsOf(kept['untoldIds']), until: Number(kept['untoldUntil'] ?? 0) };
  readMarks.set({ ...withMarks(earlier, now), untold: withMarks(untold, now.untold) });
  await tellReadMarks();
}
