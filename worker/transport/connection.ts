/** Judges from the outcome of requests whether the gateway can be reached; `navigator.onLine` is only a hint. */
import type { NetworkHint, SetTimer } from '../environment';
import { UNREACHED_STATUSES } from './retry-policy';
import { spread } from './spread';

/** A probe without an answer by then says nothing: the line may be slow. */
const PROBE_DEADLINE_MS = 10_000;
/** A call that waits so long makes the line slow. */
const SLOW_AFTER_MS = 5_000;
const FIRST_PROBE_DELAY_MS = 2_000;
const MAX_PROBE_DELAY_MS = 30_000;

export interface ConnectionOptions {
  fetch: typeof fetch;
  setTimer: SetTimer;
  /** [Note: In step] in spread.ts */
  random: () => number;
  network: NetworkHint;
  origin: () => string;
  onChange: (online: boolean) => void;
  /** Told whether a call has waited for 5 s and goes on waiting; also when it is so already. */
  onSlow: (isSlow: boolean) => void;
}

export class Connection {
  #online = true;
  #isPageOnline = true;
  #callOffProbe: (() => void) | null = null;
  /** Calls that have waited for 5 s. */
  #slow = 0;

  constructor(private readonly options: ConnectionOptions) {
    options.network.onChange(() => this.#followHints());
  }

  /** Takes up what the browser told the page. */
  hint(isOnline: boolean): void {
    this.#isPageOnline = isOnline;
    this.#followHints();
  }

  #followHints(): void {
    if (this.isHintedOffline) this.saw(false);
    else void this.check();
  }

  get isOnline(): boolean {
    return this.#online;
  }

  /** The browser says that there is no network at all. */
  get isHintedOffline(): boolean {
    return !this.#isPageOnline || !this.options.network.isOnline();
  }

  /** A request got an answer of any kind (`true`) or gave up without one. */
  saw(online: boolean): void {
    if (online === this.#online) return;
    // It may have been on its way when the network went: when the browser says otherwise, look before anything is told.
    if (online && this.isHintedOffline) this.#probeIn(0);
    else this.#tell(online);
  }

  #tell(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    this.#callOffProbe?.();
    this.#callOffProbe = null;
    if (!online || this.isHintedOffline) this.#probeIn(FIRST_PROBE_DELAY_MS);
    this.options.onChange(online);
  }

  /** Somebody waits for an answer: after 5 s the page is told, and a probe looks for the gateway. @returns what ends it */
  waits(): () => void {
    const { setTimer, onSlow } = this.options;
    let isSlow = false;
    const callOff = setTimer(() => {
      isSlow = true;
      onSlow(++this.#slow > 0);
      if (this.#slow === 1) void this.check();
    }, SLOW_AFTER_MS);
    return () => {
      callOff();
      if (isSlow) onSlow(--this.#slow > 0);
    };
  }

  /** Asks the gateway for a sign of life, at most 10 s. A slow line is not away: only what fails is. */
  async check(): Promise<boolean> {
    const deadline = new AbortController();
    const callOff = this.options.setTimer(() => deadline.abort(), PROBE_DEADLINE_MS);
    try {
      const response = await this.options.fetch(`${this.options.origin()}/healthz`, {
        cache: 'no-store',
        credentials: 'omit',
        signal: deadline.signal,
      });
      this.#tell(!UNREACHED_STATUSES.has(response.status));
    } catch {
      if (!deadline.signal.aborted) this.#tell(false);
    } finally {
      callOff();
    }
    return this.#online;
  }

  /** While offline, looks for the gateway's return by itself, ever more rarely. */
  #probeIn(delayMs: number): void {
    this.#callOffProbe?.();
    this.#callOffProbe = this.options.setTimer(
      () => {
        void this.check().then((online) => {
          if (!online) this.#probeIn(Math.min(MAX_PROBE_DELAY_MS, Math.max(FIRST_PROBE_DELAY_MS, delayMs * 2)));
        });
      },
      spread(delayMs, this.options.random),
    );
  }
}
