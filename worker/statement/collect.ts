/**
 * Collects the records of a period, newest first, from the list that the device keeps. Where that list ends before the period
 * does and there is a connection, loads older pages into the cache one after the other, with a pause between them.
 */
import type { OutputOf } from '../../contract/call';
import type { accountStatement } from '../../contract/calls/profile';
import type { CallError } from '../../contract/errors';
import type { SearchAnswer, ListQuery, SearchPosition } from '../api';

export type Posting = OutputOf<typeof accountStatement>['items'][number];

/** The kept list of one account, and the gateway that it came from. */
export interface RowSource<Row> {
  find(query: ListQuery, after: SearchPosition | null): Promise<SearchAnswer<Row>>;
  /** Brings the page after `cursor` onto the device, null for the newest. @returns whether it came */
  load(cursor: string | null): Promise<boolean>;
  /** Between two pages, so that others get their turn at the gateway. */
  pause(): Promise<void>;
  isOnline(): boolean;
}

/** Tells how much of the period the device has, as `StatementFile` does. */
export interface Coverage {
  asOf: number;
  coveredFrom: number | null;
}

export interface CollectedRows<Row> {
  rows: readonly Row[];
  /** Rows looked at so far, of how many; null while older ones are on the gateway. */
  done: number;
  total: number | null;
}

export class CollectError extends Error {
  constructor(readonly reason: CallError) {
    super(reason.code);
  }
}

/** @throws CollectError offline where nothing of the list is kept, session-closed */
export async function* collect<Row>(
  source: RowSource<Row>,
  query: ListQuery & { from: number },
): AsyncGenerator<CollectedRows<Row>, Coverage> {
  let isLoading = source.isOnline() && (await source.load(null));
  let after: SearchPosition | null = null;
  let done = 0;
  let total: number | null = null;
  for (;;) {
    const answer = await source.find(query, after);
    if (!answer.ok) throw new CollectError(answer.error);
    const { page } = answer;
    after = page.position;
    done += page.looked;
    total = page.olderCursor === null ? (page.total ?? total) : null;
    yield { rows: page.items, done, total };
    if (!page.isEnd) continue;
    const { asOf, olderCursor, oldestAt } = page;
    if (olderCursor === null) return { asOf, coveredFrom: null };
    if (!isLoading) return { asOf, coveredFrom: Math.max(query.from, oldestAt ?? asOf) };
    await source.pause();
    isLoading = await source.load(olderCursor);
  }
}

/** Steps of a search for the last posting before the period: an asset that rests for longer is left out. */
const MAX_STEPS_BACK = 10;

/** The balance with which an asset that did not move went through the period; null where the device does not know. */
export async function restingBalance(
  source: RowSource<Posting>,
  asset: Posting['asset'],
  until: number,
): Promise<string | null> {
  let after: SearchPosition | null = null;
  for (let step = 0; step < MAX_STEPS_BACK; step += 1) {
    const answer = await source.find({ until, fields: { asset } }, after);
    if (!answer.ok) return null;
    const [last] = answer.page.items;
    if (last) return last.balanceAfter;
    if (answer.page.isEnd) return null;
    after = answer.page.position;
  }
  return null;
}
