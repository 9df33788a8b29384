/**
 * Chooses the one of a person's tabs that listens for all of them, the lead. The lead holds a Web Lock and beats. A tab that the
 * system has suspended keeps the lock and is silent: a tab in sight that hears no beat takes the lock away from it.
 */
import * as z from 'zod/mini';
import type { Environment, SetTimer, TabChannel } from '../environment';
import { sleep } from '../transport/sleep';

export const BEAT_MS = 2_100;
/**
 * Each tab looks this often whether the lead has beaten, a fifth earlier or later, so that not all tabs look at once. They so
 * replace a lead that falls silent within 9.6 s: in the second look after its last beat.
 */
export const LOOK_EVERY_MS = 4_000;

const beat = z.object({ type: z.literal('lead'), userId: z.string() });

export interface LeaderElectionOptions {
  locks: Environment['locks'];
  /** The lock's name is of this device's databases. */
  databasePrefix: string;
  tabs: TabChannel;
  setTimer: SetTimer;
  random: () => number;
}

type LeaderTask = (signal: AbortSignal) => Promise<void>;

export class LeaderElection {
  /** The user whose lead has beaten since this tab looked last; null for none. */
  #heard: string | null = null;

  /** @param isInSight whether somebody looks at this tab */
  constructor(
    private readonly options: LeaderElectionOptions,
    private readonly isInSight: () => boolean,
  ) {
    options.tabs.receive((message) => {
      const parsed = beat.safeParse(message);
      if (parsed.success) this.#heard = parsed.data.userId;
    });
  }

  /** Runs `work` while this tab leads, anew after another one led, until `signal` aborts. Never throws. */
  async hold(userId: string, signal: AbortSignal, work: LeaderTask): Promise<void> {
    const { locks } = this.options;
    if (!locks) return work(signal);
    let isTaken = true;
    while (isTaken && !signal.aborted) isTaken = await this.#holdOnce(locks, userId, signal, work);
  }

  /** @returns whether another tab has taken the lead away */
  async #holdOnce(
    locks: NonNullable<Environment['locks']>,
    userId: string,
    signal: AbortSignal,
    work: LeaderTask,
  ): Promise<boolean> {
    const name = `${this.options.databasePrefix}-live-${userId}`;
    const [waiting, leading] = [new AbortController(), new AbortController()];
    const end = () => {
      waiting.abort();
      leading.abort();
    };
    signal.addEventListener('abort', end);
    let running: Promise<void> | undefined;
    const lead = () => {
      waiting.abort();
      return (running ??= this.#lead(userId, leading.signal, work));
    };
    let taking: Promise<void> | undefined;
    void this.#untilSilent(userId, waiting.signal).then((isSilent) => {
      if (!isSilent) return;
      taking = locks.request(name, { steal: true }, lead);
      waiting.abort();
    });
    try {
      await locks
        .request(name, { signal: waiting.signal }, lead)
        .catch((error: unknown) => taking ?? Promise.reject(error));
      return false;
    } catch {
      // Waiting was called off; else the browser refuses locks here (storage is blocked), and each tab has its own.
      if (!running && !signal.aborted) await work(signal);
      return running !== undefined && !signal.aborted;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  /** Ends at once when it is called off: a tab that is being suspended gets no further. */
  async #lead(userId: string, signal: AbortSignal, work: LeaderTask): Promise<void> {
    if (signal.aborted) return;
    const { tabs, setTimer } = this.options;
    const beats = async () => {
      while (!signal.aborted) {
        tabs.send({ type: 'lead', userId });
        await sleep(setTimer, BEAT_MS, signal);
      }
    };
    await Promise.race([work(signal).catch(() => {}), beats()]);
  }

  /** @returns true once this tab is in sight and the lead silent, false when `signal` aborts */
  async #untilSilent(userId: string, signal: AbortSignal): Promise<boolean> {
    const { setTimer, random } = this.options;
    do {
      this.#heard = null;
      await sleep(setTimer, LOOK_EVERY_MS * (0.8 + 0.4 * random()), signal);
    } while (!signal.aborted && (this.#heard === userId || !this.isInSight()));
    return !signal.aborted;
  }
}
