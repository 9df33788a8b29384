/** A list read page by page with a keyset cursor. New rows come in at the top, older pages stay where they are. */
import type { CallError } from '../../contract/errors';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import type { Answer } from '../../worker/api';
import { UNREAD, WatchedEntry, type Ask } from './reads';
import type { Timers } from './timers';
import type { AnyCall, ListState } from './types';

export const PAGE_SIZE = 20;

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
 * Puts a newly read top over what is loaded. The top decides its whole range (rows gone from it are gone); what is
 * older than its last row stays. When the two do not meet there would be a hole, so the older rows are dropped.
 */
export function joinTop(top: Page, loaded: Page | null): Page {
  const last = top.items.at(-1);
  if (!loaded || !last || top.nextCursor === null) return top;
  const seam = loaded.items.findIndex((row) => row.id === last.id);
  if (seam < 0 || seam === loaded.items.length - 1) return top;
  return { items: [...top.items, ...loaded.items.slice(seam + 1)], nextCursor: loaded.nextCursor };
}

/** Appends an older page; a row that is already there is not shown twice. */
export function joinOlder(loaded: Page, older: Page): Page {
  const known = new Set(loaded.items.map((row) => row.id));
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
    private readonly ask: Ask,
    timers: Timers,
  ) {
    super(call, timers, UNREAD_LIST);
  }

  refresh = (): Promise<void> => {
    if (this.#inFlight) return this.#inFlight;
    const request = this.#fetchTop(this.#epoch).finally(() => {
      if (this.#inFlight === request) this.#inFlight = null;
    });
    this.#inFlight = request;
    return request;
  };

  loadMore = (): Promise<void> => {
    const cursor = this.#page?.nextCursor;
    if (this.#loadingMore) return this.#loadingMore;
    if (!cursor) return Promise.resolve();
    const request = this.#fetchOlder(cursor, this.#epoch).finally(() => {
      if (this.#loadingMore === request) this.#loadingMore = null;
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

  protected override onShown(): void {
    if (!this.#page) void this.#paintCached();
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
    if (this.state.asOf !== null && answer.asOf < this.state.asOf) return true;
    if (answer.asOf !== this.state.asOf || answer.isStale !== this.state.isStale || !this.#page) this.#show(answer);
    return !answer.isStale;
  }

  async #fetchTop(epoch: number): Promise<void> {
    const hasItems = this.#page !== null;
    this.set({ ...this.state, isLoading: !hasItems, isRefreshing: hasItems });
    const answer = await this.#askPage(this.#topInput(), 'network');
    if (epoch !== this.#epoch) return;
    this.#inFlight = null;
    if (answer.ok) this.#show(answer, null);
    else this.set({ ...this.state, isLoading: false, isRefreshing: false, error: answer.error });
  }

  #show(answer: Answer<Page> & { ok: true }, error: CallError | null = this.state.error): void {
    this.#page = joinTop(answer.data, this.#page);
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

  /** Older rows come from the gateway, or from the device when it cannot be reached. */
  async #fetchOlder(cursor: string, epoch: number): Promise<void> {
    this.set({ ...this.state, isLoadingMore: true });
    const input = { ...this.filters, cursor, limit: PAGE_SIZE };
    let answer = await this.#askPage(input, 'network');
    if (!answer.ok && this.call.cache.kind !== 'none') {
      const kept = await this.#askPage(input, 'cache');
      if (kept.ok) answer = kept;
    }
    if (epoch !== this.#epoch) return;
    if (!answer.ok || this.#page?.nextCursor !== cursor) {
      this.set({ ...this.state, isLoadingMore: false, error: answer.ok ? this.state.error : answer.error });
      return;
    }
    this.#page = joinOlder(this.#page, answer.data);
    this.set({
      ...this.state,
      items: this.#page.items,
      hasMore: this.#page.nextCursor !== null,
      isLoadingMore: false,
      error: null,
    });
  }
}
