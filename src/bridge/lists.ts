/** A list read page by page with a keyset cursor. New rows come in at the top, older pages stay where they are. */
import type { CallError } from '../../contract/errors';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import type { Answer } from '../../worker/api';
import { UNREAD, WatchedEntry, type WorkerRead } from './reads';
import type { Timers } from './timers';
import type { AnyCall, ListState } from './types';

export const PAGE_SIZE = 20;
/** Further pages: somebody who scrolls wants many. */
const OLDER_PAGE_SIZE = 60;

export interface Row {
  id: string;
}

interface Page {
  items: readonly Row[];
  nextCursor: string | null;
}

export const UNREAD_LIST: ListState<never> = {
  items: undefined,
  asOf: UNREAD.asOf,
  isStale: UNREAD.isStale,
  isLoading: UNREAD.isLoading,
  isRefreshing: UNREAD.isRefreshing,
  error: UNREAD.error,
  source: UNREAD.source,
  hasMore: false,
  isLoadingMore: false,
};

/**
 * Puts a newly read top over the loaded rows. The top decides its whole range (rows gone from it are gone); rows older than
 * its last one stay. When the two do not meet there would be a hole, so the older rows are dropped.
 */
export function joinTop(top: Page, loaded: Page | null): Page {
  const last = top.items.at(-1);
  if (!loaded || !last || top.nextCursor === null) return top;
  const seam = loaded.items.findIndex((row) => row.id === last.id);
  if (seam < 0 || seam === loaded.items.length - 1) return top;
  return { items: [...top.items, ...loaded.items.slice(seam + 1)], nextCursor: loaded.nextCursor };
}

/** Keeps the same object for a row that did not change, so that everything made from that object stays valid. */
export function keepEqual(top: Page, loaded: Page | null): Page {
  const known = new Map(loaded?.items.slice(0, 2 * MAX_PAGE_SIZE).map((row) => [row.id, row]));
  const items = top.items.map((row) => {
    const former = known.get(row.id);
    return former && JSON.stringify(former) === JSON.stringify(row) ? former : row;
  });
  return { items, nextCursor: top.nextCursor };
}

/**
 * Appends an older page; a row that is already there is not shown twice. Pages follow each other, so only the rows
 * before the seam can be: a long list is not gone through for each page.
 */
export function joinOlder(loaded: Page, older: Page): Page {
  const known = new Set(loaded.items.slice(-2 * MAX_PAGE_SIZE).map((row) => row.id));
  return {
    items: [...loaded.items, ...older.items.filter((row) => !known.has(row.id))],
    nextCursor: older.nextCursor,
  };
}

/** One list call with one set of filters. */
export class ListEntry extends WatchedEntry<ListState<Row>> {
  #page: Page | null = null;
  #inFlight: Promise<void> | null = null;
  #loadingMore: Promise<void> | null = null;
  #epoch = 0;

  constructor(
    call: AnyCall,
    private readonly filters: object,
    private readonly ask: WorkerRead,
    timers: Timers,
  ) {
    super(call, timers, UNREAD_LIST);
  }

  refresh = (): Promise<void> => {
    if (this.#inFlight) return this.#inFlight;
    const request = this.#fetchTop(this.#epoch).then((isOutdated) => {
      if (this.#inFlight === request) this.#inFlight = null;
      if (isOutdated) this.onChanged();
    });
    this.#inFlight = request;
    return request;
  };

  loadMore = (): Promise<void> => {
    const cursor = this.#page?.nextCursor;
    if (this.#loadingMore) return this.#loadingMore;
    if (!cursor) return Promise.resolve();
    const request = this.#fetchOlder(cursor, this.#epoch).finally(() => {
      if (this.#loadingMore !== request) return;
      this.#loadingMore = null;
      this.set({ ...this.state, isLoadingMore: false });
    });
    this.#loadingMore = request;
    return request;
  };

  override reset(): void {
    this.#epoch++;
    this.#page = null;
    this.#inFlight = null;
    this.#loadingMore = null;
    super.reset();
  }

