/** Tabs that open the same new database at the same time. */
import { webcrypto } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { prepareStore } from '../../worker/cache/prepare';
import { RecordCache } from '../../worker/cache/record-cache';
import { DEVICE_LAYOUT } from '../../worker/cache/schema';
import { Store } from '../../worker/cache/store';

const PLACE = { partition: '1', call: 'userInfo', input: '{}' };
const ANSWER = { data: { nickname: 'Lin' }, asOf: 1, isStale: false };
/** The second tab is late by this many turns of the event loop. */
const DELAYS = Array.from({ length: 25 }, (_, turns) => turns);

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test.each(DELAYS)('read what the other has sealed: the second is %i turns late', async (turns) => {
  const indexedDB = new IDBFactory();
  const subtle = webcrypto.subtle as SubtleCrypto;
  const tools = { subtle, randomBytes: (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes) };
  const open = async (late: number): Promise<RecordCache> => {
    for (let count = 0; count < late; count += 1) await turn();
    const environment = {
      indexedDB,
      keyRange: IDBKeyRange,
      setTimer: () => () => {},
      databasePrefix: 'rab',
      locks: undefined,
    };
    const store = new Store({ name: 'new', layout: DEVICE_LAYOUT, environment, emit: () => {} });
    return new RecordCache(store, await prepareStore(store, tools));
  };
  const [first, second] = await Promise.all([open(0), open(turns)]);
  await first.write(PLACE, ANSWER);
  expect(await second.read(PLACE)).toMatchObject(ANSWER);
});
