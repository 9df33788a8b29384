/**
 * App lock (docs/rules.md §14). Loaded when there is a lock, or somebody wants one.
 *
 * [Note: App lock] A random key seals the user's rows and the session's token. The disk has the key only wrapped, by a PIN and
 * by a passkey; unwrapped it is `environment.lockKey`, in this worker's memory. While there is a lock and no key, the keeper of
 * sessions says `locked` and opens nothing. The former key cannot be wrapped, since no script can read it; so the cache begins
 * anew with the lock, drafts and images of forms are carried over, and money intents lie in clear.
 *
 * Turning on: (1) copies of the images under the new key are laid beside them; (2) one transaction puts the wrapped key, the token
 * under the new key and the drafts under it; from then on the device is locked; (3) the user's database loses its own key with all
 * that it sealed, and the copies take their images' place. A worker that dies before (3) is done leaves it to the next start, which
 * does it before anybody has unlocked (`#finish`). Turning off: (1) a note that the lock ends; (2) the lock's key is put into the
 * user's database, where it opens the rows that it sealed; (3) the wrapped key goes, with the token under the device's own key in
 * its place. A death before (3) leaves a lock whose key is taken out of the database again; the next unlocking ends the lock.
 */
import type { LockAnswer, LockProof, LockRequest, LockState, NewLockProof } from '../api';
import { ROW_KEY } from '../cache/prepare';
import type { Database } from '../cache/database';
import type { CacheTables } from '../cache/schema';
import { unlessFull } from '../cache/store-errors';
import type { Vault } from '../cache/vault';
import { cachedCalls } from '../call-book';
import { toBase64, type Bytes } from '../envelope/base64';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';
import { openUserStore } from '../session/disk-trouble';
import { createRowCipher, UnreadableRowError, type RowCipher } from '../session/row-cipher';
import type { SessionKeeper } from '../session/session-keeper';
import { FORMER_ROW, LOCK_ROW, SESSION_ROW, type OpenSession, type StoredSession } from '../session/stored-session';
import type { Staleness } from '../staleness';
import { carriedDrafts, restoreDrafts } from './carried-drafts';
import { carriedImages, dropCopies } from './carried-images';
import { takeKeyOut } from './former-key';
import { IdleWatch } from './idle-watch';
import { endingOf } from '../session/ending';
import { importKey, KEY_BYTES, PIN_COST, unwrap, wrap, type LockRow, type LockTools } from './wrapping';

/** Wrong PINs; then everything of the person's goes from this device. */
export const MAX_TRIES = 10;
/** The person may change the lock for this long after a proof. */
const PROOF_MS = 5 * 60_000;
const PIN = /^[0-9]{6}$/;
const LOCK_ID_BYTES = 9;

export interface AppLockOptions {
  environment: Environment;
  device: Vault;
  keeper: SessionKeeper;
  events: EventHub;
  staleness: Staleness;
}

type LockResult = LockAnswer['result'];

export class AppLock {
  readonly #watch: IdleWatch;
  /** The key itself, from a proof on and for as long as its screen is open. */
  #proved: { raw: Bytes; at: number } | null = null;
  /** The token whose ending the disk has. */
  #noted = '';
  /** One after the other, but what the person does is heard at once. */
  #turn: Promise<unknown>;

