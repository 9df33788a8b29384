import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CallOutput } from '../../contract/index';
import type { Answer } from '../../worker/api';
import { sequences } from '../support/seed';
import { type DemoGateway, demoDevice, INTENT, loggedIn, ORDER } from './support/demo-gateway';
import type { Device, Tab } from './support/harness';

let device: Device;
let demo: DemoGateway;
let tab: Tab;

async function newDevice(isInMemory = false): Promise<void> {
  ({ device, demo } = demoDevice());
  if (isInMemory) device.indexedDB = undefined;
  tab = await loggedIn(device);
}

beforeEach(() => newDevice());

type Page = Answer<CallOutput<'custodyOrders'>>;
type PageInput = { cursor?: string; limit?: number };

const fetched = (input: PageInput = {}): Promise<Page> => tab.api.invoke('custodyOrders', input);
const cached = (input: PageInput = {}): Promise<Page> => tab.api.invoke('custodyOrders', input, { source: 'cache' });

function data(page: Page): CallOutput<'custodyOrders'> {
  if (!page.ok) throw new Error(page.error.code);
  return page.data;
}
const ids = (page: Page) => data(page).items.map(({ id }) => Number(id));
const next = (page: Page) => data(page).nextCursor ?? undefined;

/** All ids that can be read page by page without network, newest first. */
async function walkCache(limit: number): Promise<{ ids: number[]; isComplete: boolean }> {
  const walked: number[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await cached({ cursor, limit });
    if (!page.ok) return { ids: walked, isComplete: false };
    walked.push(...ids(page));
    cursor = next(page);
    if (cursor === undefined) return { ids: walked, isComplete: true };
  }
}

const addOrders = (count: number) => Array.from({ length: count }, () => demo.addOrder());
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('lists', () => {
  test('are read back page by page with the cursors of the server', async () => {
    addOrders(7);
    const first = await fetched({ limit: 3 });
    const second = await fetched({ limit: 3, cursor: next(first) });
    const third = await fetched({ limit: 3, cursor: next(second) });
    for (const [input, page] of [
      [{ limit: 3 }, first],
      [{ limit: 3, cursor: next(first) }, second],
      [{ limit: 3, cursor: next(second) }, third],
    ] as const) {
      expect(await cached(input)).toMatchObject({ source: 'cache', data: data(page) });
    }
    expect(next(third)).toBeUndefined();
  });

  test('forget what the server no longer has', async () => {
    addOrders(6);
    const first = await fetched({ limit: 4 });
    await fetched({ limit: 4, cursor: next(first) });
    demo.orders.splice(
      demo.orders.findIndex(({ id }) => id === '5'),
      1,
    );
    await fetched({ limit: 4 });
    expect((await walkCache(4)).ids).toEqual([6, 4, 3, 2, 1]);
  });

  test('with other filters are other lists', async () => {
    addOrders(3);
    await fetched();
    const filtered = await tab.api.invoke('custodyOrders', { status: 'expired' }, { source: 'cache' });
    expect(filtered).toMatchObject({ error: { code: 'offline' } });
  });

  test('that became stale say so page by page until they are fetched again', async () => {
    addOrders(5);
    const first = await fetched({ limit: 3 });
    await fetched({ limit: 3, cursor: next(first) });
    await tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed(INTENT));
    expect(await cached({ limit: 3 })).toMatchObject({ isStale: true });
    const again = await fetched({ limit: 3 });
    expect(await cached({ limit: 3 })).toMatchObject({ isStale: false });
    // Two of the old second page, of which one is covered by the new first page.
    expect(await cached({ limit: 3, cursor: next(again) })).toMatchObject({ isStale: true });
  });

  test('carry the age of their oldest row', async () => {
    addOrders(6);
    const first = await fetched({ limit: 3 });
    const then = device.time.now();
    device.time.pass(10_000);
    await fetched({ limit: 3, cursor: next(first) });
    expect(await cached({ limit: 6 })).toMatchObject({ asOf: then });
  });
});

/** Events in a list's life; `page`: how many pages are read on from the newest. */
type Event = { kind: 'grow'; count: number } | { kind: 'read'; limit: number; pages: number };

const event = fc.oneof(
  fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 8 }) }),
  fc.record({
    kind: fc.constant('read' as const),
    limit: fc.integer({ min: 1, max: 6 }),
    pages: fc.integer({ min: 1, max: 4 }),
  }),
);

test('whatever was read, the cache has no gap from the newest row that it knows', async () => {
  const property = fc.asyncProperty(
    fc.array(event, { maxLength: 8 }),
    fc.integer({ min: 1, max: 7 }),
    fc.boolean(),
    async (events, limit, isInMemory) => {
      await newDevice(isInMemory);
      let newestRead = 0;
      for (const happened of events as Event[]) {
        if (happened.kind === 'grow') {
          addOrders(happened.count);
          continue;
        }
        let cursor: string | undefined;
        for (let pages = 0; pages < happened.pages; pages += 1) {
          const page = await fetched({ limit: happened.limit, cursor });
          cursor = next(page);
          if (cursor === undefined) break;
        }
        newestRead = demo.orders.length;
      }
      const walked = await walkCache(limit);
      device.close();
      expect(walked.ids).toEqual(down(newestRead, newestRead - walked.ids.length + 1));
      const hasRead = events.some(({ kind }) => kind === 'read');
      expect(walked.isComplete).toBe(hasRead && walked.ids.length === newestRead);
    },
  );
  await fc.assert(property, { numRuns: sequences(25, 500), verbose: 1 });
});
