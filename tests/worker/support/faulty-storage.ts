/** Browsers whose storage is in trouble, over a real database. */
import { asPromise } from './harness';

/** A factory that shows each connection to `look` as it is opened. */
export function withConnections(target: IDBFactory, look: (connection: IDBDatabase) => void): IDBFactory {
  const open: IDBFactory['open'] = (...args) => {
    const request = target.open(...args);
    request.addEventListener('success', () => look(request.result));
    return request;
  };
  return overriding(target, 'open', open);
}

/** Calls `before` when a transaction is to begin on the connection; what it throws is thrown instead. */
export function beforeTransactions(connection: IDBDatabase, before: () => void): void {
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...args) => {
    before();
    return begin(...args);
  };
}

/** A factory that shows each store of its transactions to `look`. */
export function withStores(
  target: IDBFactory,
  look: (store: IDBObjectStore, connection: IDBDatabase) => void,
): IDBFactory {
  return withConnections(target, (connection) => {
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...args) => {
      const transaction = begin(...args);
      const objectStore = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => {
        const store = objectStore(name);
        look(store, connection);
        return store;
      };
      return transaction;
    };
  });
}

/** A factory whose next `failures` openings fail, and whose open connections can be lost. */
export function failingFactory(target: IDBFactory, failures: number) {
  const lost = () => new DOMException('Connection to Indexed Database server lost.', 'AbortError');
  let left = failures;
  let generation = 0;
  const open: IDBFactory['open'] = (...args) => {
    if (left > 0) {
      left -= 1;
      throw lost();
    }
    const born = generation;
    const failIfLost = () => {
      if (born !== generation) throw lost();
    };
    return withConnections(target, (connection) => beforeTransactions(connection, failIfLost)).open(...args);
  };
  const loseConnections = (openingsThatFail: number): void => {
    left = openingsThatFail;
    generation += 1;
  };
  return { factory: overriding(target, 'open', open), loseConnections };
}

/** A factory whose openings wait until `answer` is called; deletions too. */
export function slowFactory(target: IDBFactory) {
  let isSlow = true;
  const waiting: (() => void)[] = [];
  const late = (ask: () => IDBOpenDBRequest): IDBOpenDBRequest => {
    if (!isSlow) return ask();
    const handlers = new EventTarget();
    const stand = Object.assign(handlers, { result: undefined as unknown, transaction: null as unknown });
    waiting.push(() => {
      const request = ask();
      for (const type of ['success', 'error', 'upgradeneeded', 'blocked'] as const) {
        request.addEventListener(type, (event) => {
          if (type !== 'error' && type !== 'blocked') stand.result = request.result;
          stand.transaction = request.transaction;
          (stand as unknown as Record<string, ((event: Event) => void) | undefined>)[`on${type}`]?.(event);
        });
      }
    });
    return stand as unknown as IDBOpenDBRequest;
  };
  const answer = (): void => {
    isSlow = false;
    for (const go of waiting.splice(0)) go();
  };
  const open: IDBFactory['open'] = (...args) => late(() => target.open(...args));
  const deleteDatabase: IDBFactory['deleteDatabase'] = (name) => late(() => target.deleteDatabase(name));
  const factory = overriding(overriding(target, 'open', open), 'deleteDatabase', deleteDatabase);
  return { factory, answer };
}

/** A factory that neither opens nor deletes. */
export function refusingFactory(target: IDBFactory): IDBFactory {
  const refuse = () => {
    throw new DOMException('not here', 'SecurityError');
  };
  return overriding(overriding(target, 'open', refuse), 'deleteDatabase', refuse);
}

/** A factory whose stores look at every row before it is put. */
export function withPut(target: IDBFactory, look: (row: unknown) => void): IDBFactory {
  return withStores(target, (store) => {
    const put = store.put.bind(store);
    store.put = (row, ...rest) => {
      look(row);
      return put(row, ...rest);
    };
  });
}

export function overriding<N extends 'open' | 'deleteDatabase'>(
  target: IDBFactory,
  name: N,
  value: IDBFactory[N],
): IDBFactory {
  return new Proxy(target, {
    get: (factory, property) =>
      property === name ? value : (Reflect.get(factory, property) as () => unknown).bind(factory),
  });
}

export function refuseAll(): void {
  throw new DOMException('full', 'QuotaExceededError');
}

/** A factory whose disk has room for so many more rows; each deletion of rows gives room again. */
export function smallDisk(target: IDBFactory) {
  const disk = {
    room: Infinity,
    /** Rows that one deletion gives room for. */
    freedByDeletion: 0,
  };
  const filling = withPut(target, () => {
    if (disk.room <= 0) refuseAll();
    disk.room -= 1;
  });
  const factory = withStores(filling, (store) => {
    const remove = store.delete.bind(store);
    store.delete = (key) => {
      if (store.name === 'rows') disk.room += disk.freedByDeletion;
      return remove(key);
    };
  });
  return { factory, disk };
}

/** Copies every database into an empty factory, in a layout of before: older, and without one of its indexes. */
export async function withLayoutOfBefore(source: IDBFactory, target: IDBFactory): Promise<IDBFactory> {
  for (const { name = '' } of await source.databases()) {
    const tables = (database: IDBDatabase) => [...database.objectStoreNames].filter((table) => table !== 'formImages');
    const from = await asPromise(source.open(name));
    const opening = target.open(name, 10);
    opening.addEventListener('upgradeneeded', () => {
      for (const table of tables(from)) layOutAsBefore(opening.result, from.transaction(table).objectStore(table));
    });
    const into = await asPromise(opening);
    for (const table of tables(from)) {
      const rows = await asPromise(from.transaction(table).objectStore(table).getAll());
      const store = into.transaction(table, 'readwrite').objectStore(table);
      await Promise.all(rows.map((row) => asPromise(store.put(row))));
    }
    for (const database of [from, into]) database.close();
  }
  return target;
}

function layOutAsBefore(database: IDBDatabase, from: IDBObjectStore): void {
  const store = database.createObjectStore(from.name, { keyPath: from.keyPath });
  for (const one of from.indexNames) if (!one.includes('+tag+')) store.createIndex(one, from.index(one).keyPath);
}

/** A factory whose changes of a layout go on until they are released. */
export function heldUpgrades(target: IDBFactory) {
  let isHeld = true;
  const open: IDBFactory['open'] = (...args) => {
    const request = target.open(...args);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      const [table] = request.result.objectStoreNames;
      const store = table === undefined ? undefined : request.transaction?.objectStore(table);
      // A transaction lasts for as long as something is asked of it.
      const goOn = () => {
        if (isHeld && store) store.count().addEventListener('success', goOn);
      };
      if (oldVersion > 0) goOn();
    });
    return request;
  };
  const release = () => {
    isHeld = false;
  };
  return { factory: overriding(target, 'open', open), release };
}