  constructor(private readonly options: AppLockOptions) {
    const { environment } = options;
    this.#watch = new IdleWatch(environment, () => void this.#close());
    environment.tabs.receive((message) => this.#hear(message));
    this.#turn = this.#finish().catch(() => {});
  }

  async answer(request: LockRequest): Promise<LockAnswer> {
    if (request.do === 'seen' || request.do === 'touched') {
      if (request.do === 'seen') this.#watch.seen(request.isVisible);
      else this.#watch.touched();
      if (request.do === 'touched' || request.isVisible) this.#tell('touched');
      return this.#inTurn(async () => {
        await this.#noteEnding();
        return this.#answer('done');
      });
    }
    return this.#inTurn(async () => this.#answer(await this.#do(request)));
  }

  async #do(request: Exclude<LockRequest, { do: 'seen' | 'touched' }>): Promise<LockResult> {
    switch (request.do) {
      case 'look':
        return (await this.#isUsedUp()) ? this.#wipe() : 'done';
      case 'open':
        return this.#open(request.proof);
      case 'prove':
        return this.#prove(request.proof);
      case 'turn-on':
        return this.#turnOn(request.by, request.afterMs);
      case 'close':
        await this.#close();
        return 'done';
      case 'forget':
        await this.#leave();
        return 'done';
      case 'leave':
        this.#proved = null;
        return 'done';
      default:
        return this.#change(request);
    }
  }

  /** Changes a lock that is on; refuses without a proof. */
  async #change(
    request: Extract<LockRequest, { do: 'add' | 'remove' | 'set-delay' | 'turn-off' }>,
  ): Promise<LockResult> {
    const row = await this.#row();
    const raw = this.#provedKey();
    if (!row || !raw) return 'refused';
    if (request.do === 'turn-off') return this.#turnOff();
    if (request.do === 'set-delay') {
      await this.#update((kept) => ({ ...kept, afterMs: request.afterMs }));
      this.#watch.start(request.afterMs);
      this.#tell('delay');
      return 'done';
    }
    if (request.do === 'remove') {
      const rest = { ...row, [request.kind]: undefined };
      if (!rest.pin && !rest.passkey) return 'refused';
      await this.#update((kept) => ({ ...kept, [request.kind]: undefined }));
      return 'done';
    }
    if (!isAcceptable(request.by)) return 'refused';
    const added = await this.#wrap(raw, request.by);
    await this.#update((kept) => ({ ...kept, ...added }));
    return 'done';
  }

  async #open(proof: LockProof): Promise<LockResult> {
    const { environment, keeper } = this.options;
    const raw = await this.#check(proof);
    if (!(raw instanceof Uint8Array)) return raw;
    environment.lockKey = await importKey(this.#tools().subtle, raw);
    raw.fill(0);
    await keeper.followOtherTab();
    const row = await this.#row();
    if (!row) return 'done';
    this.#watch.start(row.afterMs);
    await this.#noteEnding();
    await this.#restore(row);
    return row.isEnding ? this.#turnOff() : 'done';
  }

  async #prove(proof: LockProof): Promise<LockResult> {
    if (!this.options.environment.lockKey) return 'refused';
    const raw = await this.#check(proof);
    if (!(raw instanceof Uint8Array)) return raw;
    this.#proved = { raw, at: this.options.environment.uptime() };
    return 'done';
  }

  /** Counts a try on the disk before making it, so that neither a worker that ends meanwhile nor another tab gives more tries. */
  async #check(proof: LockProof): Promise<Bytes | LockResult> {
    const row = await this.#update((kept) => ('pin' in proof ? { ...kept, tries: kept.tries + 1 } : kept));
    if (!row) return 'refused';
    if (row.tries > MAX_TRIES) return this.#wipe();
    const raw = await unwrap(this.#tools(), row, proof, this.#onProgress).catch((error: unknown) => {
      if (error instanceof UnreadableRowError) return null;
      throw error;
    });
    if (raw) await this.#update((kept) => ({ ...kept, tries: 0 }));
    if (raw) return raw;
    return (await this.#isUsedUp()) ? this.#wipe() : 'wrong';
  }

  async #isUsedUp(): Promise<boolean> {
    return ((await this.#row())?.tries ?? 0) >= MAX_TRIES;
  }

  /** As a log-out does. */
  async #wipe(): Promise<LockResult> {
    // Before the session's end leads to the login page, which says why.
    this.options.events.emit({ type: 'wiped' });
    await this.#leave();
    return 'wiped';
  }

  async #leave(): Promise<void> {
    const { keeper } = this.options;
    this.#forget();
    await keeper.logout();
    void keeper.sayGoodbyes();
  }

  async #turnOn(by: NewLockProof, afterMs: LockRow['afterMs']): Promise<LockResult> {
    const { environment, keeper } = this.options;
    const session = keeper.current;
    if (!session || !this.#isPossible() || environment.lockKey || !isAcceptable(by)) return 'refused';
    const raw = environment.randomBytes(new Uint8Array(KEY_BYTES));
    const key = await importKey(this.#tools().subtle, raw);
    const cipher = createRowCipher(environment, key);
    const drafts = await carriedDrafts(session.vault, cipher);
    const ending = await endingOf(this.#tools().subtle, session.token);
    const lockId = toBase64(environment.randomBytes(new Uint8Array(LOCK_ID_BYTES)));
    await carriedImages(session.vault, cipher, lockId);
    const row: LockRow = { afterMs, tries: 0, drafts, lockId, ending, ...(await this.#wrap(raw, by)) };
    this.#noted = session.token;
    if (!(await this.#putLock(session, cipher, row))) {
      await dropCopies(session.vault.store);
      return 'refused';
    }
    environment.lockKey = key;
    await session.vault.store.close();
    await this.#takeKeyOut(session.userId, row);
    await keeper.followOtherTab();
    await this.#restore(row);
    environment.tabs.send({ type: 'session' });
    this.#proved = { raw, at: environment.uptime() };
    this.#watch.start(afterMs);
    // The device no longer has what the screen shows: screens read again.
    this.options.staleness.announce((await cachedCalls()).map(({ name }) => name));
    return 'done';
  }

  /** Keeps what can end the session even when nobody can unlock its token. A switch of accounts brings another token. */
  async #noteEnding(): Promise<void> {
    const { environment, keeper } = this.options;
    const token = keeper.current?.token;
    if (!token || token === this.#noted || !environment.lockKey) return;
    const ending = await endingOf(this.#tools().subtle, token);
    await this.#update((kept) => ({ ...kept, ending })).catch(unlessFull);
    this.#noted = token;
  }

  async #turnOff(): Promise<LockResult> {
    const { environment, keeper, device } = this.options;
    const session = keeper.current;
    const { lockKey } = environment;
    if (!session || !lockKey) return 'refused';
    await this.#update((kept) => ({ ...kept, isEnding: true }));
    await session.vault.store.run(({ tables }) => tables.meta.putAll([{ key: ROW_KEY, value: lockKey }]), true);
    if (!(await this.#putLock(session, device.cipher, null))) return 'refused';
    environment.lockKey = undefined;
    this.#forget();
    environment.tabs.send({ type: 'session' });
    return 'done';
  }

  /**
   * The lock and the session's token under its key, or neither of both.
   * @returns false where another tab has changed the session meanwhile
   */
  async #putLock(session: OpenSession, cipher: RowCipher, row: LockRow | null): Promise<boolean> {
    const token = await cipher.seal(SESSION_ROW, session.token);
    const put = (database: Database<CacheTables>) =>
      database.atomically(['meta'], async ({ meta }) => {
        const stored = (await meta.get(SESSION_ROW))?.value as StoredSession | undefined;
        const isSame = stored?.userId === session.userId && stored.accountId === session.accountId;
        if (!isSame) return false;
        await meta.putAll([{ key: SESSION_ROW, value: { ...stored, token } }]);
        if (row) await meta.putAll([{ key: LOCK_ROW, value: row }]);
        else await meta.deleteAll([LOCK_ROW]);
        return true;
      });
    return this.options.device.store.run(put, true);
  }

  async #restore({ drafts = [] }: LockRow): Promise<void> {
    const { keeper } = this.options;
    if (!keeper.current) return;
    try {
      await restoreDrafts(keeper.current.vault, drafts);
      await this.#update(({ drafts: _, ...kept }) => kept);
    } catch (error) {
      // They wait where they are until there is room.
      unlessFull(error);
    }
  }

  /** See [Note: App lock]. */
  async #finish(): Promise<void> {
    const { environment, device } = this.options;
    const row = await this.#row();
    if (!row || environment.lockKey) return;
    const [session, former] = await device.store.run(({ tables }) =>
      Promise.all([SESSION_ROW, FORMER_ROW].map(async (key) => (await tables.meta.get(key))?.value)),
    );
    const userId = (session as StoredSession | undefined)?.userId ?? (former as string | undefined);
    if (userId !== undefined) await this.#takeKeyOut(userId, row);
  }

  async #takeKeyOut(userId: string, { isEnding = false, lockId }: LockRow): Promise<void> {
    const { environment, events } = this.options;
    const store = openUserStore(environment, userId, (event) => events.emit(event));
    await takeKeyOut(store, { isSame: isEnding, lockId });
    await store.close();
  }

  async #close(): Promise<void> {
    const { environment, keeper } = this.options;
    if (!environment.lockKey) return;
    this.#drop();
    this.#tell('close');
    await keeper.followOtherTab();
  }

  #drop(): void {
    const { environment, keeper } = this.options;
    environment.lockKey = undefined;
    keeper.current?.leaving.abort();
    this.#forget();
  }

  #forget(): void {
    this.#proved?.raw.fill(0);
    this.#proved = null;
    this.#watch.stop();
  }

  #provedKey(): Bytes | null {
    const isOver = this.#proved && this.options.environment.uptime() - this.#proved.at > PROOF_MS;
    if (isOver) this.#proved = null;
    return this.#proved?.raw ?? null;
  }

  #tell(what: 'touched' | 'close' | 'delay'): void {
    if (what === 'touched' && !this.options.environment.lockKey) return;
    this.options.environment.tabs.send({ type: 'lock', what });
  }

  #hear(message: unknown): void {
    const { type, what } = (message ?? {}) as { type?: unknown; what?: unknown };
    if (type !== 'lock' || !this.options.environment.lockKey) return;
    if (what === 'touched') this.#watch.touched();
    if (what === 'delay') void this.#row().then((row) => row && this.#watch.start(row.afterMs));
    if (what !== 'close') return;
    this.#drop();
    void this.options.keeper.followOtherTab();
  }

  async #answer(result: LockResult): Promise<LockAnswer> {
    const row = await this.#row();
    const lock: LockState = {
      isOn: row !== undefined,
      isLocked: this.options.keeper.state.state === 'locked',
      isProved: this.#provedKey() !== null,
      isPossible: this.#isPossible(),
      afterMs: row?.afterMs ?? 300_000,
      hasPin: row?.pin !== undefined,
      triesLeft: Math.max(0, MAX_TRIES - (row?.tries ?? 0)),
      passkey: row?.passkey ? { credentialId: row.passkey.credentialId, salt: row.passkey.salt } : null,
    };
    return { result, lock };
  }

  #isPossible(): boolean {
    const { keeper, device } = this.options;
    const { current } = keeper;
    const isKept = device.store.mode === 'persistent' && current?.vault.store.mode === 'persistent';
    return isKept && current.vault.cipher.isSealed && device.cipher.isSealed;
  }

  #wrap(raw: Bytes, by: NewLockProof): Promise<Pick<LockRow, 'pin' | 'passkey'>> {
    const cost = this.options.environment.pinCost ?? PIN_COST;
    return wrap(this.#tools(), raw, by, cost, this.#onProgress);
  }

  readonly #onProgress = (fraction: number): void => this.options.events.emit({ type: 'unlocking', fraction });

  #tools(): LockTools {
    const { subtle, randomBytes } = this.options.environment;
    if (!subtle) throw new Error('app lock needs WebCrypto');
    return { subtle, randomBytes };
  }

  async #row(): Promise<LockRow | undefined> {
    return (await this.options.device.store.run(({ tables }) => tables.meta.get(LOCK_ROW)))?.value as
      | LockRow
      | undefined;
  }

  /** @returns the row as it is now; undefined where there is no lock any more */
  #update(change: (row: LockRow) => LockRow): Promise<LockRow | undefined> {
    const write = (database: Database<CacheTables>) =>
      database.atomically(['meta'], async ({ meta }) => {
        const row = (await meta.get(LOCK_ROW))?.value as LockRow | undefined;
        if (!row) return undefined;
        const value = change(row);
        await meta.putAll([{ key: LOCK_ROW, value }]);
        return value;
      });
    return this.options.device.store.run(write, true);
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function isAcceptable(by: NewLockProof): boolean {
  return 'pin' in by ? PIN.test(by.pin) : by.secret.length === KEY_BYTES;
}
