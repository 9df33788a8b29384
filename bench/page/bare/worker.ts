/** Opens its database at once, fills it the first time, and answers with the newest rows. */
const STORED = 5_000;

const scope = self as unknown as MessagePort;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bare', 1);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('rows', { keyPath: 'id' });
      for (let id = 0; id < STORED; id += 1) store.put({ id, text: `Row ${id}: ${(id * 7919) % 100_003} USDT` });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('the database did not open'));
  });
}

const opened = open();

scope.onmessage = async ({ data: count }: MessageEvent<number>) => {
  const store = (await opened).transaction('rows').objectStore('rows');
  const range = IDBKeyRange.lowerBound(STORED - count);
  const reading = store.getAll(range);
  reading.onsuccess = () => scope.postMessage(reading.result);
};
