/** A browser's session history: entries, traversals that come later, and the two events of each. */
interface Entry {
  state: unknown;
  hash: string;
}

/** Entries that Chromium and Firefox keep; older ones are dropped. */
export const MAX_ENTRIES = 50;

type Listener = (event: Event) => void;

export class BrowserHistory {
  #entries: Entry[] = [{ state: null, hash: '' }];
  #at = 0;
  #listeners: { type: string; listener: Listener }[] = [];
  /** The tab was left: back was pressed on the first entry. */
  hasLeft = false;

  /** Looks like `window` to the code under test. */
  readonly window = {
    history: {
      pushState: (state: unknown, _title: string, url: string) => this.#push(state, url),
      replaceState: (state: unknown, _title: string, url: string) => {
        this.#entries[this.#at] = { state: structuredClone(state), hash: url };
      },
      back: () => this.#traverse(-1),
      go: (delta: number) => this.#traverse(delta),
    },
    location: {},
    addEventListener: (type: string, listener: Listener) => void this.#listeners.push({ type, listener }),
    removeEventListener: (type: string, listener: Listener) => {
      this.#listeners = this.#listeners.filter((one) => one.type !== type || one.listener !== listener);
    },
  } as unknown as Window;

  constructor(hash: string) {
    this.#entries = [{ state: null, hash }];
    Object.defineProperty(this.window.history, 'state', { get: () => this.#entry.state });
    Object.defineProperty(this.window.location, 'hash', { get: () => this.#entry.hash });
  }

  /** The tab's entries, oldest first, the current one marked. */
  get stack(): string[] {
    return this.#entries.map(({ hash }, index) => (index === this.#at ? `>${hash}` : hash));
  }

  /** The person's back button. */
  async pressBack(): Promise<void> {
    this.window.history.back();
    await this.settle();
  }

  /** A plain link, or an address that is typed. */
  async follow(hash: string): Promise<void> {
    this.#push(null, hash);
    this.#fire('popstate');
    // The second event of a link comes in a task of its own.
    setTimeout(() => this.#fire('hashchange'), 0);
    await this.settle();
  }

  /** Resolves when traversals that are on their way have arrived. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }

  get #entry(): Entry {
    return this.#entries[this.#at] ?? { state: null, hash: '' };
  }

  #push(state: unknown, hash: string): void {
    const entries = [...this.#entries.slice(0, this.#at + 1), { state: structuredClone(state), hash }];
    this.#entries = entries.slice(-MAX_ENTRIES);
    this.#at = this.#entries.length - 1;
  }

  #traverse(delta: number): void {
    setTimeout(() => {
      const before = this.#entry.hash;
      const to = this.#at + delta;
      if (to < 0) {
        // A step that leads too far leads nowhere; back on the first entry leaves.
        this.hasLeft = delta === -1;
        return;
      }
      this.#at = to;
      this.#fire('popstate');
      if (this.#entry.hash !== before) setTimeout(() => this.#fire('hashchange'), 0);
    }, 0);
  }

  #fire(type: string): void {
    for (const one of [...this.#listeners]) if (one.type === type) one.listener(new Event(type));
  }
}