  /** Loads the rows that the device keeps before a screen asks for them. */
  async readAhead(): Promise<void> {
    if (!this.#page) await this.#paintCached();
  }

  protected override onShown(): void {
    void this.#paintCached();
    void this.refresh();
  }

  protected override async reread(): Promise<void> {
    const isFresh = await this.#paintCached();
    if (!isFresh) void this.refresh();
  }

  /** As many rows as are loaded, so that a change anywhere in them is seen. */
  #topInput(): object {
    const loaded = this.#page?.items.length ?? 0;
    return { ...this.filters, limit: Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, loaded)) };
  }

  async #askPage(input: object, source: 'cache' | 'network'): Promise<Answer<Page>> {
    return (await this.ask(this.call, input, source)) as Answer<Page>;
  }

  async #paintCached(): Promise<boolean> {
    if (this.call.cache.kind === 'none') return false;
    const epoch = this.#epoch;
    const answer = await this.#askPage(this.#topInput(), 'cache');
    if (epoch !== this.#epoch || !answer.ok) return false;
    if (this.isOlder(answer)) return true;
    if (!this.isShownAnswer(answer) || answer.isStale !== this.state.isStale || !this.#page) this.#show(answer);
    return !answer.isStale;
  }

  /** @returns as reads.ts */
  async #fetchTop(epoch: number): Promise<boolean> {
    const hasItems = this.#page !== null;
    this.set({ ...this.state, isLoading: !hasItems, isRefreshing: hasItems });
    const answer = await this.#askPage(this.#topInput(), 'network');
    if (epoch !== this.#epoch) return false;
    this.#inFlight = null;
    if (answer.ok && this.isOlder(answer))
      this.set({ ...this.state, isLoading: false, isRefreshing: false, error: null });
    else if (answer.ok) this.#show(answer, null);
    else this.set({ ...this.state, isLoading: false, isRefreshing: false, error: answer.error });
    return answer.ok && answer.isStale;
  }

  #show(answer: Answer<Page> & { ok: true }, error: CallError | null = this.state.error): void {
    this.note(answer);
    this.#page = joinTop(keepEqual(answer.data, this.#page), this.#page);
    const { asOf, isStale, source } = answer;
    this.set({
      ...this.state,
      items: this.#page.items,
      hasMore: this.#page.nextCursor !== null,
      asOf,
      isStale,
      source,
      error,
      isLoading: false,
      isRefreshing: this.#inFlight !== null,
    });
  }

  /** Older rows are painted from the device where it has them, and then compared with the gateway's. */
  async #fetchOlder(cursor: string, epoch: number): Promise<void> {
    this.set({ ...this.state, isLoadingMore: true });
    const input = { ...this.filters, cursor, limit: OLDER_PAGE_SIZE };
    const kept: Answer<Page> | null = this.call.cache.kind === 'none' ? null : await this.#askPage(input, 'cache');
    const answer = kept?.ok ? kept : await this.#askPage(input, 'network');
    if (epoch !== this.#epoch) return;
    if (!answer.ok || this.#page?.nextCursor !== cursor) {
      this.set({ ...this.state, isLoadingMore: false, error: answer.ok ? this.state.error : answer.error });
      return;
    }
    this.#showOlder(joinOlder(this.#page, answer.data), answer.source === 'network' ? null : this.state.error);
    if (answer.isStale) void this.#compareOlder(cursor, answer.data, epoch);
  }

  /** Compares rows painted from the device with the gateway's: replaces those that differ, drops those that are gone. */
  async #compareOlder(cursor: string, painted: Page, epoch: number): Promise<void> {
    const input = { ...this.filters, cursor, limit: painted.items.length };
    const answer = await this.#askPage(input, 'network');
    if (epoch !== this.#epoch || !answer.ok || !this.#page) return;
    const { items, nextCursor } = this.#page;
    const from = items.findIndex((row) => row.id === painted.items[0]?.id);
    const to = items.findIndex((row) => row.id === answer.data.items.at(-1)?.id);
    if (from < 0 || to < from || (answer.data.nextCursor === null && to < items.length - 1)) return;
    const fresh = keepEqual(answer.data, { items: items.slice(from, to + 1), nextCursor });
    if (fresh.items.length === to + 1 - from && fresh.items.every((row, index) => row === items[from + index])) return;
    this.#showOlder({ items: [...items.slice(0, from), ...fresh.items, ...items.slice(to + 1)], nextCursor });
  }

  #showOlder(page: Page, error: CallError | null = this.state.error): void {
    this.#page = page;
    const hasMore = page.nextCursor !== null;
    this.set({ ...this.state, items: page.items, hasMore, isLoadingMore: this.#loadingMore !== null, error });
  }
}
