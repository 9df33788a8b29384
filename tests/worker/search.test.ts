import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { calls, type CallOutput } from '../../contract/index';
import type { SearchPage, ListQuery, SearchPosition } from '../../worker/api';
import { sequences } from '../support/seed';
import { demoDevice, loggedIn } from './support/demo-gateway';
import type { Device, Tab } from './support/harness';
import { pageOf } from './support/test-gateway';

type Posting = CallOutput<'accountStatement'>['items'][number];

const KINDS = ['custody-interest', 'custody-place', 'airdrop'] as const;
const ASSETS = ['USDT', 'RAB'] as const;
const CASH = { account: 'cash' } as const;
const FIRST_AT = 1_790_000_000_000;
const HOUR = 3_600_000;

let device: Device;
let tab: Tab;
/** Newest first, as the gateway has them. */
let postings: Posting[];

function posting(index: number): Posting {
  return {
    id: String(index + 1),
    createdAt: FIRST_AT + Math.floor(index / 2) * HOUR,
    asset: ASSETS[index % 5 === 0 ? 1 : 0] ?? 'USDT',
    kind: KINDS[index % 7 === 0 ? 2 : index % 2] ?? 'airdrop',
    amount: index % 5 === 0 ? `${index}.12345678` : `-${index}.070000`,
    balanceAfter: index % 5 === 0 ? '9000.00000000' : '9000.000000',
    reference: index % 3 === 0 ? `ORD-${index}` : null,
    journalId: String(index),
  };
}

async function newDevice(isInMemory = false): Promise<void> {
  ({ device } = demoDevice());
  if (isInMemory) device.indexedDB = undefined;
  device.gateway.on(calls.accountStatement.uri, (request) => pageOf(postings, request));
  tab = await loggedIn(device);
}

beforeEach(() => newDevice());

/** Reads `pages` pages of 100 into the cache. */
async function keep(count: number, pages = Infinity): Promise<void> {
  postings = Array.from({ length: count }, (_, index) => posting(index)).reverse();
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const answer = await tab.api.invoke('accountStatement', { ...CASH, limit: 100, cursor });
    if (!answer.ok || answer.data.nextCursor === null) return;
    cursor = answer.data.nextCursor;
  }
}

async function step(query: ListQuery, after: SearchPosition | null = null, limit = 20): Promise<SearchPage<Posting>> {
  const answer = await tab.api.search('accountStatement', CASH, { query, after, limit });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.page as SearchPage<Posting>;
}

/** All matches, step by step, and the steps that it took. */
async function all(query: ListQuery, limit = 20): Promise<{ ids: string[]; steps: SearchPage<Posting>[] }> {
  const steps: SearchPage<Posting>[] = [];
  do steps.push(await step(query, steps.at(-1)?.position ?? null, limit));
  while (!steps.at(-1)?.isEnd);
  return { ids: steps.flatMap(({ items }) => items.map(({ id }) => id)), steps };
}

/** The same, said plainly. */
function expected({ tag, from, until, fields, text, textTags }: ListQuery): string[] {
  const isFound = ({ amount, asset, reference, journalId, kind }: Posting) =>
    text === undefined ||
    (textTags ?? []).includes(kind) ||
    [amount, asset, reference ?? '', journalId].some((value) => value.toLowerCase().includes(text.toLowerCase()));
  return postings
    .filter((row) => tag === undefined || row.kind === tag)
    .filter((row) => (from === undefined || row.createdAt >= from) && (until === undefined || row.createdAt < until))
    .filter((row) => Object.entries(fields ?? {}).every(([name, value]) => row[name as 'asset'] === value))
    .filter(isFound)
    .map(({ id }) => id);
}

test.each([
  ['IndexedDB', false],
  ['memory', true],
])('a search in %s finds what a plain filter finds, in any steps', async (_name, isInMemory) => {
  await newDevice(isInMemory);
  await keep(240);
  device.gateway.isReachable = false;
  const moment = fc.integer({ min: -2, max: 122 }).map((hours) => FIRST_AT + hours * HOUR);
  const query = fc.record<ListQuery>(
    {
      tag: fc.constantFrom(...KINDS),
      from: moment,
      until: moment,
      fields: fc.constantFrom({ asset: 'RAB' }, { asset: 'USDT' }),
      text: fc.constantFrom('ord-9', '7.07', 'rab', '-12', 'nowhere'),
      textTags: fc.constantFrom([], ['airdrop']),
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(query, fc.integer({ min: 1, max: 30 }), async (looked, limit) => {
    expect((await all(looked, limit)).ids).toEqual(expected(looked));
  });
  await fc.assert(property, { numRuns: sequences(20, 500), verbose: 1 });
});

test('the end of what is kept is told from the end of the list', async () => {
  await keep(250, 2);
  const { steps } = await all({ tag: 'airdrop' });
  expect(steps.at(-1)).toMatchObject({ isEnd: true, olderCursor: 'c200', oldestAt: posting(50).createdAt });
  // The search's whole range is newer than the missing part.
  const covered = await all({ from: posting(60).createdAt });
  expect(covered.steps.at(-1)).toMatchObject({ isEnd: true, olderCursor: null });
  await tab.api.invoke('accountStatement', { ...CASH, limit: 100, cursor: 'c200' });
  const later = await all({ tag: 'airdrop' });
  expect(later.steps.at(-1)).toMatchObject({ olderCursor: null });
  expect(later.ids).toEqual(expected({ tag: 'airdrop' }));
});
