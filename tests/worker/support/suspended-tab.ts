/** A tab that the system has suspended in the middle of a transaction: nobody else's begins until it is woken. */
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
