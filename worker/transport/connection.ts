/** Whether the gateway can be reached, from what requests showed; `navigator.onLine` is only a hint. */
import type { NetworkHint, SetTimer } from '../environment';
import { UNREACHED_STATUSES } from './retry-policy';

const PROBE_DEADLINE_MS = 3_000;
const FIRST_PROBE_DELAY_MS = 2_000;
const MAX_PROBE_DELAY_MS = 30_000;

export interface ConnectionOptions {
  fetch: typeof fetch;
  setTimer: SetTimer;
  network: NetworkHint;
  origin: () => string;
  onChange: (online: boolean) => void;
}

export class Connection {
  #online = true;
  #isPageOnline = true;
  #callOffProbe: (() => void) | null = null;

  constructor(private readonly options: ConnectionOptions) {
    options.network.onChange(() => this.#followHints());
  }

  /** What the page was told by the browser. */
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

  /** Asks the gateway for a sign of life, at most 3 s. */
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
      this.#tell(false);
    } finally {
      callOff();
    }
    return this.#online;
  }

  /** While offline, looks for the gateway's return by itself, ever more rarely. */
  #probeIn(delayMs: number): void {
    this.#callOffProbe?.();
    this.#callOffProbe = this.options.setTimer(() => {
      void this.check().then((online) => {
        if (!online) this.#probeIn(Math.min(MAX_PROBE_DELAY_MS, Math.max(FIRST_PROBE_DELAY_MS, delayMs * 2)));
      });
    }, delayMs);
  }
}
