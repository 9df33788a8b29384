/** What the worker tells the page, over one channel. */
import type { LiveNotice } from './calls/live';
import type { CallError } from './errors';

/**
 * Whether somebody is logged in. The token itself never leaves the worker. `unknown`: the device's database
 * has not opened yet, or somebody whom it holds cannot be removed from it. Nobody can log in before that is settled.
 * `locked`: app lock (docs/rules.md §14) keeps whatever is there, until its PIN or passkey comes.
 */
export type SessionState =
  | { state: 'anonymous' }
  | { state: 'unknown' }
  | { state: 'locked' }
  | { state: 'open'; userId: string; accountId: string };

/**
 * `persistent`: kept on this device; `full`: what is kept is read, and what is new has no room; `memory`: IndexedDB is not usable,
 * "not saved on this device".
 */
export type StorageMode = 'persistent' | 'full' | 'memory';

export type WorkerEvent =
  /** Cached answers of these calls changed or became stale: screens that show them read again. */
  | { type: 'changed'; calls: readonly string[] }
  | {
      type: 'session';
      session: SessionState;
      because: 'opened' | 'logged-out' | 'refused' | 'expired' | 'locked';
    }
  | { type: 'connection'; online: boolean }
  /** Whether what the page asked for has waited for 5 s and goes on waiting. */
  | { type: 'line'; isSlow: boolean }
  | { type: 'storage'; mode: StorageMode }
  /** Whether the layout of what is kept on the device is being changed for a new version, here or in another window. */
  | { type: 'upgrade'; isRunning: boolean }
  /** Something happened that the person is told of, besides the screens that repaint. */
  | { type: 'notice'; notice: LiveNotice }
  /** An image is on its way: bytes of the request's body. */
  | { type: 'upload'; uploadId: string; sentBytes: number; totalBytes: number }
  /** A statement's file is being made: rows looked at, of how many; null while that is not known. */
  | { type: 'statement'; statementId: string; done: number; total: number | null }
  /** The last try at app lock was wrong: everything of the person's goes from this device, and then the session is told to be over. */
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
