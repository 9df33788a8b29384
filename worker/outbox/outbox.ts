/** Keeps money intents on disk: what was going to be sent, under which key, and what became of it. */
import type { CacheTables, UserTables, IntentRow } from '../cache/schema';
import { markStale, markStaleWithin } from '../cache/record-cache';
import type { UserVault } from '../cache/vault';
import type { Store } from '../cache/store';
import { StoreFullError, unlessFull } from '../cache/store-errors';
import { UnreadableRowError, type RowCipher } from '../session/row-cipher';

/** A concluded intent is remembered this long; the gateway keeps its key for ever. */
const KEEP_CONCLUDED_MS = 7 * 24 * 60 * 60_000;

export class Outbox {
  readonly #store: Store<UserTables>;
  readonly #cipher: RowCipher;

  constructor(
    vault: UserVault,
    private readonly serverNow: () => number,
  ) {
    this.#store = vault.store;
    this.#cipher = vault.cipher;
  }

  find(intentId: string): Promise<IntentRow | undefined> {
    return this.#store.run(({ tables }) => tables.intents.get(intentId));
  }

  /** Has to be on disk before anything is sent. @throws StoreFullError where it does not fit */
  async begin(intent: Omit<IntentRow, 'state' | 'updatedAt' | 'answer'>): Promise<void> {
    if (this.#store.mode === 'memory' && this.#store.isFull) throw new StoreFullError();
    await this.#put({ ...intent, state: 'sending', updatedAt: this.serverNow() }, true);
  }

  /** `unknown`: sent, and not known what became of it. `refused`: nothing was done, and nothing will be. */
  async mark(intentId: string, state: 'unknown' | 'refused'): Promise<void> {
    const write = this.#store.run((database) =>
      database.atomically(['intents'], async ({ intents }) => {
        const intent = await intents.get(intentId);
        if (intent && intent.state !== 'done')
          await intents.putAll([{ ...intent, state, updatedAt: this.serverNow() }]);
      }),
    );
    // As it is there the intent is open, and is asked for.
    await write.catch(unlessFull);
  }

  /** Keeps the answer and makes the calls stale that the money call changed, in one transaction. */
  async conclude(
    intent: Omit<IntentRow, 'state' | 'updatedAt'>,
    answer: unknown,
    stale: readonly string[],
  ): Promise<void> {
    const body = await this.#cipher.seal(contextOfIntent(intent.intentId), answer);
    const write = (kept: Pick<IntentRow, 'answer'>) =>
      this.#store.run((database) =>
        database.atomically(['intents', 'records', 'scopes'], async (tables) => {
          // The disk may have answered too late when the intent was looked for: its row knows more.
          const known = await tables.intents.get(intent.intentId);
          await tables.intents.putAll([{ ...intent, ...known, state: 'done', updatedAt: this.serverNow(), ...kept }]);
          await markStaleWithin(tables, stale);
        }),
      );
    try {
      await write({ answer: body });
    } catch (error) {
      unlessFull(error);
      // The gateway has the answer too. An intent that does not fit even without it stays open, and is asked for.
      const asCache = this.#store as unknown as Store<CacheTables>;
      await write({}).catch((reason: unknown) => (unlessFull(reason), markStale(asCache, stale)));
    }
  }

  /** The kept answer of a concluded intent; null when it cannot be read any more: the gateway has it too. */
  async answerOf({ intentId, answer }: IntentRow): Promise<{ answer: unknown } | null> {
    if (answer === undefined) return null;
    try {
      return { answer: await this.#cipher.open(contextOfIntent(intentId), answer) };
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      return null;
    }
  }

  /** Intents whose outcome is open: of an unanswered call, or of a worker that died. */
  async open(): Promise<IntentRow[]> {
    return this.#store.run(async ({ tables }) => [
      ...(await tables.intents.all({ index: 'state', lower: 'sending', upper: 'sending' })),
      ...(await tables.intents.all({ index: 'state', lower: 'unknown', upper: 'unknown' })),
    ]);
  }

  async prune(): Promise<void> {
    const before = this.serverNow() - KEEP_CONCLUDED_MS;
    await this.#store.run(async ({ tables }) => {
      const concluded = (await tables.intents.all()).filter(({ state }) => state === 'done' || state === 'refused');
      await tables.intents.deleteAll(concluded.filter((row) => row.updatedAt < before).map((row) => row.intentId));
    });
  }

  #put(row: IntentRow, isUrgent = false): Promise<void> {
    return this.#store.run(({ tables }) => tables.intents.putAll([row]), isUrgent);
  }
}

function contextOfIntent(intentId: string): string {
  return `intent ${intentId}`;
}
