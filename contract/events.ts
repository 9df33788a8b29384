/** Events that the worker tells the page, over one channel. */
import type { LiveNotice } from './calls/live';
import type { LivePrice } from './calls/quotes';
import type { ServiceOrderKind, ServiceTopic } from './calls/service';
import type { CallError } from './errors';

/**
 * Tells whether somebody is logged in. The token itself never leaves the worker. `unknown`: the device's database has not
 * opened yet, or it holds a person's session that cannot be removed; nobody can log in before that is settled.
 * `locked`: app lock (docs/rules.md §14) keeps everything closed until the PIN or the passkey comes.
 */
export type SessionState =
  | { state: 'anonymous' }
  | { state: 'unknown' }
  | { state: 'locked' }
  | { state: 'open'; userId: string; accountId: string };

/**
 * `persistent`: the device keeps all data; `full`: old data is read, and new data has no room; `memory`: IndexedDB is not
 * usable, "not saved on this device".
 */
export type StorageMode = 'persistent' | 'full' | 'memory';

/**
 * A message to customer service that the gateway does not have yet. `waiting`: it is sent as soon as it can be; `failed`: the
 * gateway does not take it as it is, and the person decides.
 */
export interface QueuedMessage {
  /** Made by the page; the gateway knows the message by it. */
  clientId: string;
  topic: ServiceTopic;
  text: string | null;
  order: { kind: ServiceOrderKind; id: string; amount: string; asset: string } | null;
  hasImage: boolean;
  /** By this device's clock, UTC ms. */
  at: number;
  state: 'waiting' | 'failed';
  error: CallError | null;
  /** The part of its image that has been sent, 0…1; null while none is on its way. */
  progress: number | null;
}

export type WorkerEvent =
  /** Cached answers of these calls changed or became stale: screens that show them read again. */
  | { type: 'changed'; calls: readonly string[] }
  | {
      type: 'session';
      session: SessionState;
      because: 'opened' | 'logged-out' | 'refused' | 'expired' | 'locked';
    }
  | { type: 'connection'; online: boolean }
  /** How far the gateway's clock is ahead of the device's, ms, as far as it is known. */
  | { type: 'clock'; aheadMs: number }
  /** `isSlow`: true while a call of the page has waited for more than 5 s. */
  | { type: 'line'; isSlow: boolean }
  | { type: 'storage'; mode: StorageMode }
  /** `isRunning`: true while this or another window changes the layout of the device's database for a new version. */
  | { type: 'upgrade'; isRunning: boolean }
  /** The person is told of something, besides the screens that repaint. */
  | { type: 'notice'; notice: LiveNotice }
  /** Latest prices of the market's products, those that have changed. */
  | { type: 'prices'; prices: readonly LivePrice[] }
  /** An image is on its way: bytes of the request's body. */
  | { type: 'upload'; uploadId: string; sentBytes: number; totalBytes: number }
  /** The messages that wait to be sent have changed, in the order in which they are sent. */
  | { type: 'messages'; queue: readonly QueuedMessage[] }
  /** A statement's file is being made: rows looked at, of how many; null while that is not known. */
  | { type: 'statement'; statementId: string; done: number; total: number | null }
  /** The last try at app lock was wrong: everything of the person's goes from this device. The session's end is told after it. */
  | { type: 'wiped' }
  /** The key of a PIN is being computed: how much of it is done, 0…1. */
  | { type: 'unlocking'; fraction: number }
  /** A money call whose outcome was unknown has been settled (also after a restart of the app). */
  | {
      type: 'settled';
      intentId: string;
      call: string;
      result: 'done' | 'absent' | 'refused';
      error?: CallError;
    };
