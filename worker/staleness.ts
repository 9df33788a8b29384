/** Spreads that a write made answers stale: to the rows, the reads already on their way, the screens, the other tabs. */
import type { Patience } from './cache/patience';
import { markStale } from './cache/record-cache';
import type { CacheTables } from './cache/schema';
import type { Store } from './cache/store';
import type { TabChannel } from './environment';
import type { EventHub } from './event-hub';

export class Staleness {
  readonly #epochs = new Map<string, number>();

  constructor(
    private readonly events: EventHub,
    private readonly tabs: TabChannel,
    private readonly stores: () => readonly Store<CacheTables>[],
    private readonly patience: Patience,
  ) {}

  /** Grows when the call's answers become stale: an answer asked for in an earlier epoch is stale on arrival. */
  epochOf(call: string): number {
    return this.#epochs.get(call) ?? 0;
  }

  /** Marks the rows, then tells. Never throws. */
  async invalidate(calls: readonly string[]): Promise<void> {
    await this.mark(calls);
    this.tell(calls);
  }

  /** Without telling, which `tell` does later. Never throws. */
  async mark(calls: readonly string[]): Promise<void> {
    if (calls.length === 0) return;
    this.#advance(calls);
    await this.patience.with(Promise.allSettled(this.stores().map((store) => markStale(store, calls))));
  }

  /** For rows that were marked in the transaction of the write. */
  announce(calls: readonly string[]): void {
    this.#advance(calls);
    this.tell(calls);
  }

  /** Another tab's write: its worker has marked the rows, which both share. */
  followOtherTab(calls: readonly string[]): void {
    this.#advance(calls);
    this.events.emit({ type: 'changed', calls });
  }

  #advance(calls: readonly string[]): void {
    for (const call of calls) this.#epochs.set(call, this.epochOf(call) + 1);
  }

  tell(calls: readonly string[]): void {
    if (calls.length === 0) return;
    this.events.emit({ type: 'changed', calls });
    this.tabs.send({ type: 'changed', calls });
  }
}
