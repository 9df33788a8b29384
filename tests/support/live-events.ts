/** Events as a gateway of any version writes them: they name calls. */
import type { LiveNotice } from '../../contract/calls/live';
import { presentName } from '../../contract/former-names';
import type { CallName } from '../../contract/index';
import type { Tx } from '../../gateway/db/transaction';
import { insertEvents } from '../../gateway/domain/live/repo';

export interface WrittenEvent {
  /** A user's id, or everybody. */
  to: string | 'everybody';
  calls: readonly CallName[];
  notice?: LiveNotice;
}

/** @param at UTC ms */
export function writeEvents(tx: Tx, events: readonly WrittenEvent[], at: number): Promise<void> {
  const rows = events.map(({ to, ...event }) => ({ ...event, userId: to === 'everybody' ? null : to, at }));
  return insertEvents(tx, rows);
}

/** The calls of an event under their names of today only ([Note: Former names]). */
export const namesOfToday = (calls: readonly string[]): string[] => calls.filter((name) => presentName(name) === name);
