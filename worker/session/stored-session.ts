/** Declares the rows that a device keeps of a session, and the options of the keeper of sessions. */
import { SHARED_CACHE } from '../../contract/share';
import type { RowBody } from '../cache/schema';
import { StoreClosedError } from '../cache/store';
import type { UserVault, Vault } from '../cache/vault';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';

export interface OpenSession {
  userId: string;
  accountId: string;
  token: string;
  vault: UserVault;
  /** Aborted when the session ends. */
  leaving: AbortController;
}

export type SessionEndReason = 'refused' | 'logged-out';

/** Rows of the device's `meta` table. */
export const SESSION_ROW = 'session';
export const WIPE_ROW = 'wipe';
/** App lock's row. Where it is, the session is sealed with a key that only the PIN or the passkey gives (worker/lock). */
export const LOCK_ROW = 'lock';
/** Names the user whose drafts and money intents wait for the next log-in, after the gateway ended the session. */
export const FORMER_ROW = 'former';
/** Sealed texts that end sessions which were left and of which the gateway has not heard (ending.ts); they do not tell whose they are. */
export const GOODBYE_ROWS = { lower: 'goodbye ', upper: 'goodbye~' };

export interface StoredSession {
  userId: string;
  accountId: string;
  token: RowBody;
}

export interface StoredWipe {
  userId: string;
  because: SessionEndReason;
}

export interface KeeperOptions {
  environment: Environment;
  device: Vault;
  openDevice: () => Promise<Vault>;
  events: EventHub;
  /** Tells the gateway that a session is over. @returns whether it has heard */
  sayGoodbye: (token: string) => Promise<boolean>;
  /** A session is about to open; its database takes a moment. */
  onEntering: () => void;
  onOpened: (session: OpenSession) => void;
}

/** Images that another app has shared are whoever's was logged in. Never throws. */
export async function forgetShared({ caches }: Pick<Environment, 'caches'>): Promise<void> {
  await caches?.delete(SHARED_CACHE).catch(() => false);
}

/** The other failures of a database are not expected here. */
export function unlessDeleted(error: unknown): null {
  if (error instanceof StoreClosedError) return null;
  throw error;
}
