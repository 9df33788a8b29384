/** The server's clock as far as the worker knows it (docs/rules.md §11: requests outside ± 5 min are refused). */
export class ServerClock {
  #offsetMs = 0;

  constructor(
    private readonly deviceNow: () => number,
    private readonly onCorrected: (offsetMs: number) => void,
  ) {}

  /** UTC ms on the server's clock. */
  now(): number {
    return this.deviceNow() + this.#offsetMs;
  }

  /** Takes up what an earlier run of the worker learned. */
  restore(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  correct(serverTime: number): void {
    this.#offsetMs = serverTime - this.deviceNow();
    this.onCorrected(this.#offsetMs);
  }
}
