/** A clock that stands still and timers that fire only when a test says so. */
interface Timer {
  dueAt: number;
  delayMs: number;
  callback: () => void;
}

/** Clocks of this test file that may still get timers. */
const running = new Set<VirtualTime>();

export class VirtualTime {
  #now: number;
  #aheadMs = 0;
  readonly #timers = new Set<Timer>();
  /** Delays of the timers that fired, in order. */
  readonly fired: number[] = [];
  /** Timers with such a delay fire by themselves, as if the time had passed. */
  autoFire: (delayMs: number) => boolean = () => false;

  constructor(startMs = 1_795_000_000_000) {
    this.#now = startMs;
    running.add(this);
  }

  /** Pauses between two tries are over at once; deadlines, probes and beats are not. */
  skipPauses(): void {
    this.autoFire = (delayMs) => delayMs < 1_900;
  }

  /**
   * No timer fires any more, none that is set from now on either: what a test leaves behind sets one after the other, and would run
   * beside every test file that the process takes next.
   */
  end(): void {
    running.delete(this);
    this.autoFire = () => false;
    this.#timers.clear();
  }

  /** The device's clock. */
  now = (): number => this.#now + this.#aheadMs;

  uptime = (): number => this.#now;

  /** The clock is set by so much; no time passes. */
  setClockBy(ms: number): void {
    this.#aheadMs += ms;
  }

  setTimer = (callback: () => void, delayMs: number): (() => void) => {
    const timer = { dueAt: this.#now + delayMs, delayMs, callback };
    this.#timers.add(timer);
    if (this.autoFire(delayMs)) setImmediate(() => this.#fire(timer));
    return () => void this.#timers.delete(timer);
  };

  /** Time passes without any timer firing. */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** Waits until a timer with this delay has been set, and fires it. */
  async fire(delayMs: number): Promise<void> {
    while (running.has(this)) {
      const timer = [...this.#timers].find((candidate) => candidate.delayMs === delayMs);
      if (timer) return this.#fire(timer);
      await turn();
    }
  }

  get pending(): number[] {
    return [...this.#timers].map(({ delayMs }) => delayMs);
  }

  #fire(timer: Timer): void {
    if (!this.#timers.delete(timer)) return;
    this.#now = Math.max(this.#now, timer.dueAt);
    this.fired.push(timer.delayMs);
    timer.callback();
  }
}

export function endVirtualTimes(): void {
  for (const time of running) time.end();
}

/** Lets everything that is ready to run, run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets so many turns pass, as a rule for what must not happen in them. */
export async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn();
}

/** Waits, turn by turn, until `condition` holds; the test's own time limit ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}
