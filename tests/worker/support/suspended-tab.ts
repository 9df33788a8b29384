/** A tab that the system has suspended in the middle of a transaction: nobody else's begins until it is woken. */
import { asPromise, type Device } from './harness';

/** @returns what wakes it */
export async function suspendInTransaction(device: Device, database: string): Promise<() => Promise<void>> {
  if (!device.indexedDB) throw new Error('there is no disk');
  const opened = await asPromise(device.indexedDB.open(database));
  const transaction = opened.transaction([...opened.objectStoreNames], 'readwrite');
  const ended = new Promise<void>((resolve) => (transaction.oncomplete = () => resolve()));
  let isSuspended = true;
  // A transaction ends when it is asked nothing more.
  const goOn = (): void => {
    if (isSuspended) transaction.objectStore('meta').get('nothing').onsuccess = goOn;
  };
  goOn();
  return async () => {
    isSuspended = false;
    await ended;
    opened.close();
  };
}
