/** Looks through everything that a page can keep on a device. Runs in the page: uses nothing from outside. */

/** Finds the places that hold any of `needles`: names and contents of databases, local and session storage, cookies, caches. */
export async function findAccountTraces(needles: string[]): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string): void => {
    for (const needle of needles) if (text.includes(needle)) found.push(`${place}: ${needle}`);
  };
  const textOf = (value: unknown): string => {
    try {
      return JSON.stringify(value) ?? '';
    } catch {
      return '';
    }
  };
  const requested = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('request failed'));
    });
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    look('database', name);
    const db = await requested(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      const rows = await requested(db.transaction(store).objectStore(store).getAll());
      for (const row of rows) look(`${name}/${store}`, textOf(row));
    }
    db.close();
  }
  for (const storage of [localStorage, sessionStorage]) look('web storage', textOf({ ...storage }));
  look('cookies', document.cookie);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      look(`cache ${name}`, request.url);
      if (request.url.includes('/api/')) found.push(`cache ${name}: ${request.url}`);
    }
  }
  return [...new Set(found)];
}
