/** Tracks whether the page is asking something just now, since the worker's own errands give way to the page. */
export class PageActivity {
  #asking = 0;
  #asked = 0;
  readonly #listeners = new Set<() => void>();

  get isQuiet(): boolean {
    return this.#asking === 0;
  }

  /** Counts how often the page has asked so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Calls `listener` whenever the page begins to ask. @returns a function that ends this */
  onAsk(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async during<R>(work: () => Promise<R>): Promise<R> {
    this.#asking += 1;
    this.#asked += 1;
    for (const listener of [...this.#listeners]) listener();
    try {
      return await work();
    } finally {
      this.#asking -= 1;
    }
  }
}
