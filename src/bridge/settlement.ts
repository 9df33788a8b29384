import type { CallError } from '../../contract/errors';
import type { WorkerEvent } from '../../contract/events';
import type { Settlement } from '../../worker/api';
import type { Signal } from './signal';
import type { Timers } from './timers';

/** The page asks this often how an intent ended that nobody knows of. */
export const ASK_AGAIN_MS = 10_000;

/** The end of an intent; `error` tells why the gateway refused it, where that is known. */
export type KnownSettlement<T> = Exclude<Settlement<T>, { state: 'unknown' }> & { refusal?: CallError };

interface SettlementDeps<T> {
  intentId: string;
  ask: () => Promise<Settlement<T>>;
  events: Signal<WorkerEvent | null>;
  timers: Timers;
}

/**
 * Tells once how an intent ended, as soon as that is known. The worker asks the gateway by its notes and says so by an event. A worker
 * that was started again may have none (it could not open its database yet, or keeps it in memory), or may have said it before
 * the screen listened; so the page asks by the intent's id as well.
 * @returns what ends it
 */
export function awaitSettlement<T>(
  { intentId, ask, events, timers }: SettlementDeps<T>,
  tell: (settled: KnownSettlement<T>) => void,
): () => void {
  let isOver = false;
  let cancel = () => {};
  const end = () => {
    isOver = true;
    cancel();
    stop();
  };
  const look = async (refusal?: CallError) => {
    const settlement = await ask();
    if (isOver) return;
    // The worker has said by its event that it was refused: that is known, whatever it answers now.
    const settled = settlement.state === 'unknown' && refusal ? ({ state: 'absent' } as const) : settlement;
    if (settled.state === 'unknown') return;
    end();
    tell(refusal ? { ...settled, refusal } : settled);
  };
  const askAgain = () => {
    cancel = timers.after(ASK_AGAIN_MS, () => void look().then(() => isOver || askAgain()));
  };
  const stop = events.subscribe((event) => {
    if (event?.type === 'settled' && event.intentId === intentId) void look(event.error);
  });
  askAgain();
  return end;
}
