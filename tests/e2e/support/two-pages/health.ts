/** Times in which nothing was wrong with a page or with the machine, so that the age of what the page showed can be judged. */
import { worstOf, type Delay } from './shown';

interface Period {
  /** UTC ms. May be to come: until then the page waits for the other one. */
  since: number;
  /** Null for the present. */
  until: number | null;
}

/** A check looks back no further than this many periods. */
const MAX_PERIODS = 50;

export class WellTimes {
  #periods: Period[] = [];

  constructor() {
    this.beginAt(Date.now());
  }

  get #present(): Period | null {
    const last = this.#periods.at(-1);
    return last?.until === null ? last : null;
  }

  /** Does nothing where the page is well already. */
  beginAt(since: number): void {
    if (this.#present) return;
    this.#periods = [...this.#periods.slice(-MAX_PERIODS), { since, until: null }];
  }

  end(): void {
    const present = this.#present;
    if (present) present.until = Date.now();
  }

  /** A page that is well begins anew, not before `earliest`. */
  beginAnew(earliest: number): void {
    const present = this.#present;
    if (!present) return;
    this.end();
    this.beginAt(Math.max(earliest, present.since));
  }

  /** @returns the longest part of the time between two moments in which the page was well without a pause; null for none */
  longestWithin(since: number, until: number): { since: number; until: number } | null {
    const parts = this.#periods
      .map((period) => ({ since: Math.max(since, period.since), until: Math.min(until, period.until ?? until) }))
      .filter((part) => part.until > part.since)
      .sort((a, b) => b.until - b.since - (a.until - a.since));
    return parts[0] ?? null;
  }
}

/** The gateway is asked for a sign of life so often. */
const ASK_EVERY_MS = 1_000;

/** Notes how long the gateway's answers take. */
export class GatewayWatch {
  readonly #delays: Delay[] = [];
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;

  constructor(private readonly origin: string) {
    this.#timer = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const startedAt = performance.now();
    await fetch(`${this.origin}/healthz`).catch(() => null);
    this.#delays.push({ at: Date.now(), ms: performance.now() - startedAt });
    this.#isAsking = false;
  }

  worstDelayMs(since: number, until: number): number {
    return worstOf(this.#delays, since, until);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
