/**
 * Keeps who is logged in on this device. The token lives in the device's database, sealed, and never leaves the worker.
 *
 * [Note: Leaving] A session ends in this order, so that a crash at any point leaves nothing readable behind: the gate
 * closes (no call starts, running ones are called off), the token goes from the disk together with a note of what is
 * to be wiped, the writers stop, the user's data goes, the note goes. A start that finds the note wipes first; the note stays
 * for as long as something is left. The page keeps a mark of its own until it is told that nothing is (src/bridge/leaving.ts):
 * a worker that dies before its first step leaves no note.
 */
import type { CallError } from '../../contract/errors';
import type { SessionState, WorkerEvent } from '../../contract/events';
import { clearStore } from '../cache/prepare';
import type { RowBody, CacheTables } from '../cache/schema';
import { StoreClosedError, deleteDatabase, type Store } from '../cache/store';
import { unlessFull } from '../cache/store-errors';
import { deviceDatabaseName, openUserVault, userDatabaseName, type UserVault } from '../cache/vault';
import { endingOf } from './ending';
import { createRowCipher, UnreadableRowError, type RowCipher } from './row-cipher';
import {
  FORMER_ROW,
  GOODBYE_ROWS,
  LOCK_ROW,
  SESSION_ROW,
  WIPE_ROW,
  unlessDeleted,
  type KeeperOptions,
  type SessionEndReason,
  type OpenSession,
  type StoredSession,
  type StoredWipe,
  forgetShared,
} from './stored-session';

export type { OpenSession };

export class SessionKeeper {
  #current: OpenSession | null = null;
  /** The end of the queue in which openings and endings happen, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  /** True after a log-out while nobody could tell who was there. */
  #mustLeave = false;
  /** True while the disk holds a person's session that could not be removed. */
  #isUnclear = false;
  #isLocked = false;

  constructor(private readonly options: KeeperOptions) {}

  get current(): OpenSession | null {
    return this.#current;
  }

