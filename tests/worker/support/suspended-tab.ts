/** A tab that the system has suspended in the middle of a transaction: nobody else's begins until it is woken. */
import { IDBDatabase } from 'fake-indexeddb';
import { vi } from 'vitest';
import { asPromise, type Device } from './harness';

/** @returns what wakes it */
export async function suspendInTransaction(device: Device, database: string): Promise<() => Promise<void>> {
  if (!device.indexedDB) throw new Error('there is no disk');
  const opened = await asPromise(device.indexedDB.open(database));
  const wake = hold(opened.transaction([...opened.objectStoreNames], 'readwrite'));
  return async () => {
    await wake();
    opened.close();
  };
}

/** Lets a tab be suspended just before anybody gets at this table alone, later than the database is opened. @returns what wakes it */
export function suspendBefore(database: string, table: string): () => Promise<void> {
  let wake = async () => {};
  const begin = IDBDatabase.prototype.transaction;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...[names, ...rest]
  ) {
    if (this.name === database && [names].flat().join() === table) {
      spy.mockRestore();
      wake = hold(begin.call(this, [...this.objectStoreNames], 'readwrite'));
    }
    return begin.call(this, names, ...rest);
  });
  return async () => {
    spy.mockRestore();
    await wake();
  };
}

/** A transaction ends when it is asked nothing more. @returns what lets it end */
function hold(transaction: IDBTransaction): () => Promise<void> {
  const ended = new Promise<void>((resolve) => transaction.addEventListener('complete', () => resolve()));
  let isHeld = true;
  const goOn = (): void => {
    if (isHeld) transaction.objectStore('meta').get('nothing').addEventListener('success', goOn);
  };
  goOn();
  return () => {
    isHeld = false;
    return ended;
  };
}
