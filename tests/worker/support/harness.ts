/** One device: a worker on in-memory IndexedDB, with the clock, the network and the crypto in the test's hand. */
import { randomUUID, webcrypto } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { DEFAULT_PROFILE } from '../../../contract/envelope';
import { calls } from '../../../contract/index';
import type { SessionState, WorkerEvent } from '../../../contract/events';
import type { WorkerApi } from '../../../worker/api';
import { createWorkerApi } from '../../../worker/create-worker-api';
import type { Environment } from '../../../worker/environment';
import { Locks } from './locks';
import { TestGateway } from './test-gateway';
import { VirtualTime, until } from './virtual-time';

export const ORIGIN = 'https://gateway.test';

export interface Tab {
  api: WorkerApi;
  events: WorkerEvent[];
  /** Makes the options of a call that moves money: its intent, and the account that this tab shows. */
  confirmed: (intentId?: string) => { intentId: string; accountId: string };
  close: () => void;
}

/** A row as it lies on the disk. */
export type Row = Record<string, unknown>;

export class Device {
  readonly time = new VirtualTime();
  readonly gateway = new TestGateway(() => this.time.now());
  indexedDB: IDBFactory | undefined = new IDBFactory();
  subtle: SubtleCrypto | undefined = webcrypto.subtle as SubtleCrypto;
  isHintedOnline = true;
  /** For jitter, in [0, 1). */
  random = 0.5;
  /** The person saves data. */
  isDear = false;
  readonly #networkListeners = new Set<() => void>();
  readonly #tabListeners = new Map<object, ((message: unknown) => void)[]>();
  /** Shared by the tabs; undefined as in an older browser. */
  locks: Environment['locks'] = new Locks();
  readonly #tabs: Tab[] = [];

  /** Reports to the app, as the browser does, that the network went or came. */
  hintOnline(isOnline: boolean): void {
    this.isHintedOnline = isOnline;
    for (const listener of this.#networkListeners) listener();
  }

  environment(changes: Partial<Environment> = {}): Environment {
    const self = {};
    return {
      fetch: this.gateway.fetch,
      newRequest: undefined,
      now: this.time.now,
      uptime: this.time.uptime,
      setTimer: this.time.setTimer,
      random: () => this.random,
      randomBytes: (bytes) => webcrypto.getRandomValues(bytes),
      subtle: this.subtle,
      indexedDB: this.indexedDB,
      keyRange: IDBKeyRange,
      storage: { estimate: async () => ({ usage: 1_000, quota: 9_000 }), persisted: async () => false },
      network: {
        isOnline: () => this.isHintedOnline,
        isDear: () => this.isDear,
        onChange: (listener) => void this.#networkListeners.add(listener),
      },
      tabs: {
        send: (message) => {
          const others = [...this.#tabListeners].filter(([tab]) => tab !== self);
          for (const listener of others.flatMap(([, listeners]) => listeners)) listener(structuredClone(message));
        },
        receive: (listener) => void this.#tabListeners.set(self, [...(this.#tabListeners.get(self) ?? []), listener]),
      },
      locks: this.locks,
      caches: undefined,
      databasePrefix: 'rab',
      profile: DEFAULT_PROFILE,
      ...changes,
    };
  }

  /** A worker that has not been started; its events arrive over a real message channel. */
  async tab(changes: Partial<Environment> = {}): Promise<Tab> {
    const api = createWorkerApi(this.environment(changes));
    const { port1, port2 } = new MessageChannel();
    const events: WorkerEvent[] = [];
    let shown: SessionState = { state: 'anonymous' };
    const confirmed = (intentId: string = randomUUID()) => {
      if (shown.state !== 'open') throw new Error('nobody is logged in in this tab');
      return { intentId, accountId: shown.accountId };
    };
    port1.addEventListener('message', ({ data: event }: MessageEvent<WorkerEvent>) => {
      events.push(event);
      if (event.type === 'session') shown = event.session;
    });
    port1.start();
    await api.subscribe(port2);
    const tab = { api: watched(api, (session) => (shown = session)), events, confirmed, close: () => port1.close() };
    this.#tabs.push(tab);
    return tab;
  }

  async startedTab(changes: Partial<Environment> = {}): Promise<Tab> {
    const tab = await this.tab(changes);
    await tab.api.start({ origin: ORIGIN, lang: 'EN' });
    return tab;
  }

  /** The worker dies: nothing of it reaches the network, the disk or the other tabs any more. */
  close(): void {
    for (const tab of this.#tabs) tab.close();
  }

  /** The names of all databases, in order. */
  async databases(): Promise<string[]> {
    return ((await this.indexedDB?.databases()) ?? []).map(({ name = '' }) => name).sort();
  }

  /** All rows of a table, read past the worker. */
  rows(database: string, table: string): Promise<Row[]> {
    return this.#inTable(database, table, (store) => asPromise(store.getAll()));
  }

  /** Changes the rows of a table behind the worker's back; null deletes one. */
  tamper(database: string, table: string, change: (row: Row, index: number) => Row | null): Promise<void> {
    return this.#inTable(database, table, async (store) => {
      const rows = (await asPromise(store.getAll())) as Row[];
      await asPromise(store.clear());
      for (const row of rows.map(change)) if (row) await asPromise(store.put(row));
    });
  }

  async #inTable<T>(name: string, table: string, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    if (!this.indexedDB) throw new Error('there is no disk');
    const database = await asPromise(this.indexedDB.open(name));
    const done = await work(database.transaction(table, 'readwrite').objectStore(table));
    database.close();
    return done;
  }

  /** Every text and number that is in any database, as one string: for "nothing is left" and "nothing is readable". */
  async everythingStored(): Promise<string> {
    const factory = this.indexedDB;
    if (!factory) return '';
    const found: unknown[] = [];
    for (const { name } of await factory.databases()) {
      const database = await asPromise(factory.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        found.push([name, store, await asPromise(database.transaction(store).objectStore(store).getAll())]);
      }
      database.close();
    }
    return JSON.stringify(found, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
  }
}

/** Tells of the session as the answers do, which come before its events. */
function watched(api: WorkerApi, onSession: (session: SessionState) => void): WorkerApi {
  return {
    ...api,
    async start(options) {
      const session = await api.start(options);
      onSession(session);
      return session;
    },
    async invoke(name, ...asked) {
      const answer = await api.invoke(name, ...asked);
      if (answer.ok && calls[name].opensSession) {
        const { userId, accountId } = answer.data as { userId: string; accountId: string };
        onSession({ state: 'open', userId, accountId });
      }
      return answer;
    },
  };
}

export function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}

/** Waits for an event of this type and takes it out. */
export async function eventOf<T extends WorkerEvent['type']>(
  tab: Tab,
  type: T,
): Promise<Extract<WorkerEvent, { type: T }>> {
  await until(() => tab.events.some((event) => event.type === type));
  const [event] = tab.events.splice(
    tab.events.findIndex((candidate) => candidate.type === type),
    1,
  );
  return event as Extract<WorkerEvent, { type: T }>;
}