  /** True while the device's database is in memory only: a missing row then says nothing about the disk. */
  get #isInMemory(): boolean {
    return this.options.device.store.mode === 'memory';
  }

  get state(): SessionState {
    const isUnknown = this.#isUnclear || this.options.device.store.isSilent;
    if (!this.#current) return { state: this.#isLocked ? 'locked' : isUnknown ? 'unknown' : 'anonymous' };
    const { userId, accountId } = this.#current;
    return { state: 'open', userId, accountId };
  }

  /** Seals and opens the session's token. */
  get #cipher(): RowCipher {
    const { device, environment } = this.options;
    return environment.lockKey ? createRowCipher(environment, environment.lockKey) : device.cipher;
  }

  async #checkLock(): Promise<void> {
    const { environment } = this.options;
    const isThere = (await this.#read(LOCK_ROW)) !== undefined;
    if (!isThere) environment.lockKey = undefined;
    this.#isLocked = isThere && !environment.lockKey;
  }

  /** Finishes what a crash left over, and takes up the stored session. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#begin());
  }

  async #begin(): Promise<void> {
    const wipe = (await this.#read(WIPE_ROW)) as StoredWipe | undefined;
    if (wipe) await this.#wipe(wipe);
    await this.#takeUpStored();
  }

  /** The browser has answered about the device's database after all. */
  lookAgain(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isInMemory) return;
      await this.#reopenDevice();
      if (this.#mustLeave && !this.#isInMemory) {
        await (await import('./disk-trouble')).leaveStored(this.options);
        this.#mustLeave = false;
        void this.sayGoodbyes();
      }
      if (this.#current) return this.#follow();
      await this.#begin();
      this.#emit(this.#current ? 'opened' : 'logged-out');
    });
  }

  /**
   * A call opened a session: everything of another user goes, the token is kept, the user's database opened.
   * @throws StoreClosedError where the next start could find somebody else
   */
  open(opened: { token: string; userId: string; accountId: string }): Promise<void> {
    const { token, userId, accountId } = opened;
    return this.#inTurn(async () => {
      const { environment, sayGoodbye } = this.options;
      if (this.#isInMemory) await this.#reopenDevice();
      await this.#checkLock();
      const { removeOthers } = this.#isInMemory ? await import('./disk-trouble') : {};
      this.#isUnclear = removeOthers !== undefined && !(await removeOthers(environment, userId));
      const refuse = () => {
        void sayGoodbye(token);
        this.#emit('logged-out');
        throw new StoreClosedError();
      };
      if (this.#isUnclear || this.#isLocked) refuse();
      const kept = (await this.#read(SESSION_ROW)) as StoredSession | undefined;
      const former = this.#current?.userId ?? kept?.userId ?? ((await this.#read(FORMER_ROW)) as string | undefined);
      await this.#letGo();
      const isOther = former !== undefined && former !== userId;
      if (isOther) {
        environment.lockKey = undefined;
        await deleteDatabase(userDatabaseName(environment, former), environment);
      }
      const wipe = (await this.#read(WIPE_ROW)) as StoredWipe | undefined;
      if (wipe) await this.#wipe(wipe);
      // The same person gets back what could not be wiped: the note of it goes.
      const ended = wipe?.userId === userId ? [FORMER_ROW, WIPE_ROW] : [FORMER_ROW];
      if (isOther) ended.push(LOCK_ROW);
      const keep = async () => {
        const stored: StoredSession = { userId, accountId, token: await this.#cipher.seal(SESSION_ROW, token) };
        await this.#change(ended, [{ key: SESSION_ROW, value: stored }]);
      };
      await keep().catch(async (error: unknown) => {
        unlessFull(error);
        const { beginAnew } = await import('./disk-trouble');
        await beginAnew(this.options, userId, () => {
          this.#isUnclear = true;
          refuse();
        });
        await this.#checkLock();
        await keep();
      });
      await this.#enter(userId, accountId, token);
      this.#tell('opened', former === userId ? undefined : former);
    });
  }

  /** The gateway does not know the token any more (docs/rules.md §19, code 401). Other errors change nothing. */
  async endIfUnauthorized(session: OpenSession, { code }: CallError): Promise<void> {
    if (code !== 'unauthorized' || this.#current !== session) return;
    await this.#leave(session, 'refused');
  }

  /** See [Note: Leaving]. Works offline and never throws. @returns whether nothing is left on the device */
  async logout(): Promise<boolean> {
    const session = this.#current;
    if (session) await this.#leave(session, 'logged-out');
    else {
      await this.#inTurn(async () => {
        if (!this.#isLocked) return;
        await (await import('./disk-trouble')).leaveStored(this.options);
        await this.#begin();
        this.#tell('logged-out');
      });
    }
    this.#mustLeave = this.options.device.store.isSilent;
    if (this.#mustLeave) return false;
    const left = [SESSION_ROW, WIPE_ROW].map((key) => this.#read(key));
    return Promise.all(left).then(
      (rows) => rows.every((row) => row === undefined),
      () => false,
    );
  }

  /** Goodbyes that are on their way. */
  readonly #saying = new Set<string>();

  /** Tells the gateway of sessions that were left while there was no way to it. Never throws. */
  async sayGoodbyes(): Promise<void> {
    const { device, sayGoodbye } = this.options;
    const rows = await device.store.run(({ tables }) => tables.meta.all(GOODBYE_ROWS)).catch(() => []);
    for (const { key, value } of rows) {
      if (this.#saying.has(key)) continue;
      this.#saying.add(key);
      const token = await device.cipher.open(SESSION_ROW, value as RowBody).catch(() => null);
      if (token === null || (await sayGoodbye(token as string))) await this.#change([key], []).catch(() => {});
      this.#saying.delete(key);
    }
  }

  /**
   * Another tab logged in or out, or deleted the database that this one has open. Memory shows nothing of what another tab
   * did: its session goes on until its person is said to have left, or the database is gone, or the gateway refuses.
   * So it is when app lock has been locked or unlocked here.
   * @param left whose session the other tab ended
   */
  followOtherTab(left?: string): Promise<void> {
    return this.#inTurn(() => this.#follow(left));
  }

  async #follow(left?: string): Promise<void> {
    const wasLocked = this.#isLocked;
    const found = await this.#storedSession();
    const current = this.#current;
    const isGone = current?.vault.store.isClosed || (this.#isInMemory && current?.userId === left);
    const isSame = wasLocked === this.#isLocked && found?.token === current?.token;
    if (!isGone && (this.#isInMemory || isSame)) return;
    const stored = this.#isInMemory ? null : found;
    if (this.#isInMemory) await this.#change([SESSION_ROW], []);
    await this.#letGo();
    if (current && current.userId !== stored?.userId && !this.#isLocked) {
      await import('./disk-trouble').then((it) => it.ensureGone(this.options, current.userId)).catch(() => {});
    }
    if (stored) await this.#enter(stored.userId, stored.accountId, stored.token);
    this.#emit(stored ? 'opened' : this.#isLocked ? 'locked' : 'logged-out');
  }

  async #reopenDevice(): Promise<void> {
    Object.assign(this.options.device, await this.options.openDevice());
    const { mode, isFull } = this.options.device.store;
    this.options.events.emit({ type: 'storage', mode: isFull ? 'full' : mode });
  }

  #leave(session: OpenSession, because: SessionEndReason): Promise<void> {
    this.#current = null;
    session.leaving.abort();
    return this.#inTurn(async () => {
      const { userId, vault } = session;
      const wipe: StoredWipe = { userId, because };
      const goodbyes = because === 'logged-out' ? await this.#goodbyeTo(session) : [];
      const ended = because === 'logged-out' ? [SESSION_ROW, LOCK_ROW] : [SESSION_ROW];
      await this.#change(ended, [{ key: WIPE_ROW, value: wipe }, ...goodbyes])
        // A full disk refuses the notes, but always takes the deletions.
        .catch(() => this.#change(ended, []))
        .catch(() => {});
      void this.sayGoodbyes();
      if (because === 'logged-out') this.options.environment.lockKey = undefined;
      if (because === 'logged-out') await forgetShared(this.options.environment);
      // After a refusal the device's database on disk stays: it may be another tab's, and open.
      if (because === 'logged-out') await this.#forgetOnDisk();
      if (because === 'refused') await clearStore(asCache(vault), because).catch(() => {});
      if (because === 'refused') await vault.store.close();
      else if (!(await vault.store.destroy())) return this.#tell(because, userId);
      await this.#endWipe(wipe).catch(() => {});
      this.#tell(because, because === 'logged-out' ? userId : undefined);
    });
  }

  /**
   * Keeps, for a later goodbye, the text that ends the session and does nothing else: not the token. Where the browser cannot make it, the
   * gateway hears of the end now or never.
   */
  async #goodbyeTo({ token }: OpenSession): Promise<{ key: string; value: RowBody }[]> {
    const { device, environment, sayGoodbye } = this.options;
    const { subtle, now } = environment;
    if (!device.cipher.isSealed || !subtle) void sayGoodbye(token);
    if (!device.cipher.isSealed || !subtle) return [];
    return [{ key: `goodbye ${now()}`, value: await device.cipher.seal(SESSION_ROW, await endingOf(subtle, token)) }];
  }

  async #wipe(wipe: StoredWipe): Promise<void> {
    // Without its code, in a broken installation, the note stays.
    const trouble = await import('./disk-trouble').catch(() => null);
    if (await trouble?.wipeLeft(this.options, wipe)) await this.#endWipe(wipe).catch(unlessFull);
  }

  #endWipe({ userId, because }: StoredWipe): Promise<void> {
    return this.#change([WIPE_ROW], because === 'refused' ? [{ key: FORMER_ROW, value: userId }] : []);
  }

  /** Deletes the device's database on disk when only memory was in use, since the one on disk may still hold a token. */
  async #forgetOnDisk(): Promise<void> {
    const { environment } = this.options;
    if (this.#isInMemory) await deleteDatabase(deviceDatabaseName(environment), environment);
  }

  async #takeUpStored(): Promise<void> {
    const stored = await this.#storedSession();
    if (stored) await this.#enter(stored.userId, stored.accountId, stored.token);
  }

  /** The session on disk. One whose token cannot be read is as good as refused. */
  async #storedSession(): Promise<{ userId: string; accountId: string; token: string } | null> {
    await this.#checkLock();
    const stored = (await this.#read(SESSION_ROW)) as StoredSession | undefined;
    if (!stored || this.#isLocked) return null;
    try {
      const token = (await this.#cipher.open(SESSION_ROW, stored.token)) as string;
      return { userId: stored.userId, accountId: stored.accountId, token };
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      const wipe: StoredWipe = { userId: stored.userId, because: 'refused' };
      await this.#change([SESSION_ROW], [{ key: WIPE_ROW, value: wipe }]).catch(unlessFull);
      await this.#wipe(wipe);
      return null;
    }
  }

  async #enter(userId: string, accountId: string, token: string): Promise<void> {
    const { environment, events, onEntering, onOpened } = this.options;
    const emit = (event: WorkerEvent) => events.emit(event);
    onEntering();
    const onDeleted = () => void this.followOtherTab();
    let vault: UserVault | null = null;
    // The same person may be logging out in another tab: a database that this deletes is opened anew.
    while (!vault) vault = await openUserVault(environment, userId, { emit, onDeleted }).catch(unlessDeleted);
    this.#current = { userId, accountId, token, vault, leaving: new AbortController() };
    onOpened(this.#current);
  }

  /** Ends the current session in this worker only; the disk is someone else's to change. */
  async #letGo(): Promise<void> {
    const session = this.#current;
    this.#current = null;
    session?.leaving.abort();
    await session?.vault.store.close();
  }

  /** @param left who is logged in no longer, for tabs that cannot look */
  #tell(because: 'opened' | SessionEndReason, left?: string): void {
    this.#emit(because);
    this.options.environment.tabs.send({ type: 'session', left });
  }

  #emit(because: 'opened' | 'locked' | SessionEndReason): void {
    this.options.events.emit({ type: 'session', session: this.state, because });
  }

  async #read(key: string): Promise<unknown> {
    return (await this.options.device.store.run(({ tables }) => tables.meta.get(key)))?.value;
  }

  #change(removed: readonly string[], added: readonly { key: string; value: unknown }[]): Promise<void> {
    return this.options.device.store.run(
      (database) =>
        database.atomically(['meta'], async ({ meta }) => {
          await meta.deleteAll(removed);
          await meta.putAll(added);
        }),
      true,
    );
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

/** A user's store is a cache store with two tables more. */
export function asCache(vault: UserVault): Store<CacheTables> {
  return vault.store as unknown as Store<CacheTables>;
}
