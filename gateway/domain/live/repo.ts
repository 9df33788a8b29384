/** Rows of `live_events`. */
import type { Tx } from '../../db/transaction';
import { liveEvents } from '../../db/schema/live';

export async function insertEvents(tx: Tx, events: (typeof liveEvents.$inferInsert)[]): Promise<void> {
  await tx.insert(liveEvents).values(events);
}
