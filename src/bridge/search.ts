/**
 * A search through the rows of a list that the device keeps, page by page. The worker looks in bounded steps; while it does,
 * the screen shows and counts the matches so far, and leaving the screen ends the search. Where the kept rows end and the
 * gateway has older ones, the worker fetches and keeps some of those, and the search goes on in them.
 */
import type { Answer, SearchPage, ListQuery, SearchPosition } from '../../worker/api';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import { PAGE_SIZE, UNREAD_LIST, type Row } from './lists';
import { WatchedEntry, type WorkerRead, type WorkerSearch } from './reads';
import type { Timers } from './timers';
import type { AnyCall, SearchState } from './types';

/** Matches added by one step down the list. */
const MORE = 60;
/** Older pages that are fetched before the person is asked whether to go on. */
const MAX_FETCHES = 5;
/** A search that starts again keeps its length on screen, up to this. */
const MAX_RESTARTED = 500;

export const UNREAD_SEARCH: SearchState<never> = {
  ...UNREAD_LIST,
  isSearching: false,
  looked: 0,
  total: null,
  end: 'open',
  reachedAt: null,
};

export class SearchEntry extends WatchedEntry<SearchState<Row>> {
  #found: Row[] = [];
  #after: SearchPosition | null = null;
  #newestAt: number | null = null;
  #looking: Promise<void> | null = null;
  /** Answers to questions from before a new beginning are nobody's any more. */
  #epoch = 0;

  constructor(
    call: AnyCall,
    private readonly filters: object,
    private readonly query: ListQuery,
    private readonly find: WorkerSearch,
    private readonly ask: WorkerRead,
    timers: Timers,
  ) {
    super(call, timers, UNREAD_SEARCH);
  }

  /** Asks the gateway for the newest rows, and looks again. */
  refresh = async (): Promise<void> => {
    const epoch = this.#epoch;
    this.set({ ...this.state, isRefreshing: this.state.items !== undefined });
    const top = await this.ask(this.call, { ...this.filters, limit: PAGE_SIZE }, 'network');
    if (!this.isShown) return;
    if (!top.ok) return this.set({ ...this.state, isRefreshing: false, isLoading: false, error: top.error });
    this.set({ ...this.state, isRefreshing: false, error: null, asOf: top.asOf, isStale: top.isStale });
    if (epoch !== this.#epoch || this.#isNews(top)) await this.#restart();
  };

  /** Looks for the next matches; a search that has paused goes on. */
  loadMore = (): Promise<void> => {
    if (this.#looking) return this.#looking;
    if (this.state.end === 'complete') return Promise.resolve();
    return this.#begin(MORE);
  };

  override reset(): void {
    this.#forget();
    super.reset();
  }

  protected override onShown(): void {
    // A search that was broken off begins anew; a complete one is only compared with the gateway.
    if (this.state.items === undefined || this.state.isSearching) void this.#restart();
    void this.refresh();
  }

  protected override reread(): void {
    void this.#restart();
  }

  /** Returns whether the gateway's newest rows hold one that the search has not seen. */
  #isNews(top: Answer<unknown> & { ok: true }): boolean {
    const policy = this.call.cache;
    const [first] = (top.data as { items: Record<string, unknown>[] }).items;
    if (policy.kind !== 'list' || this.state.items === undefined) return true;
    return first !== undefined && (this.#newestAt === null || Number(first[policy.sort]) > this.#newestAt);
  }

  #forget(): void {
    this.#epoch += 1;
    this.#found = [];
    this.#after = null;
    this.#looking = null;
  }

  #restart(): Promise<void> {
    const shown = this.state.items?.length ?? 0;
    this.#forget();
    return this.#begin(Math.min(MAX_RESTARTED, Math.max(PAGE_SIZE, shown)));
  }

  #begin(count: number): Promise<void> {
    const epoch = this.#epoch;
    const isFirst = this.#found.length === 0 && this.#after === null;
    const hasItems = this.state.items !== undefined;
    this.set({
      ...this.state,
      isSearching: true,
      isLoading: !hasItems,
      isLoadingMore: !isFirst,
      end: 'open',
      ...(isFirst ? { looked: 0, total: null } : {}),
    });
    const looking = this.#look(epoch, this.#found.length + count).finally(() => {
      if (epoch !== this.#epoch) return;
      this.#looking = null;
      this.set({ ...this.state, isSearching: false, isLoading: false, isLoadingMore: false });
    });
    this.#looking = looking;
    return looking;
  }

  async #look(epoch: number, wanted: number): Promise<void> {
    const isOver = () => epoch !== this.#epoch || !this.isShown;
    let fetches = 0;
    while (!isOver() && this.#found.length < wanted) {
      const limit = Math.min(MAX_PAGE_SIZE, wanted - this.#found.length);
      const answer = await this.find(this.call, this.filters, { query: this.query, after: this.#after, limit });
      if (isOver()) return;
      // Nothing is kept yet: the gateway's answer, which is on its way, begins again.
      if (!answer.ok) return this.set({ ...this.state, end: 'cut' });
      this.#take(answer.page);
      if (!answer.page.isEnd) continue;
      const { olderCursor } = answer.page;
      if (olderCursor === null) return this.set({ ...this.state, hasMore: false, end: 'complete' });
      fetches += 1;
      if (fetches > MAX_FETCHES) return this.set({ ...this.state, hasMore: false, end: 'paused' });
      const input = { ...this.filters, cursor: olderCursor, limit: MAX_PAGE_SIZE };
      const older = await this.ask(this.call, input, 'network');
      if (isOver()) return;
      if (!older.ok) return this.set({ ...this.state, hasMore: false, end: 'cut', error: older.error });
    }
  }

  #take({ items, position, looked, total, asOf, isStale, newestAt, oldestAt, isEnd }: SearchPage<unknown>): void {
    this.#after = position;
    this.#newestAt = newestAt;
    this.#found = [...this.#found, ...(items as Row[])];
    this.set({
      ...this.state,
      items: this.#found,
      hasMore: true,
      looked: this.state.looked + looked,
      total: total ?? this.state.total,
      reachedAt: isEnd ? oldestAt : (position?.sort ?? null),
      asOf: Math.max(asOf, this.state.asOf ?? 0),
      isStale,
      source: 'cache',
      isLoading: false,
    });
  }
}
