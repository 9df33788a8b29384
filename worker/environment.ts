/** Everything of the data layer that has an outside, injected: tests run the same worker in Node. */
import { DEFAULT_PROFILE, type EnvelopeProfile } from '../contract/envelope';
import type { RandomBytes } from './envelope/handshake';

/** Runs `callback` once after `delayMs`; the returned function calls it off. */
export type SetTimer = (callback: () => void, delayMs: number) => () => void;

/** Tells what the browser thinks of the network: a hint, not a fact. */
export interface NetworkHint {
  isOnline(): boolean;
  /** The person saves data, or the line is so slow that reading ahead would be in the way. */
  isDear(): boolean;
  onChange(listener: () => void): void;
}

/** Tells the workers of the other tabs; `receive` gets what they tell. */
export interface TabChannel {
  send(message: unknown): void;
  receive(listener: (message: unknown) => void): void;
}

export interface Environment {
  fetch: typeof fetch;
  /** Tells how far an upload is; undefined: nobody is told. */
  newRequest: (() => XMLHttpRequest) | undefined;
  /** The device's clock, UTC ms. */
  now: () => number;
  /** Ms that only grow, whatever becomes of the clock; some engines leave out what the device sleeps. */
  uptime: () => number;
  setTimer: SetTimer;
  /** In [0, 1), for the jitter of retries only. */
  random: () => number;
  randomBytes: RandomBytes;
  /** Undefined outside secure contexts. */
  subtle: SubtleCrypto | undefined;
  /** Set by app lock (`worker/lock`). */
  lockKey?: CryptoKey | undefined;
  /** Cost of argon2id; tests make it cheap. */
  pinCost?: { t: number; m: number };
  /** Undefined where the browser has none; everything then lives in memory. */
  indexedDB: IDBFactory | undefined;
  keyRange: typeof IDBKeyRange | undefined;
  /** Undefined where the browser does not tell (older WebKit). Only pages may ask for persistence, workers can read it. */
  storage: Pick<StorageManager, 'persisted' | 'estimate'> | undefined;
  /** The files that the service worker keeps; undefined outside secure contexts. */
  caches: CacheStorage | undefined;
  network: NetworkHint;
  /** Web Locks, by which one tab listens for all; undefined in older browsers and outside secure contexts. */
  locks: Pick<LockManager, 'request'> | undefined;
  tabs: TabChannel;
  /** Start of every database's name. */
  databasePrefix: string;
  profile: EnvelopeProfile;
}

/** The environment of a dedicated worker in a browser. */
export function browserEnvironment(): Environment {
  const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
  return {
    fetch: (input, init) => scope.fetch(input, init),
    newRequest: () => new XMLHttpRequest(),
    now: () => Date.now(),
    uptime: () => performance.now(),
    setTimer: (callback, delayMs) => {
      const timer = scope.setTimeout(callback, delayMs);
      return () => scope.clearTimeout(timer);
    },
    random: () => Math.random(),
    randomBytes: (bytes) => scope.crypto.getRandomValues(bytes),
    // The types promise both; insecure contexts and older browsers do not keep it.
    subtle: scope.crypto.subtle as SubtleCrypto | undefined,
    indexedDB: scope.indexedDB as IDBFactory | undefined,
    keyRange: globalThis.IDBKeyRange as typeof IDBKeyRange | undefined,
    storage: scope.navigator.storage as StorageManager | undefined,
    caches: scope.caches as CacheStorage | undefined,
    network: {
      isOnline: () => scope.navigator.onLine,
      isDear: () => {
        // Not every engine tells.
        const { connection } = scope.navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
        return connection?.saveData === true || (connection?.effectiveType ?? '').endsWith('2g');
      },
      onChange: (listener) => {
        scope.addEventListener('online', listener);
        scope.addEventListener('offline', listener);
      },
    },
    locks: scope.navigator.locks as LockManager | undefined,
    tabs: browserTabs('rab-workers'),
    databasePrefix: 'rab',
    profile: DEFAULT_PROFILE,
  };
}

function browserTabs(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    receive: (listener) => channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
  };
}
